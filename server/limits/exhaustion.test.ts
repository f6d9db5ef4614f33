import { expect, it } from 'vitest';
import { accountBounds, byteBounds, mailBounds, requestBounds } from '#server/config/bounds.ts';
import {
  confirmEmail,
  openTestApp,
  registerPerson,
  signInAdministrator,
  type TestApp,
  type TestAppOptions,
} from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { saveProfile } from '#tests/helpers/email-change.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { exhaust } from '#tests/helpers/limits.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { mailedResetToken, requestReset, trySignIn } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const campus = '192.0.2.1';
const elsewhere = '198.51.100.1';

const small = { points: 1, seconds: 3_600 };
const track = { developmentTrack: 'web' };
const inAnHour = { message: expect.stringMatching(/again in 1 hour\.$/) };
const register = (portal: TestApp, address: string) =>
  portal.visitor(address).post('/api/register', newRegistration());

async function open(options?: TestAppOptions) {
  const portal = await openTestApp('sqlite', options);
  const member = await registerPerson(portal, {}, campus);
  const { email, password } = member.registration;
  return { portal, member, email, password };
}

/**
 * A play for each row of the table "Used up by" in docs/security.md but the last three: hashes are used up in
 * tests/faults/crowd.test.ts and server/accounts/fair-queue.test.ts, and live streams in server/live/streams.test.ts.
 */
