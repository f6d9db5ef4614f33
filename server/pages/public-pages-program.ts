// Run by renderPublicPages: receives the name of the client's program and the club's texts, and answers with the pages.
process.once('message', async ({ program, club }: { program: string; club: unknown }) => {
  const { prerenderPages } = await import(program);
  process.send?.(await prerenderPages(club), () => process.disconnect());
});
