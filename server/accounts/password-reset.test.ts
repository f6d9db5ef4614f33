import { describe, expect, it } from 'vitest';
import { mailBounds, requestBounds } from '#server/config/bounds.ts';
import { openTestApp, openWithMember, registerPerson } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { newEmail, saveProfile } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { mailedResetToken, requestReset, resetPassword, trySignIn } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const minute = 60_000;
const done = { status: 200, body: { status: true } };
const invalidLink = refusedWith(400, 'INVALID_TOKEN', {
  message: 'This password reset link has expired or has already been used.',
  field: 'token',
});

describe('a password reset', () => {
  it('is looked up after the response, whose time tells nothing, and mailed to no unknown address', async () => {
    const { portal, email } = await openWithMember('sqlite');
    const links = () => rowsOf(portal.store, 'mailed_tokens');
    await requestReset(portal, email);
    expect(await links()).toEqual([]);
    await requestReset(portal, 'nobody@students.example');
    expect((await portal.mails()).map(({ to }) => to)).toEqual([[email]]);
    expect(await links()).toHaveLength(1);
  });

  it('can be checked before a new password is chosen, as often as wanted, until a newer link is mailed', async () => {
    const clock = takeClock();
    const { portal, email } = await openWithMember('sqlite');
    const token = await mailedResetToken(portal, email);
    const check = (some: string) => portal.visitor().post('/api/auth/check-reset-link', { token: some });
    for (let round = 0; round < 3; round += 1) expect((await check(token)).status).toBe(200);
    expect(await check(`${token}x`)).toMatchObject(invalidLink);
    expect(await check('\0')).toMatchObject(invalidLink);
    clock.pass(1_000);
    const newer = await mailedResetToken(portal, email);
    expect(await check(token)).toMatchObject(invalidLink);
    expect((await resetPassword(portal, newer)).status).toBe(200);
    expect(await check(newer)).toMatchObject(invalidLink);
  });

  it('keeps its link if the new password is refused', async () => {
    const { portal, email } = await openWithMember('sqlite');
    const token = await mailedResetToken(portal, email);
    for (const password of ['short', 'x'.repeat(129)]) {
      const refused = { status: 400, body: { field: 'newPassword' } };
      expect(await resetPassword(portal, token, password)).toMatchObject(refused);
    }
    const longest = '👋'.repeat(128);
    expect((await resetPassword(portal, token, longest)).status).toBe(200);
    expect((await trySignIn(portal, email, longest)).status).toBe(200);
  });

  it('stores only the token’s hash once the mail is sent', async () => {
    const { portal, person, email } = await openWithMember('sqlite');
    const token = await mailedResetToken(portal, email);
    for (const table of ['mailed_tokens', 'mail_outbox', 'user', 'account', 'session', 'changes'] as const)
      expect(JSON.stringify(await rowsOf(portal.store, table)), table).not.toContain(token);
    expect(await rowsOf(portal.store, 'mailed_tokens')).toMatchObject([{ uid: person.uid }]);
  });

  it('is mailed 5 times an hour for one sender and address, and every request is answered alike', async () => {
    const clock = takeClock();
    const { portal, email } = await openWithMember('sqlite');
    for (const to of [email, 'nobody@students.example']) {
      for (let sent = 0; sent < 7; sent += 1) {
        expect(await requestReset(portal, to)).toMatchObject(done);
      }
    }
    expect(await portal.mails()).toHaveLength(5);
    const another = await registerPerson(portal);
    await requestReset(portal, another.registration.email);
    expect(await portal.mails()).toHaveLength(6);
    clock.pass(61 * minute);
    await requestReset(portal, email);
    expect(await portal.mails()).toHaveLength(7);
  });

  it('remains usable for the owner after strangers everywhere have requested it', async () => {
    const { portal, email } = await openWithMember('sqlite');
    const bound = mailBounds['password-reset'].recipient?.points ?? 0;
    for (let stranger = 0; stranger <= bound; stranger += 1)
      await requestReset(portal, email, `198.51.100.${stranger}`);
    expect(await portal.mails()).toHaveLength(bound);
    expect(await requestReset(portal, email)).toMatchObject(done);
    expect(await portal.mails()).toHaveLength(bound);
    // Mails of the same moment have no order; only the newest link works.
    const statuses = [];
    for (const mail of await portal.mails())
      statuses.push((await resetPassword(portal, tokenIn(mail))).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('leaves no trace of an address without an account', async () => {
    const portal = await openTestApp('sqlite');
    const { points } = requestBounds['reset-request'];
    for (let asked = 0; asked <= points; asked += 1)
      await requestReset(portal, `nobody${asked}@students.example`);
    expect((await requestReset(portal, 'nobody@students.example')).status).toBe(429);
    await portal.deps.background.idle();
    expect((await rowsOf(portal.store, 'rate_limits')).map(({ key }) => key.split(':')[0])).toEqual([
      'reset-request',
    ]);
  });

  it('ends with an e-mail change, which leaves the former address no link', async () => {
    const { portal, person, email, password } = await openWithMember('sqlite');
    const token = await mailedResetToken(portal, email);
    expect((await saveProfile(person, { email: newEmail })).status).toBe(200);
    expect(await resetPassword(portal, token)).toMatchObject(invalidLink);
    expect((await trySignIn(portal, newEmail, password)).status).toBe(200);
  });
});

describeEachEngine('a password reset', (engine) => {
  it('works once, also with 20 concurrent uses', async () => {
    const { portal, email } = await openWithMember(engine);
    const token = await mailedResetToken(portal, email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => resetPassword(portal, token, `new password ${index}`)),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    for (const [index, answer] of answers.entries())
      if (index !== winner) expect(answer).toMatchObject(invalidLink);
    expect(await resetPassword(portal, token)).toMatchObject(invalidLink);
    expect((await trySignIn(portal, email, `new password ${winner}`)).status).toBe(200);
  });

  it('works with one of two mails that were requested at the same time', async () => {
    const { portal, email } = await openWithMember(engine);
    await Promise.all([requestReset(portal, email), requestReset(portal, email)]);
    const mails = await portal.mails();
    expect(mails).toHaveLength(2);
    const statuses: number[] = [];
    for (const mail of mails) statuses.push((await resetPassword(portal, tokenIn(mail))).status);
    expect(statuses.toSorted()).toEqual([200, 400]);
  });
});
