import { describe, expect, it } from 'vitest';
import type { MailKind } from '#domain/member-account.ts';
import {
  confirmEmail,
  openTestApp,
  registerPerson,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { saveProfile } from '#tests/helpers/email-change.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { exhaust } from '#tests/helpers/limits.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { trySignIn } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import type { Answer } from '#tests/helpers/visitor.ts';
import { mailBounds } from './bounds.ts';

/** FIGURES 22 and S2, over HTTP: the counters themselves are tested in mail-limits.test.ts. */
describe('mails', () => {
  /** With a mail server, so that addresses are confirmed. Nothing is delivered: the queue is never started. */
  function open(): Promise<TestApp> {
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'SDC <portal@club.example>' };
    return openTestApp('sqlite', { env });
  }

  async function queued(portal: TestApp, kind: MailKind): Promise<number> {
    return (await rowsOf(portal.store, 'mail_outbox')).filter((mail) => mail.kind === kind).length;
  }

  function expectRefusal(answer: Answer, status: 429 | 503): void {
    const code = status === 429 ? 'TOO_MANY_ATTEMPTS' : 'TOO_BUSY';
    expect(answer).toMatchObject({
      status,
      body: { code, message: expect.stringMatching(/again in 1 hour\.$/) },
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }

  it('of an account: the sixth change of the address gets 429 and changes nothing', async () => {
    const portal = await open();
    const person = await registerPerson(portal);
    const points = mailBounds['email-changed'].account?.points ?? 0;
    for (let n = 0; n < points; n += 1) {
      expect((await saveProfile(person, { email: `asha${n}@students.example` })).status).toBe(200);
    }
    expectRefusal(await saveProfile(person, { email: 'asha-more@students.example' }), 429);
    const email = `asha${points - 1}@students.example`;
    expect((await person.get('/api/me')).body).toMatchObject({ email });
  });

  it('in total: none for unconfirmed mailboxes; confirmed ones, members and everything else go on', async () => {
    const portal = await open();
    const member = await registerPerson(portal);
    const administrator = await signInAdministrator(portal);
    for (const kind of ['confirm-email', 'email-changed', 'form-receipt', 'form-message'] as const) {
      await exhaust(portal, `mail-${kind}-total`, 'all', mailBounds[kind].total);
    }

    const confirmed = await registerPerson(portal);
    await confirmEmail(portal, confirmed.uid);
    expect((await saveProfile(confirmed, { email: 'confirmed@students.example' })).status).toBe(200);
    expectRefusal(await member.post('/api/me/confirmation-mail', {}), 503);
    expectRefusal(await saveProfile(member, { email: 'another@students.example' }), 503);

    const before = await queued(portal, 'confirm-email');
    const newcomer = await portal.visitor('192.0.2.9').post('/api/register', newRegistration());
    expect(newcomer.status).toBe(201);
    expect(await queued(portal, 'confirm-email')).toBe(before);
    expect((await portal.visitor('192.0.2.9').post('/f/contact', contactMessage())).status).toBe(200);
    expect(await queued(portal, 'form-receipt')).toBe(0);

    expect((await saveProfile(member, { email: member.registration.email })).status).toBe(200);
    expect((await member.put('/api/me/track', { developmentTrack: 'ml' })).status).toBe(200);
    expect((await member.post('/f/contact', contactMessage())).status).toBe(200);
    const { email, password } = member.registration;
    expect((await trySignIn(portal, email, password)).status).toBe(200);
    const inbox = await administrator.get('/api/admin/form-submissions');
    expect(inbox.body).toMatchObject({ unread: 2 });
  });
});
