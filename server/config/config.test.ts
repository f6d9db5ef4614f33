import { spawn } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { programEnv } from '#tests/helpers/program-env.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { type Config, readConfig } from './config.ts';
import { ConfigError, type VariableName, variableNames } from './config-variables.ts';

const secret = 'thirty-two characters, or more..';
const portalUrl = 'https://Portal.example.edu';
const database = 'postgres://portal:pw@db.example:5432/portal?sslmode=require';

/** A value that each variable takes, and what it sets. */
const taken: Record<VariableName, [value: string, read: Partial<Config>]> = {
  PORT: ['8080', { port: 8080 }],
  HOST: ['0.0.0.0', { host: '0.0.0.0' }],
  PORTAL_URL: [`${portalUrl}/`, { portalUrl, origins: [portalUrl.toLowerCase()], https: true }],
  DATA_DIR: ['/srv/portal', { dataDir: '/srv/portal' }],
  DATABASE_URL: [database, { databaseUrl: database }],
  AUTH_SECRET: [secret, { authSecret: secret }],
  ADMIN_UID: ['the.admin_1-2', { adminUid: 'the.admin_1-2' }],
  ADMIN_EMAIL: ['Head@Club.example', { adminEmail: 'head@club.example' }],
  ADMIN_PASSWORD: ['123456', { adminPassword: '123456' }],
  SMTP_URL: ['smtps://u:p@mail.example', { smtpUrl: 'smtps://u:p@mail.example' }],
  MAIL_FROM: ['SDC <club@example.edu>', { mailFrom: 'SDC <club@example.edu>' }],
  TIME_ZONE: ['Asia/Kolkata', { timeZone: 'Asia/Kolkata' }],
  CONTACT_INBOX: ['inbox@example.edu', { contactInbox: 'inbox@example.edu' }],
  MAIL_KEEP_DAYS: ['7', { mailKeepDays: 7 }],
  MAIL_KEEP_MB: ['20', { mailKeepMegabytes: 20 }],
  BULK_MAIL_PER_DAY: ['50', { bulkMailPerDay: 50 }],
  FORM_ENDPOINT: ['https://forms.example', { formEndpoint: 'https://forms.example' }],
  CONTACT_FORM_ID: ['xyz_1', { contactFormId: 'xyz_1' }],
  KEEP_MESSAGES_DAYS: ['30', { keepMessagesDays: 30 }],
  INBOX_MB: ['2', { inboxBytes: 2 * 1024 * 1024 }],
  TRUST_PROXY: ['10.0.0.1, ::1, 10.1.0.0/16', { trustedProxies: ['10.0.0.1', '::1', '10.1.0.0/16'] }],
  RATE_LIMIT: ['off', { rateLimit: false }],
  LOG_LEVEL: ['warn', { logLevel: 'warn' }],
  BACKUPS: ['off', { backups: false }],
  BACKUP_PASSPHRASE: ['twelve or more', { backupPassphrase: 'twelve or more' }],
  BACKUP_THEN: ['cp $BACKUP_FILE /mnt', { backupThen: 'cp $BACKUP_FILE /mnt' }],
  DEMO: ['off', { demo: false }],
};

/** Addresses whose password has a character that begins another part, or none. */
function cut(scheme: string): string[] {
  const passwords = ['12#canary', '12/canary', '12?canary', 'canary#1', 'can/ary', '12%canary', '50%', '%zz'];
  return passwords.map((password) => `${scheme}://portal:${password}@db.example/portal`);
}

