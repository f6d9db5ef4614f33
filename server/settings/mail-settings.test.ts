import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { defaultMailSettings, type MailSettings } from '#domain/mail-settings.ts';
import { openTestApp, registerPerson, signInAdministrator, type TestAppOptions } from '#tests/helpers/app.ts';
import { describeEachEngine, freshDatabase, type TestEngine } from '#tests/helpers/engines.ts';
import { listening } from '#tests/helpers/listen.ts';
import { everythingStored } from '#tests/helpers/records.ts';
import { startSmtp } from '#tests/helpers/smtp.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const password = 'canary-mail-password';

function settingsOf(url: string, some: Partial<MailSettings> = {}): MailSettings {
  const { hostname, port } = new URL(url);
  const server = { host: hostname, port: Number(port), security: 'none' } as const;
  return { ...defaultMailSettings, ...server, sender: 'Club <club@example.edu>', ...some };
}

async function open(engine: TestEngine, options: TestAppOptions = {}) {
  const portal = await openTestApp(engine, options);
  const administrator = await signInAdministrator(portal);
  let version = 0;
  async function save(value: MailSettings) {
    const answer = await administrator.put('/api/admin/settings/mail', { value, version });
    if (answer.status === 200) version = (answer.body as { version: number }).version;
    return answer;
  }
  const storePassword = (text: string) =>
    administrator.put('/api/admin/settings/mail/password', { password: text });
  return { portal, administrator, save, storePassword };
}

