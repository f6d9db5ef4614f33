import { expect, it } from 'vitest';
import { logBounds } from '#server/config/bounds.ts';
import { openWithMember } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { requestReset, trySignIn } from '#tests/helpers/passwords.ts';
import { createLog } from './log.ts';

const hour = 60 * 60 * 1000;

function openLog() {
  const lines: { msg: string; leftOut?: object }[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line) as { msg: string }) });
  return { log, lines };
}

it('writes the same warning up to its hourly limit, then logs how many it omitted', () => {
  const clock = takeClock();
  const { log, lines } = openLog();
  const bound = logBounds.problems.points;
  for (let n = 0; n < bound + 25; n += 1) log.warn({ n }, 'database connection lost');
  expect(lines).toHaveLength(bound);
  log.child({ path: '/' }).error('request failed');
  expect(lines).toHaveLength(bound + 1);

  clock.pass(hour + 1);
  log.warn('database connection lost');
  expect(lines.slice(bound + 1)).toMatchObject([
    { msg: 'log lines left out', leftOut: { 'database connection lost': 25 } },
    { msg: 'database connection lost' },
  ]);
  clock.pass(hour + 1);
  log.warn('database connection lost');
  expect(lines).toHaveLength(bound + 4);
});

it('gets at most one line from one anonymous request, whatever its outcome', async () => {
  const { portal, email } = await openWithMember('sqlite', {
    env: { LOG_LEVEL: 'info', CONTACT_INBOX: 'leads@club.example' },
  });
  const lines = () => portal.logText().split('\n').filter(Boolean).length;
  async function expectOneLineOfEach(requests: Record<string, () => Promise<unknown>>): Promise<void> {
    for (const [what, send] of Object.entries(requests)) {
      const before = lines();
      await send();
      await portal.mails();
      expect(lines() - before, what).toBeLessThanOrEqual(1);
    }
  }
  const unknown = 'x@y.example';
  await expectOneLineOfEach({
    registration: () => portal.visitor().post('/api/register', newRegistration()),
    'taken address': () => portal.visitor().post('/api/register', newRegistration({ email })),
    'bad input': () => portal.visitor().post('/api/register', { email: 1 }),
    'no JSON': () => portal.visitor().send('POST', '/api/register', { raw: '{' }),
    'too long': () => portal.visitor().send('POST', '/api/register', { raw: 'x'.repeat(70_000) }),
    'wrong password': () => trySignIn(portal, email, 'wrong!'),
    'unknown address': () => trySignIn(portal, unknown, 'wrong!'),
    reset: () => requestReset(portal, email),
    'reset of nobody': () => requestReset(portal, unknown),
    'false token': () => portal.visitor().post('/api/auth/confirm-email', { token: 'false' }),
    form: () => portal.visitor().post('/f/contact', contactMessage()),
    'bad form': () => portal.visitor().send('POST', '/f/contact', { raw: '{' }),
    'unknown form': () => portal.visitor().post('/f/unknown', {}),
    'unknown page': () => portal.visitor().get('/nothing-here'),
    'no session': () => portal.visitor().get('/api/me'),
  });

  await portal.store.db.schema.alterTable('session').renameTo('session_gone').execute();
  const member = portal.visitor();
  member.cookies.set('sdc_session', 'forged.cookie');
  await expectOneLineOfEach({
    'failing registration': () => member.post('/api/register', newRegistration()),
    'failing page': () => member.get('/dashboard'),
  });
  portal.takeErrors();
});