function refusal(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig({ AUTH_SECRET: secret, ...environment });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('readConfig', () => {
  it('is safe by default: reachable from this machine only, with limits, without mail and proxies', async () => {
    const folder = await newFolder();
    expect(readConfig({ AUTH_SECRET: secret, DATA_DIR: folder })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      portalUrl: 'http://localhost:3000',
      origins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
      dataDir: folder,
      databaseUrl: undefined,
      smtpUrl: undefined,
      trustedProxies: [],
      rateLimit: true,
      demo: false,
    });
  });

  it('mails nobody from a demo', () => {
    const given = { SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'SDC <club@example.edu>' };
    expect(readConfig({ ...given, DEMO: 'on' }).smtpUrl).toBeUndefined();
  });

  it('takes what is given', () => {
    const env = Object.fromEntries(Object.entries(taken).map(([name, [value]]) => [name, value]));
    const config = Object.assign({}, ...Object.values(taken).map(([, read]) => read));
    expect(readConfig(env)).toMatchObject({ ...config, setVariables: [...variableNames] });
  });

  it('takes an empty or blank value as none', () => {
    expect(readConfig({ AUTH_SECRET: secret, PORT: '', LOG_LEVEL: '  ' })).toMatchObject({
      port: 3000,
      logLevel: 'info',
      setVariables: ['AUTH_SECRET'],
    });
  });

  it('takes a value in quotes, as container engines pass it, for the value itself', () => {
    for (const quote of ["'", '"']) {
      const env = Object.fromEntries(
        Object.entries(taken).map(([name, [value]]) => [name, ` ${quote}${value}${quote} `]),
      );
      const config = Object.assign({}, ...Object.values(taken).map(([, read]) => read));
      expect(readConfig(env)).toMatchObject({ ...config, setVariables: [...variableNames] });
    }
    expect(readConfig({ AUTH_SECRET: secret, ADMIN_PASSWORD: `'it is"` }).adminPassword).toBe(`'it is"`);
    expect(readConfig({ AUTH_SECRET: secret, LOG_LEVEL: "''" })).toMatchObject({
      setVariables: ['AUTH_SECRET'],
    });
  });

  it('takes every character of a password in its percent form, and @ as it is', () => {
    for (const password of [encodeURIComponent('12#/?@%'), 'a@b']) {
      const url = `://portal:${password}@db.example/portal`;
      const given = { DATABASE_URL: `postgres${url}`, SMTP_URL: `smtp${url}`, MAIL_FROM: 'a@b.example' };
      expect(refusal(given), password).toBe('accepted');
    }
  });

  it.each([
    ['BACKUP_PASSPHRASE', ['short']],
    ['DEMO', ['yes']],
    ['BACKUPS', ['daily']],
    ['MAIL_KEEP_DAYS', ['0', '1.5', '4000', 'for ever']],
    ['MAIL_KEEP_MB', ['0', '-1', 'much']],
    ['BULK_MAIL_PER_DAY', ['0', '1.5', 'many']],
    ['PORT', ['no', '-1', '65536', '80.5', 'Infinity']],
    [
      'PORTAL_URL',
      [
        'portal',
        'ftp://a.example',
        'https://a.example/portal',
        'https://a.example?x',
        'https://a.example#x',
        'https://u:p@a.example',
      ],
    ],
    ['DATABASE_URL', ['mysql://a/b', 'portal.sqlite', 'postgres', ...cut('postgres')]],
    ['AUTH_SECRET', ['short', 'x'.repeat(31)]],
    ['ADMIN_UID', ['with space', 'x'.repeat(65), 'a/b', 'a\nb']],
    ['ADMIN_EMAIL', ['admin', 'a@b', 'Admin <a@b.co>']],
    ['ADMIN_PASSWORD', ['12345', 'x'.repeat(129)]],
    [
      'SMTP_URL',
      [
        ...['http://mail.example', 'mail.example:25', ...cut('smtp')],
        ...['smtp://u:p@mail.example:465', 'smtps://u:p@mail.example:587', 'smtps://mail.example:25'],
      ],
    ],
    ['MAIL_FROM', ['club', 'Club <club>', 'a@b.co\r\nBcc: c@d.co']],
    ['TIME_ZONE', ['Asia/Atlantis', 'IST+5:30', '+05:30', '<b>', `Asia/${'x'.repeat(4_000)}`]],
    ['CONTACT_INBOX', ['inbox', 'a@b.co, c@d.co']],
    ['FORM_ENDPOINT', ['forms.example', 'javascript:alert(1)']],
    ['KEEP_MESSAGES_DAYS', ['0', '1.5', 'x', '40000']],
    ['INBOX_MB', ['0', '1e9']],
    ['CONTACT_FORM_ID', ['a b', 'x'.repeat(65), 'a/b']],
    ['TRUST_PROXY', ['proxy', '10.0.0.1,', '10.0.0.0/33', '10.0.0.256']],
    ['RATE_LIMIT', ['yes', 'ON', '1']],
    ['LOG_LEVEL', ['loud', 'INFO']],
  ] as const)('refuses a wrong %s in one line that names it', (name, values) => {
    for (const value of values) {
      expect(refusal({ [name]: value }), value).toMatch(new RegExp(`^${name} must be \\S.*$`));
      expect(refusal({ [name]: value })).not.toContain('\n');
    }
  });

  it('never repeats a secret in its refusal', () => {
    expect(refusal({ AUTH_SECRET: 'too-short-canary' })).not.toContain('canary');
    expect(refusal({ ADMIN_PASSWORD: 'canar' })).not.toContain('canar');
    for (const url of ['mysql://u:canary@a/b', ...cut('postgres')]) {
      expect(refusal({ DATABASE_URL: url })).not.toContain('canary');
    }
  });

  it.each(['DATA_DIR', 'HOST'] as const)('takes any text as %s', (name) => {
    expect(refusal({ [name]: '/nowhere at all' })).toBe('accepted');
  });
});

describe('a separate secret', () => {
  it('is made once, in a folder and a file for this user only', async () => {
    const folder = join(await newFolder(), 'new', 'data');
    const { authSecret } = readConfig({ DATA_DIR: folder });
    expect(authSecret.length).toBeGreaterThanOrEqual(43);
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(authSecret);
    expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(folder)).toEqual(['secret']);
    expect(readConfig({ DATA_DIR: folder }).authSecret).toBe(authSecret);
  });

  it('differs from one portal to the next', async () => {
    const [one, other] = [await newFolder(), await newFolder()];
    expect(readConfig({ DATA_DIR: one }).authSecret).not.toBe(readConfig({ DATA_DIR: other }).authSecret);
  });

  it('is not made where one is given', async () => {
    const folder = await newFolder();
    readConfig({ DATA_DIR: folder, AUTH_SECRET: secret });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is the same for processes that start together', async () => {
    const folder = join(await newFolder(), 'data');
    const program = `import { readConfig } from './server/config/config.ts'; process.stdout.write(readConfig(process.env).authSecret);`;
    const starts = Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
        env: { ...programEnv(), DATA_DIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return text(child.stdout);
    });
    const secrets = await Promise.all(starts);
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
    expect(new Set(secrets).size).toBe(1);
    expect(await readdir(folder)).toEqual(['secret']);
  });

  it.each(['', 'half a sec'])('stops the start where the file holds %j', async (content) => {
    const folder = await newFolder();
    await writeFile(join(folder, 'secret'), content);
    expect(refusal({ AUTH_SECRET: '', DATA_DIR: folder })).toMatch(
      /^DATA_DIR must hold a secret of .*secret$/,
    );
    expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(content);
  });

  it('stops the start where DATA_DIR is no folder', async () => {
    const file = join(await newFolder(), 'file');
    await writeFile(file, '');
    expect(refusal({ AUTH_SECRET: '', DATA_DIR: file })).toMatch(/^DATA_DIR must be a folder/);
  });
});
