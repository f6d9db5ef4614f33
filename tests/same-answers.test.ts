import { DefaultQueryExecutor } from 'kysely';
import { expect, it, vi } from 'vitest';
import { median } from '../bench/row.ts';
import {
  confirmEmail,
  openTestApp,
  registerPerson,
  signInAdministrator,
  signInReviewer,
} from './helpers/app.ts';
import { saveProfile } from './helpers/email-change.ts';
import { isLongRun, tell } from './helpers/long-run.ts';
import { newRegistration } from './helpers/members.ts';
import { remoteVisitor } from './helpers/remote-visitor.ts';
import { startSmtp } from './helpers/smtp.ts';
import { openTestPortal } from './helpers/test-portal.ts';

/** Requests of each kind. `npm run soak` takes 200 and compares times, which a busy machine makes what it likes. */
const samples = isLongRun ? 200 : 8;
/** Each account may fail four times before the next attempt has to wait. */
const perAccount = 4;
/** A machine that others keep busy is measured again. */
const tries = isLongRun ? 6 : 1;

/** Addresses to ask for, known and unknown ones in turns, so that both meet the same machine. */
function inTurns(known: string[], round: number) {
  return known.flatMap((email, index) => {
    const unknown = `nobody-${round}-${index}@students.example`;
    const pair = [{ kind: 'known', email } as const, { kind: 'unknown', email: unknown } as const];
    // Whose turn it is first changes, for what one leaves behind the other one meets.
    return index % 2 ? pair : pair.toReversed();
  });
}

it.each([
  {
    what: 'a sign-in with a wrong password',
    path: '/api/auth/sign-in/email',
    body: (email: string) => ({ email, password: 'wrong password' }),
    status: 401,
  },
  {
    what: 'a request for a reset link',
    path: '/api/auth/request-password-reset',
    body: (email: string) => ({ email }),
    status: 200,
  },
])(
  '$what is answered alike for known and unknown addresses while the mail server hangs',
  async ({ path, body, status }) => {
    const smtp = await startSmtp();
    smtp.mood = 'hang';
    const portal = await openTestPortal('sqlite', {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'SDC Portal <portal@sdc.example>',
      LOG_LEVEL: 'fatal',
      // So many from one place would be told to wait, known and unknown alike.
      ...(isLongRun && { RATE_LIMIT: 'off' }),
    });
    const differences: number[] = [];
    for (let round = 0; round < tries && !differences.some((part) => part <= 0.1); round += 1) {
      const known: string[] = [];
      for (let count = 0; count < samples / perAccount; count += 1) {
        const form = newRegistration();
        expect((await remoteVisitor(portal.url).send('POST', '/api/register', form)).status).toBe(201);
        known.push(form.email);
      }
      const times = { known: [] as number[], unknown: [] as number[] };
      const answers = new Set<string>();
      for (let attempt = 0; attempt < perAccount; attempt += 1) {
        for (const { kind, email } of inTurns(known, round)) {
          const started = performance.now();
          const answer = await remoteVisitor(portal.url).send('POST', path, body(email));
          times[kind].push(performance.now() - started);
          answers.add(JSON.stringify([answer.status, answer.body, [...answer.headers.keys()]]));
        }
      }
      expect([...answers]).toHaveLength(1);
      expect([...answers][0]).toMatch(new RegExp(`^\\[${status},`));
      const [one, other] = [median(times.known), median(times.unknown)];
      differences.push(Math.abs(one - other) / Math.max(one, other));
      tell(`${path}: known ${one.toFixed(2)} ms, unknown ${other.toFixed(2)} ms, ${samples} of each`);
    }
    if (isLongRun) expect(Math.min(...differences)).toBeLessThanOrEqual(0.1);
  },
);

it('a wrong password asks the database for the same, whatever has become of the address', async () => {
  const portal = await openTestApp('sqlite');
  const lead = await signInAdministrator(portal);
  const { email: reviewer } = await signInReviewer(portal);
  const member = await registerPerson(portal);
  const left = await registerPerson(portal);
  await left.post('/api/me/leave', { password: left.registration.password });
  const removed = await registerPerson(portal, { fullName: 'Ravi Rao' });
  await lead.send('DELETE', `/api/admin/members/${removed.uid}`, { body: { confirm: 'Ravi Rao' } });
  const moved = await registerPerson(portal);
  await confirmEmail(portal, moved.uid);
  await saveProfile(moved, { email: 'moved@students.example' });
  const people = [member, left, removed, moved].map(({ registration }) => registration.email);
  const executor = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  const asked = new Set<string>();
  for (const email of [...people, reviewer, portal.deps.config.adminEmail, 'nobody@students.example']) {
    await portal.deps.background.idle();
    executor.mockClear();
    const wrong = { email, password: 'wrong password' };
    const { status, text } = await portal.visitor().post('/api/auth/sign-in/email', wrong);
    asked.add(JSON.stringify([status, text, executor.mock.calls.map(([{ sql }]) => sql)]));
  }
  expect([...asked]).toEqual([expect.stringContaining('closed_accounts')]);
});
