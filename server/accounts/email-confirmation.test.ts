import { beforeEach, expect, it } from 'vitest';
import { mailBounds } from '#server/config/bounds.ts';
import { registerPerson, signIn, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { restore, saveProfile } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { requestReset, resetPassword } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { openWithSmtp } from '#tests/helpers/smtp-portal.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

const invalidLink = refusedWith(400, 'INVALID_TOKEN', {
  message:
    'This link has expired or has already been used. If your email address isn’t confirmed yet, your dashboard can send you a new link.',
  field: 'token',
});

async function asked(visitor: Visitor): Promise<boolean> {
  const { body } = await visitor.get('/api/session');
  return (body as { user: { confirmEmail?: true } }).user.confirmEmail === true;
}

describeEachEngine('confirming an e-mail address', (engine) => {
  let portal: TestApp;
  let arrived: Awaited<ReturnType<typeof openWithSmtp>>['arrived'];

  beforeEach(async () => {
    ({ portal, arrived } = await openWithSmtp(engine));
  });

  async function mailsTo(email: string, page = 'confirm-email') {
    return (await arrived()).filter(
      ({ recipients, mail }) => recipients.includes(email) && mail.text?.includes(`/${page}?token=`),
    );
  }

  async function tokenFor(email: string, page = 'confirm-email'): Promise<string> {
    const text = (await mailsTo(email, page)).at(-1)?.mail.text ?? '';
    return new RegExp(`http://portal\\.test/${page}\\?token=([\\w-]+)`).exec(text)?.[1] ?? 'no token';
  }

  function confirm(token: string) {
    return portal.visitor().post('/api/auth/confirm-email', { token });
  }

  it('is requested from registration until the mailed link is used', async () => {
    const person = await registerPerson(portal);
    const { email, password } = person.registration;
    expect(await asked(person)).toBe(true);
    expect(await asked(await signIn(portal, email, password))).toBe(true);
    expect(await asked(await signInAdministrator(portal))).toBe(false);
    const token = await tokenFor(email);
    expect((await portal.visitor().get(`/confirm-email?token=${token}`)).status).toBe(200);
    expect(await asked(person)).toBe(true);

    expect((await confirm(token)).status).toBe(200);
    expect(await asked(person)).toBe(false);
    expect(await asked(await signIn(portal, email, password))).toBe(false);
  });

  it('is requested again after an e-mail change, and a link to the former address confirms nothing', async () => {
    const person = await registerPerson(portal);
    const { email } = person.registration;
    const former = await tokenFor(email);
    expect((await saveProfile(person, { email: `new.${email}` })).status).toBe(200);
    expect(await confirm(former)).toMatchObject(invalidLink);
    expect(await asked(person)).toBe(true);
    expect((await confirm(await tokenFor(`new.${email}`))).status).toBe(200);
    await saveProfile(person, { email: `new.${email}`, fullName: 'Another Name' });
    expect(await asked(person)).toBe(false);
    expect((await saveProfile(person, { email })).status).toBe(200);
    expect(await asked(person)).toBe(true);
  });

  it('follows from a password reset and from a restored e-mail address: both use a mailed link', async () => {
    const person = await registerPerson(portal);
    const { email } = person.registration;
    await requestReset(portal, email);
    const newPassword = 'another password';
    const token = await tokenFor(email, 'reset-password');
    expect((await resetPassword(portal, token, newPassword)).status).toBe(200);
    const back = await signIn(portal, email, newPassword);
    expect(await asked(back)).toBe(false);

    await saveProfile({ ...person, ...back }, { email: `new.${email}` });
    expect((await restore(portal, await tokenFor(email, 'restore-email'))).status).toBe(200);
    const [{ emailVerified } = {}] = await rowsOf(portal.store, 'user');
    expect(Boolean(emailVerified)).toBe(true);
  });

  it('can be requested again a few times an hour, until it is done', async () => {
    const clock = takeClock();
    const person = await registerPerson(portal);
    const { email } = person.registration;
    const again = () => person.post('/api/me/confirmation-mail', {});
    const bound = mailBounds['confirm-email'].recipient?.points ?? 0;
    for (let mails = 1; mails < bound; mails += 1) expect((await again()).status).toBe(200);
    const refused = await again();
    const message = expect.stringMatching(
      /^We have sent several links already\. You can ask for another in \d+ (minutes|hour)\.$/,
    );
    expect(refused).toMatchObject(refusedWith(429, 'TOO_MANY_ATTEMPTS', { message }));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await mailsTo(email)).toHaveLength(bound);
    // The refusal changes nothing for the member.
    expect((await person.get('/api/me')).status).toBe(200);

    clock.pass(60 * 60 * 1000 + 1_000);
    expect((await confirm(await tokenFor(email))).status).toBe(200);
    expect((await again()).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(bound);
  });
});
