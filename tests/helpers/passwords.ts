import type { TestApp } from './app.ts';
import { tokenIn } from './sent-mails.ts';
import type { Answer, Visitor } from './visitor.ts';

/** Signs in in a browser, by default a new one, and gives the response, whatever it is. */
export function trySignIn(
  portal: TestApp,
  email: string,
  password: string,
  browser: Visitor = portal.visitor(),
): Promise<Answer> {
  return browser.post('/api/auth/sign-in/email', { email, password });
}

export function requestReset(portal: TestApp, email: string, from?: string): Promise<Answer> {
  return portal.visitor(from).post('/api/auth/request-password-reset', { email });
}

/** Requests a reset link and gives the token in the mail. */
export async function mailedResetToken(portal: TestApp, email: string): Promise<string> {
  await requestReset(portal, email);
  return tokenIn((await portal.mails()).findLast(({ to }) => to.includes(email)));
}

/** Sets a password with a mailed token. */
export function resetPassword(
  portal: TestApp,
  token: unknown,
  newPassword = 'a new password',
): Promise<Answer> {
  return portal.visitor().post('/api/auth/reset-password', { token, newPassword });
}