describeEachEngine('the mail settings', (engine) => {
  it('send mail by the server that was saved, from the next mail on, also on another process', async () => {
    const place = await freshDatabase(engine);
    const { portal, save, storePassword } = await open(engine, { place });
    const other = await openTestApp(engine, { place });
    const smtp = await startSmtp({ password });
    await registerPerson(portal);
    await portal.mails();
    expect(smtp.arrived).toEqual([]);
    expect((await save(settingsOf(smtp.url, { user: 'club', perDay: 7 }))).status).toBe(200);
    expect((await storePassword(password)).body).toEqual({ environment: [], password: true });
    await expect.poll(() => other.deps.config.smtpUrl, { timeout: 2_000 }).toContain(`club:${password}@`);
    expect(other.deps.config.bulkMailPerDay).toBe(7);
    await registerPerson(other);
    await other.mails();
    expect(smtp.arrived.map(({ mail }) => mail.from?.address)).toEqual(['club@example.edu']);
  });

  it('keep the password out of every answer, the log, the history and the database', async () => {
    const { portal, administrator, save, storePassword } = await open(engine);
    await save(settingsOf('smtp://mail.test:25', { user: 'club' }));
    const answers = [await storePassword(password)];
    for (const path of ['settings/mail', 'settings/mail/state', 'changes'])
      answers.push(await administrator.get(`/api/admin/${path}`));
    answers.push(await administrator.get('/api/diagnostics/config'));
    answers.push(await administrator.get('/admin-dashboard'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const everything = JSON.stringify([answers, await everythingStored(portal.store)]) + portal.logText();
    expect(everything).not.toContain(password);
    expect(portal.deps.config.smtpUrl).toContain(password);
  });

  it('give the password to no other server or user', async () => {
    const { portal, administrator, save, storePassword } = await open(engine);
    const value = settingsOf('smtp://mail.test:25', { user: 'club' });
    await save(value);
    await storePassword(password);
    for (const other of [{ host: 'evil.test' }, { user: 'other' }]) {
      await save({ ...value, ...other });
      expect(portal.deps.config.smtpUrl).not.toContain(password);
      expect((await administrator.get('/api/admin/settings/mail/state')).body).toMatchObject({
        password: false,
      });
    }
    await save(value);
    expect(portal.deps.config.smtpUrl).toContain(password);
    await storePassword('');
    expect(portal.deps.config.smtpUrl).not.toContain(password);
  });
});

describe('the environment', () => {
  it('takes precedence where it sets something, and the page can say so', async () => {
    const smtp = await startSmtp();
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'env@example.edu' };
    const { portal, administrator, save } = await open('sqlite', { env });
    const contactInbox = 'inbox@example.edu';
    await save({ ...settingsOf('smtp://other.test:25'), contactInbox });
    expect(portal.deps.config).toMatchObject({
      ...{ smtpUrl: smtp.url, mailFrom: 'env@example.edu', contactInbox },
    });
    expect((await administrator.get('/api/admin/settings/mail/state')).body).toEqual({
      environment: ['server', 'sender'],
      password: false,
    });
  });

  it('of a demo sends nothing, whatever is saved', async () => {
    const { portal, save } = await open('sqlite', { env: { DEMO: 'on' } });
    await save(settingsOf('smtp://mail.test:25'));
    expect(portal.deps.config.smtpUrl).toBeUndefined();
  });
});

it('a host that is no server’s, such as one with its port, is neither saved nor tried', async () => {
  const { administrator, save } = await open('sqlite');
  for (const host of ['smtp.example.edu:587', '1.2.3.4.5', '9'.repeat(20), ':::']) {
    const value = settingsOf('smtp://mail.test:25', { host });
    const refused = { status: 400, body: { field: 'value.host' } };
    expect(await save(value), host).toMatchObject(refused);
    const test = { to: 'lead@example.edu', value };
    expect(await administrator.post('/api/admin/settings/mail/test', test), host).toMatchObject(refused);
  }
  expect((await save(settingsOf('smtp://mail.test:25', { host: '::1' }))).status).toBe(200);
});

describe('a test email', () => {
  it('is sent with settings that are not saved, and shows the answer of the server', async () => {
    const { administrator, save } = await open('sqlite');
    const smtp = await startSmtp({ password });
    const value = settingsOf(smtp.url, { user: 'club' });
    const test = { to: 'lead@example.edu', value, password };
    expect((await administrator.post('/api/admin/settings/mail/test', test)).body).toMatchObject({
      sent: true,
      answer: expect.stringMatching(/^250 /),
    });
    expect(smtp.arrived).toHaveLength(1);
    expect(await save({ ...value, sender: '' })).toMatchObject({
      status: 400,
      body: { field: 'value.sender' },
    });
  });

  it('says in words what is wrong with the settings', { timeout: 60_000 }, async () => {
    const { portal, administrator } = await open('sqlite');
    const smtp = await startSmtp({ password, mood: () => 'take', refuses: () => '550 5.1.1 No such user' });
    const refusing = await startSmtp({ mood: 'refuse' });
    const silent = await listening(createServer());
    const good = settingsOf(smtp.url, { user: 'club' });
    const wrong: [Partial<MailSettings>, RegExp][] = [
      [{ host: 'no-such-host.invalid' }, /cannot be reached/],
      [{ port: 1 }, /cannot be reached/],
      [{ security: 'tls' }, /does not begin with TLS/],
      [{ security: 'starttls' }, /does not offer STARTTLS/],
      [{ user: 'other', sender: '' }, /refuses the user name or password/],
      [settingsOf(refusing.url), /does not accept mail|refuses the sender/],
      [{ host: '127.0.0.1', port: silent }, /says nothing/],
      [{}, /refuses the address of the recipient/],
    ];
    for (const [part, text] of wrong) {
      const value = { ...good, ...part };
      const body = { to: 'lead@example.edu', value, password: value.user === 'other' ? 'wrong' : password };
      const answer = await administrator.post('/api/admin/settings/mail/test', body);
      expect(answer.body, String(text)).toMatchObject({ sent: false, text: expect.stringMatching(text) });
      expect(JSON.stringify(answer.body)).not.toContain(password);
    }
    expect(portal.logText()).not.toContain(password);
    const none = { to: 'lead@example.edu', value: defaultMailSettings };
    expect((await administrator.post('/api/admin/settings/mail/test', none)).body).toMatchObject({
      sent: false,
      text: 'No mail server is set.',
    });
    const visitor = portal.visitor();
    expect(await visitor.post('/api/admin/settings/mail/test', none)).toMatchObject(
      refusedWith(401, 'SIGN_IN_REQUIRED'),
    );
  });
});
