import { beforeEach, expect, it } from 'vitest';
import { mailBounds } from '#server/limits/bounds.ts';
import {
  openTestApp,
  registerPerson,
  signIn,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { saveProfile } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { type ArrivedMail, startSmtp, type TestSmtp } from '#tests/helpers/smtp.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

const day = 24 * 60 * 60 * 1000;
const invalidLink = {
  status: 400,
  body: {
    code: 'INVALID_TOKEN',
    message:
      'This link has expired or has already been used. If your email address isn’t confirmed yet, your dashboard can send you a new link.',
    field: 'token',
  },
};

async function asked(visitor: Visitor): Promise<boolean> {
  const { body } = await visitor.get('/api/session');
  return (body as { user: { confirmEmail?: true } }).user.confirmEmail === true;
}

describeEachEngine('confirming an e-mail address', (engine) => {
  let smtp: TestSmtp;
  let portal: TestApp;

  beforeEach(async () => {
    smtp = await startSmtp();
    portal = await openTestApp(engine, { env: { SMTP_URL: smtp.url, MAIL_FROM: 'portal@sdc.example' } });
    cleanUpAfterwards(() => portal.deps.outbox.stop());
  });

  async function mailsTo(email: string): Promise<ArrivedMail[]> {
    await portal.deps.outbox.deliverDue();
    return smtp.arrived.filter(
      ({ recipients, mail }) => recipients.includes(email) && mail.subject?.startsWith('Confirm'),
    );
  }

  async function tokenFor(email: string): Promise<string> {
    const text = (await mailsTo(email)).at(-1)?.mail.text ?? '';
    return /http:\/\/portal\.test\/confirm-email\?token=([\w-]+)/.exec(text)?.[1] ?? 'no token';
  }

  function confirm(token: string) {
    return portal.visitor().post('/api/auth/confirm-email', { token });
  }

  it('is requested from registration until the mailed link is used, which works once', async () => {
    const person = await registerPerson(portal);
    const { email, password } = person.registration;
    expect(await asked(person)).toBe(true);
    expect(await asked(await signIn(portal, email, password))).toBe(true);
    const token = await tokenFor(email);
    expect((await portal.visitor().get(`/confirm-email?token=${token}`)).status).toBe(200);
    expect(await asked(person)).toBe(true);

    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
    expect(await confirm(token)).toMatchObject(invalidLink);
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
    await portal.visitor().post('/api/auth/request-password-reset', { email });
    await portal.deps.background.idle();
    await portal.deps.outbox.deliverDue();
    const mailed = smtp.arrived.map(
      ({ mail }) => /reset-password\?token=([\w-]+)/.exec(mail.text ?? '')?.[1],
    );
    const reset = mailed.find(Boolean) ?? '';
    const newPassword = 'another password';
    expect(
      (await portal.visitor().post('/api/auth/reset-password', { token: reset, newPassword })).status,
    ).toBe(200);
    const back = await signIn(portal, email, newPassword);
    expect(await asked(back)).toBe(false);

    await saveProfile({ ...person, ...back }, { email: `new.${email}` });
    await portal.deps.outbox.deliverDue();
    const notice = smtp.arrived.findLast(({ recipients }) => recipients.includes(email));
    const token = /restore-email\?token=([\w-]+)/.exec(notice?.mail.text ?? '')?.[1] ?? '';
    expect((await portal.visitor().post('/api/auth/restore-email', { token })).status).toBe(200);
    const { emailVerified } = await portal.store.db
      .selectFrom('user')
      .select('emailVerified')
      .where('id', '=', person.uid)
      .executeTakeFirstOrThrow();
    expect(Boolean(emailVerified)).toBe(true);
  });

  it('works for 7 days', async () => {
    const clock = takeClock();
    const [early, late] = [await registerPerson(portal), await registerPerson(portal)];
    const tokens = [await tokenFor(early.registration.email), await tokenFor(late.registration.email)];
    clock.pass(7 * day - 60_000);
    expect((await confirm(tokens[0] ?? '')).status).toBe(200);
    clock.pass(2 * 60_000);
    expect(await confirm(tokens[1] ?? '')).toMatchObject(invalidLink);
  });

  it('stores the token as its hash only', async () => {
    const { email } = (await registerPerson(portal)).registration;
    const token = await tokenFor(email);
    for (const table of ['verification', 'mail_outbox', 'user', 'session'] as const) {
      const rows = await portal.store.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows), table).not.toContain(token);
    }
    expect(portal.logText()).not.toContain(token);
  });

  it('can be requested again a few times an hour, until it is done', async () => {
    const clock = takeClock();
    const person = await registerPerson(portal);
    const { email } = person.registration;
    const again = () => person.post('/api/me/confirmation-mail', {});
    const bound = mailBounds['confirm-email'].recipient?.points ?? 0;
    for (let mails = 1; mails < bound; mails += 1) expect((await again()).status).toBe(200);
    const refused = await again();
    expect(refused).toMatchObject(refusedWith(429, 'TOO_MANY_ATTEMPTS'));
    expect((refused.body as { message: string }).message).toMatch(
      /^We have sent several links already\. You can ask for another in \d+ (minutes|hour)\.$/,
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await mailsTo(email)).toHaveLength(bound);
    // The refusal changes nothing for the member.
    expect((await person.get('/api/me')).status).toBe(200);

    clock.pass(60 * 60 * 1000 + 1_000);
    expect((await confirm(await tokenFor(email))).status).toBe(200);
    expect((await again()).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(bound);
  });

  it('is not requested from the administrator', async () => {
    expect(await asked(await signInAdministrator(portal))).toBe(false);
  });

  it('is not requested without a mail server, and no mail is written', async () => {
    const quiet = await openTestApp(engine);
    const person = await registerPerson(quiet);
    expect(await asked(person)).toBe(false);
    expect((await person.post('/api/me/confirmation-mail', {})).status).toBe(200);
    expect(await quiet.mails()).toEqual([]);
  });
});
