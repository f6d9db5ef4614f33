/** An address that, if it needs more than one line, breaks after its @. */
export function EmailText({ email }: { email: string }) {
  const domain = email.indexOf('@') + 1;
  return (
    <>
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </>
  );
}