const plays: Record<string, () => Promise<void>> = {
  async 'requests of one address'() {
    const { portal, member, email, password } = await open();
    for (const kind of ['register', 'sign-in', 'reset-request', 'form'] as const) {
      await exhaust(portal, kind, campus, requestBounds[kind]);
    }
    expect((await trySignIn(portal, email, password, portal.visitor(campus))).status).toBe(429);
    expect((await requestReset(portal, email, campus)).status).toBe(429);
    expect((await register(portal, campus)).status).toBe(429);
    expect((await portal.visitor(campus).post('/f/contact', contactMessage())).status).toBe(429);
    expect((await trySignIn(portal, email, password, member)).status).toBe(200);
    expect((await member.post('/f/contact', contactMessage())).status).toBe(200);
    expect((await member.post('/api/auth/request-password-reset', { email })).status).toBe(200);
    expect((await register(portal, elsewhere)).status).toBe(201);
  },
  async 'requests of one account'() {
    const { portal, member } = await open();
    const neighbour = await registerPerson(portal, {}, campus);
    await exhaust(portal, 'person', member.uid, accountBounds.writes);
    await exhaust(portal, 'person-form', member.uid, accountBounds.forms);
    for (const [person, status] of [
      [member, 429],
      [neighbour, 200],
    ] as const) {
      expect((await person.put('/api/me/track', track)).status).toBe(status);
      expect((await person.post('/f/contact', contactMessage())).status).toBe(status);
    }
  },
  async 'wrong tokens of one address'() {
    const { portal, email } = await open();
    await exhaust(portal, 'wrong-token', campus, requestBounds['wrong-token']);
    const stranger = portal.visitor(campus);
    expect((await stranger.post('/api/auth/check-reset-link', { token: 'made-up' })).status).toBe(429);
    const token = await mailedResetToken(portal, email);
    expect((await stranger.post('/api/auth/check-reset-link', { token })).status).toBe(200);
  },
  async 'bytes of one address'() {
    const { portal, member } = await open({ byteLimits: { ...byteBounds, strangerAddress: small } });
    const refused = await register(portal, campus);
    expect(refused).toMatchObject(refusedWith(429, 'TOO_MANY_ATTEMPTS', inAnHour));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    const message = () => portal.visitor('198.51.100.2').post('/f/contact', contactMessage());
    expect([(await message()).status, (await message()).status]).toEqual([200, 429]);
    expect((await member.put('/api/me/track', track)).status).toBe(200);
    expect((await register(portal, elsewhere)).status).toBe(201);
  },
  async 'bytes of all strangers'() {
    const { portal, member } = await open({ byteLimits: { ...byteBounds, strangersTotal: small } });
    expect((await register(portal, elsewhere)).status).toBe(503);
    expect((await member.put('/api/me/track', track)).status).toBe(200);
    expect((await member.post('/f/contact', contactMessage())).status).toBe(200);
  },
  async 'bytes of all members'() {
    const { portal, member } = await open({ byteLimits: { ...byteBounds, membersTotal: small } });
    const administrator = await signInAdministrator(portal);
    expect((await member.put('/api/me/track', track)).status).toBe(200);
    expect((await member.put('/api/me/track', track)).status).toBe(503);
    expect((await administrator.put('/api/diagnostics/test-node', { message: 'x' })).status).toBe(200);
    expect((await register(portal, elsewhere)).status).toBe(201);
    expect((await member.get('/api/me')).status).toBe(200);
  },
  async 'mails of one kind'() {
    const { portal, member } = await open();
    const stranger = await registerPerson(portal, {}, elsewhere);
    await confirmEmail(portal, member.uid);
    await exhaust(portal, 'mail-password-reset-total', 'all', mailBounds['password-reset'].total);
    // The response says neither whether the address is known nor whether it is confirmed.
    for (const { email } of [stranger.registration, member.registration, newRegistration()]) {
      const answer = await requestReset(portal, email, campus);
      expect(answer).toMatchObject({ status: 200, body: { status: true } });
    }
    expect((await portal.mails()).map(({ to }) => to)).toEqual([[member.registration.email]]);
  },
  async 'mails to confirmed mailboxes of new accounts'() {
    const clock = takeClock();
    const { portal, member } = await open();
    await signInAdministrator(portal);
    await confirmEmail(portal, member.uid);
    clock.pass(24 * 60 * 60 * 1000);
    const stranger = await registerPerson(portal, {}, campus);
    await confirmEmail(portal, stranger.uid);
    const { total, confirmed = total, sender = total } = mailBounds['password-reset'];
    await exhaust(portal, 'mail-password-reset-total', 'all', total);
    await exhaust(portal, 'mail-password-reset-confirmed', 'all', confirmed);
    await exhaust(portal, 'mail-password-reset-sender', campus, sender);
    const { adminEmail } = portal.deps.config;
    for (const email of [stranger.registration.email, member.registration.email, adminEmail]) {
      expect((await requestReset(portal, email, campus)).status).toBe(200);
    }
    const receivers = (await portal.mails()).flatMap(({ to }) => to);
    expect(receivers.toSorted()).toEqual([member.registration.email, adminEmail].toSorted());
  },
  async 'mails of kinds that unconfirmed mailboxes get'() {
    // With a mail server, so that addresses are confirmed. Nothing is delivered: the queue is never started.
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'SDC <portal@club.example>' };
    const { portal, member, email, password } = await open({ env });
    const confirmed = await registerPerson(portal);
    await confirmEmail(portal, confirmed.uid);
    for (const kind of [
      'confirm-email',
      'email-changed',
      'account-notice',
      'form-receipt',
      'form-message',
    ] as const) {
      await exhaust(portal, `mail-${kind}-total`, 'all', mailBounds[kind].total);
    }
    const before = await rowsOf(portal.store, 'mail_outbox');
    const refused = refusedWith(503, 'TOO_BUSY', inAnHour);
    expect(await member.post('/api/me/confirmation-mail', {})).toMatchObject(refused);
    expect(await saveProfile(member, { email: 'another@students.example' })).toMatchObject(refused);
    expect((await register(portal, elsewhere)).status).toBe(201);
    expect((await portal.visitor(elsewhere).post('/f/contact', contactMessage())).status).toBe(200);
    await portal.deps.background.idle();
    expect(await rowsOf(portal.store, 'mail_outbox')).toEqual(before);

    expect((await saveProfile(confirmed, { email: 'confirmed@students.example' })).status).toBe(200);
    expect((await saveProfile(member, { email })).status).toBe(200);
    expect((await member.put('/api/me/track', track)).status).toBe(200);
    expect((await member.post('/f/contact', contactMessage())).status).toBe(200);
    expect((await trySignIn(portal, email, password)).status).toBe(200);
    expect(await rowsOf(portal.store, 'form_submissions')).toHaveLength(2);
  },
};

it.each(Object.entries(plays))('beside a crowd, the others are served: %s', (_row, play) => play());
