// Run by renderPublicPages: receives the name of the client's program and the club's texts, and answers with the pages.
process.once('message', async ({ program, club }: { program: string; club: unknown }) => {
  const { prerenderPages } = await import(program);
  const pages: unknown = await prerenderPages(club);
  process.send?.(pages, undefined, undefined, () => process.disconnect?.());
});
