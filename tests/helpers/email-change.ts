import { expect } from 'vitest';
import { confirmEmail, type Person, signIn, type TestApp } from '#tests/helpers/app.ts';
import { profileOf } from '#tests/helpers/members.ts';
import { requestReset, resetPassword } from '#tests/helpers/passwords.ts';
import { type ReceivedMail, tokenIn } from '#tests/helpers/sent-mails.ts';
import { type Answer, refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

export const day = 24 * 60 * 60 * 1000;

export const newEmail = 'asha.new@students.example';

/** The response where another account has the address, or may still get it back. */
export const emailTaken = refusedWith(409, 'EMAIL_TAKEN', {
  message: 'An account with this email address already exists.',
  field: 'email',
});

/** Saves the profile with some fields changed. */
export function saveProfile(person: Person, some: Record<string, unknown>): Promise<Answer> {
  return person.patch('/api/me/profile', { ...profileOf(person.registration), ...some });
}

export function restore(portal: TestApp, token: string): Promise<Answer> {
  return portal.visitor().post('/api/auth/restore-email', { token });
}

export async function noticesTo(portal: TestApp, email: string): Promise<ReceivedMail[]> {
  return (await portal.mails()).filter(({ to }) => to.includes(email));
}

/** Sets a password with the newest link mailed to an address, requesting one if there is none, and signs in with it. */
export async function chooseNewPassword(
  portal: TestApp,
  email: string,
  newPassword = 'a new password',
): Promise<Visitor> {
  const resetMail = async () =>
    (await noticesTo(portal, email)).findLast(({ text }) => /reset-password/.test(text));
  if (!(await resetMail())) await requestReset(portal, email);
  expect((await resetPassword(portal, tokenIn(await resetMail()), newPassword)).status).toBe(200);
  return signIn(portal, email, newPassword);
}

/** Changes a confirmed address and gives the token from the notice to it. */
export async function changedFrom(
  portal: TestApp,
  person: Person,
  from: string,
  to: string,
): Promise<string> {
  await confirmEmail(portal, person.uid);
  expect((await saveProfile(person, { email: to })).status).toBe(200);
  return tokenIn((await noticesTo(portal, from)).at(-1));
}
