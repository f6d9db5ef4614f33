/** Posts `body` to an address that signs in or registers. @returns the session's cookies, as a request sends them */
export async function cookieFrom(address: string, body: object): Promise<string> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: new URL(address).origin },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The session of the administrator of a portal that `startProcess` started. */
export function administratorCookie(url: string): Promise<string> {
  return cookieFrom(`${url}/api/admin/sign-in`, {
    email: 'admin@sdc.example',
    password: 'bench-administrator',
  });
}
