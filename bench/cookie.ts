/** Posts `body` to sign in or register. @returns the session cookies, formatted for a request's Cookie header */
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

/** A session of the administrator, for a portal started by `startProcess`. */
export function administratorCookie(url: string): Promise<string> {
  return cookieFrom(`${url}/api/admin/sign-in`, {
    email: 'admin@sdc.example',
    password: 'bench-administrator',
  });
}
