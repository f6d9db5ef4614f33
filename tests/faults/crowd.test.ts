import { expect, it } from 'vitest';
import { createHashQueue } from '#server/accounts/hash-queue.ts';
import { createPasswords } from '#server/accounts/passwords.ts';
import { mailBounds } from '#server/config/bounds.ts';
import { saveReview } from '#tests/helpers/admin-api.ts';
import {
  confirmEmail,
  openTestApp,
  registerPerson,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { exhaust } from '#tests/helpers/limits.ts';
import { project } from '#tests/helpers/member-input.ts';
import { newRegistration } from '#tests/helpers/members.ts';

/** 200 forged senders do the worst they can at the same time, while honest people use the portal. */

const senders = Array.from({ length: 200 }, (_, n) => `198.18.${n}.1`);
const campus = '203.0.113.1';

it('serves a visitor, a member, the owner of a confirmed mailbox and the administrator beside a crowd', async () => {
  const queue = createHashQueue({ atOnce: 1, waitingAtMost: 20 });
  const portal = await openTestApp('sqlite', { passwords: createPasswords(queue) });
  const { db } = portal.store;
  const administrator = await signInAdministrator(portal);
  const member = await registerPerson(portal, {}, campus);
  const forgetful = await registerPerson(portal, {}, campus);
  await confirmEmail(portal, forgetful.uid);
  expect((await member.put('/api/me/submission', project)).status).toBe(200);
  await member.post('/api/auth/sign-out', {});

  await useUpResets(portal);
  await declareBodies(portal);
  const guessing = startGuessing(portal);
  await expect.poll(guessing.turnedAway, { timeout: 60_000 }).toBeGreaterThan(0);

  const { email, password } = member.registration;
  const answers = await Promise.all([
    portal.visitor(campus).post('/api/register', newRegistration()),
    member.post('/api/auth/sign-in/email', { email, password }),
    resetPassword(forgetful.registration.email),
    saveReview(administrator, member.uid, { submissionReviewed: true }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200]);

  async function resetPassword(to: string) {
    const visitor = portal.visitor(campus);
    expect((await visitor.post('/api/auth/request-password-reset', { email: to })).status).toBe(200);
    const read = () =>
      db
        .selectFrom('mail_outbox')
        .select('text')
        .where('kind', '=', 'password-reset')
        .where('to', '=', to)
        .executeTakeFirst();
    await expect.poll(read, { timeout: 60_000 }).toBeDefined();
    const token = /token=([\w-]+)/.exec((await read())?.text ?? '')?.[1];
    return visitor.post('/api/auth/reset-password', { token, newPassword: 'a new password' });
  }
});

/** Leaves no reset mail for unconfirmed mailboxes. */
async function useUpResets(portal: TestApp): Promise<void> {
  const { total } = mailBounds['password-reset'];
  const limiter = await exhaust(portal, 'mail-password-reset-total', 'all', total, 1);
  const { email } = (await registerPerson(portal)).registration;
  for (const sender of senders.slice(0, 5)) {
    await portal.visitor(sender).post('/api/auth/request-password-reset', { email });
  }
  await portal.deps.background.idle();
  expect((await limiter.read('all')).used).toBeGreaterThanOrEqual(total.points);
}

/** Declares bodies that never arrive, also from the honest visitor's own address. */
async function declareBodies(portal: TestApp): Promise<void> {
  const headers = { 'Content-Length': '65536' };
  for (const sender of [...senders, ...Array.from({ length: 130 }, () => campus)]) {
    const { status } = await portal.visitor(sender).send('POST', '/api/register', { raw: '', headers });
    expect(status).toBe(400);
  }
}

/** Every sender guesses passwords, one after the other, so that more wait than the line has places. */
function startGuessing(portal: TestApp) {
  let turnedAway = 0;
  let stopping = false;
  const all = senders.map(async (sender) => {
    for (let round = 0; !stopping; round += 1) {
      const email = `nobody-${round}@${sender}.example`;
      const guess = { email, password: 'a guess' };
      const { status } = await portal.visitor(sender).post('/api/auth/sign-in/email', guess);
      if (status === 503) turnedAway += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  cleanUpAfterwards(async () => {
    stopping = true;
    await Promise.all(all);
  });
  return { turnedAway: () => turnedAway };
}
