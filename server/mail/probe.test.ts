import { expect, it } from 'vitest';
import { readStoredHealth } from '#server/diagnostics/health.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { freshDatabase } from '#tests/helpers/engines.ts';
import { placeVariables, runPortal } from '#tests/helpers/portal-command.ts';
import { startSmtp } from '#tests/helpers/smtp.ts';

const MAIL_FROM = 'SDC Portal <portal@sdc.example>';

async function delivery(smtpUrl: string) {
  const portal = await openTestApp('sqlite', { env: { SMTP_URL: smtpUrl, MAIL_FROM } });
  const groups = await readStoredHealth(portal.deps);
  return groups.flatMap(({ facts }) => facts).find(({ label }) => label === 'Delivery');
}

it('the health page distinguishes a wrong SMTP password, a busy server, an unreachable one and one that works', async () => {
  const { host } = new URL((await startSmtp({ password: 'right-word' })).url);
  expect(await delivery(`smtp://club:right-word@${host}`)).toMatchObject({ verdict: 'good' });
  expect(await delivery(`smtp://club:wrong-word@${host}`)).toMatchObject({
    value: 'By mail server: failing',
    verdict: 'bad',
    advice: expect.stringContaining('refuses the user name or password'),
  });
  const busy = new URL((await startSmtp({ password: 'right-word', wrongPassword: 454 })).url).host;
  expect(await delivery(`smtp://club:right-words@${busy}`)).toMatchObject({
    verdict: 'bad',
    advice: expect.stringContaining('responds but does not accept mail'),
  });
  expect(await delivery('smtp://127.0.0.1:1')).toMatchObject({
    verdict: 'bad',
    advice: expect.stringContaining('cannot be reached'),
  });
});

it('npm run portal -- mail test sends one mail, or prints the SMTP dialogue, without the password', async () => {
  const { url, arrived } = await startSmtp({ password: 'right-word' });
  const variables = { ...placeVariables(await freshDatabase('sqlite')), MAIL_FROM };
  const testWith = (password: string) => {
    const env = { ...variables, SMTP_URL: url.replace('//', `//club:${password}@`) };
    return runPortal(['mail', 'test', 'you@example.org'], env);
  };
  expect(await testWith('right-word')).toMatchObject({
    code: 0,
    out: expect.stringContaining('accepted the email to you@example.org'),
  });
  expect(arrived).toHaveLength(1);

  const failed = await testWith('wrong-word');
  expect(failed.code).toBe(1);
  expect(failed.err).toMatch(/^The mail was not sent: Invalid login.+\n$/);
  expect(failed.out).toMatch(/^C: EHLO /m);
  expect(failed.out).toMatch(/^S: 535 /m);
  expect(failed.out).not.toContain('wrong-word');
  expect(failed.out).not.toContain(Buffer.from('\0club\0wrong-word').toString('base64'));
});
