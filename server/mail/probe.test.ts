import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { readStoredHealth } from '#server/diagnostics/health.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { freshDatabase } from '#tests/helpers/engines.ts';
import { placeVariables, runPortal } from '#tests/helpers/portal-command.ts';

const MAIL_FROM = 'SDC Portal <portal@sdc.example>';

/** A mail server with one user, `club`, and one password. */
async function serverWithPassword(password: string): Promise<{ host: string; arrived: () => number }> {
  let arrived = 0;
  const server = new SMTPServer({
    logger: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error('Invalid login')),
    onData(stream, _session, done) {
      stream.resume().once('end', () => {
        arrived += 1;
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  cleanUpAfterwards(() => new Promise<void>((closed) => server.close(() => closed())));
  return { host: `127.0.0.1:${(server.server.address() as AddressInfo).port}`, arrived: () => arrived };
}

async function delivery(smtpUrl: string) {
  const portal = await openTestApp('sqlite', { env: { SMTP_URL: smtpUrl, MAIL_FROM } });
  const groups = await readStoredHealth(portal.deps);
  return groups.flatMap(({ facts }) => facts).find(({ label }) => label === 'Delivery');
}

it('the health page distinguishes a wrong SMTP password, an unreachable server and one that works', async () => {
  const { host } = await serverWithPassword('right-word');
  expect(await delivery(`smtp://club:right-word@${host}`)).toMatchObject({ verdict: 'good' });
  expect(await delivery(`smtp://club:wrong-word@${host}`)).toMatchObject({
    value: 'By mail server: failing',
    verdict: 'bad',
    advice: expect.stringContaining('refuses the user name or password'),
  });
  expect(await delivery('smtp://127.0.0.1:1')).toMatchObject({
    verdict: 'bad',
    advice: expect.stringContaining('cannot be reached'),
  });
});

it('npm run portal -- mail test sends one mail, or prints the SMTP dialogue, without the password', async () => {
  const { host, arrived } = await serverWithPassword('right-word');
  const variables = { ...placeVariables(await freshDatabase('sqlite')), MAIL_FROM };
  const testWith = (password: string) => {
    const env = { ...variables, SMTP_URL: `smtp://club:${password}@${host}` };
    return runPortal(['mail', 'test', 'you@example.org'], env);
  };
  expect(await testWith('right-word')).toMatchObject({
    code: 0,
    out: expect.stringContaining('accepted the email to you@example.org'),
  });
  expect(arrived()).toBe(1);

  const failed = await testWith('wrong-word');
  expect(failed.code).toBe(1);
  expect(failed.err).toMatch(/^The mail was not sent: Invalid login.+\n$/);
  expect(failed.out).toMatch(/^C: EHLO /m);
  expect(failed.out).toMatch(/^S: 535 /m);
  expect(failed.out).not.toContain('wrong-word');
  expect(failed.out).not.toContain(Buffer.from('\0club\0wrong-word').toString('base64'));
});
