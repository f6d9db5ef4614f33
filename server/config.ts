import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isNetwork } from './http/client-address.ts';
import { OperatorError } from './operator-error.ts';

/** The variables that the portal reads, all optional. docs/operations.md describes them. */
export const variableNames = [
  'PORT',
  'HOST',
  'PORTAL_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'AUTH_SECRET',
  'ADMIN_UID',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'MAIL_FROM',
  'CONTACT_INBOX',
  'MAIL_KEEP_DAYS',
  'MAIL_KEEP_MB',
  'FORM_ENDPOINT',
  'CONTACT_FORM_ID',
  'KEEP_MESSAGES_DAYS',
  'KEEP_TEXTS_DAYS',
  'INBOX_MB',
  'TRUST_PROXY',
  'RATE_LIMIT',
  'LOG_LEVEL',
  'METRICS_TOKEN',
  'BACKUP_PASSPHRASE',
  'DEMO',
] as const;
export type VariableName = (typeof variableNames)[number];

/** The administrator's address until another one is set. It cannot receive mail. */
export const defaultAdminEmail = 'admin@sdc.example';

export interface Config {
  port: number;
  host: string;
  /** The public address, without a trailing slash. */
  portalUrl: string;
  /** Origins that may change state: the public one, and also the loopback address if the public one is the default. */
  origins: string[];
  https: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The server itself, behind a transaction pooler; undefined if `databaseUrl` leads there. */
  databaseListenUrl: string | undefined;
  authSecret: string;
  adminUid: string;
  adminEmail: string;
  adminPassword: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  contactInbox: string | undefined;
  /** The lifetime of sent mails, as rows without their text and as files. */
  mailKeepDays: number;
  /** The space for sent mails, in MiB; the oldest are removed first. */
  mailKeepMegabytes: number;
  /** An absolute origin of a form service. */
  formEndpoint: string | undefined;
  contactFormId: string;
  /** The lifetimes, in days, of messages and of long texts that a change replaced. */
  keepMessagesDays: number;
  keepTextsDays: number;
  /** Once the messages are larger than this, only signed-in members can send more. */
  inboxBytes: number;
  /** Addresses and networks in CIDR notation. */
  trustedProxies: string[];
  rateLimit: boolean;
  logLevel: string;
  /** The size of Node's thread pool, which hashes share with files, host names and mail. */
  threadPoolSize: number;
  /** The token for /metrics; without it the page does not exist. */
  metricsToken: string | undefined;
  /** Encrypts backups; undefined leaves them unencrypted. */
  backupPassphrase: string | undefined;
  /** Whether every page says that its members are fictional. */
  demo: boolean;
  /** Which variables are set, for the configuration test; never their values. */
  setVariables: VariableName[];
}

/** A variable has a wrong value. The message is one line that names the variable and what it accepts. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError';
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const webAddress = z.url({ protocol: /^https?$/ });

function isOriginOnly(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.href === `${parsed?.origin}/`;
}

const accepted = {
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address or host name to listen on',
  PORTAL_URL: 'an http or https address without a path, such as https://portal.example.edu',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'a postgres:// address, or nothing for SQLite',
  DATABASE_LISTEN_URL: 'a postgres:// address that leads past the pooler, or nothing where there is none',
  AUTH_SECRET: 'at least 32 characters',
  ADMIN_UID: '1 to 64 letters, digits, dots, dashes or underscores',
  ADMIN_EMAIL: 'an email address',
  ADMIN_PASSWORD: '6 to 128 characters',
  SMTP_URL: 'an smtp:// or smtps:// address',
  MAIL_FROM: 'an email address, or a name with one: SDC <club@example.edu>',
  CONTACT_INBOX: 'an email address',
  MAIL_KEEP_DAYS: 'a number of days from 1 to 3650',
  MAIL_KEEP_MB: 'a number of megabytes from 1 to 100000',
  FORM_ENDPOINT: 'an http or https address',
  CONTACT_FORM_ID: '1 to 64 letters, digits, dashes or underscores',
  KEEP_MESSAGES_DAYS: 'a number of days from 1 to 36500',
  KEEP_TEXTS_DAYS: 'a number of days from 1 to 36500',
  INBOX_MB: 'a number of megabytes from 1 to 1000000',
  TRUST_PROXY: 'comma-separated IP addresses and networks, such as 10.0.0.1, fd00::/8',
  RATE_LIMIT: 'on or off',
  LOG_LEVEL: levels.join(', '),
  METRICS_TOKEN: 'at least 16 characters',
  BACKUP_PASSPHRASE: 'at least 12 characters',
  DEMO: 'on or off',
} satisfies Record<VariableName, string>;

const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORTAL_URL: webAddress.refine(isOriginOnly).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_LISTEN_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  AUTH_SECRET: z.string().min(32).optional(),
  ADMIN_UID: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .default('sdc-admin'),
  ADMIN_EMAIL: z.email().toLowerCase().default(defaultAdminEmail),
  ADMIN_PASSWORD: z.string().min(6).max(128).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/)
    .optional(),
  CONTACT_INBOX: z.email().optional(),
  MAIL_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  MAIL_KEEP_MB: z.coerce.number().int().min(1).max(100_000).default(100),
  FORM_ENDPOINT: webAddress.optional(),
  CONTACT_FORM_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .default('contact'),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine((list) => list.every(isNetwork))
    .default([]),
  KEEP_MESSAGES_DAYS: z.coerce.number().int().min(1).max(36_500).default(365),
  KEEP_TEXTS_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
  INBOX_MB: z.coerce.number().int().min(1).max(1_000_000).default(500),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(levels).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  BACKUP_PASSPHRASE: z.string().min(12).optional(),
  DEMO: z.enum(['on', 'off']).default('off'),
});

/**
 * Reads and validates the variables for the portal. Throws ConfigError for the first invalid one. Creates DATA_DIR and,
 * without AUTH_SECRET, a secret in it that only this user can read.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { authSecret, ...config } = checkVariables(environment);
  return { ...config, authSecret: authSecret ?? ownSecret(config.dataDir) };
}

/** The same for a command that needs no secret. Creates nothing. */
export function readCommandConfig(environment: NodeJS.ProcessEnv): CommandConfig {
  return checkVariables(environment);
}

/**
 * The same for a command that needs the secret of an existing portal. Throws ConfigError if it is not known, because a
 * new secret would decrypt nothing.
 */
export function readRunningConfig(environment: NodeJS.ProcessEnv): Config {
  const { authSecret, dataDir } = checkVariables(environment);
  if (authSecret === undefined && !existsSync(join(dataDir, 'secret'))) {
    throw new ConfigError('AUTH_SECRET must be set to the one that the portal runs with');
  }
  return readConfig(environment);
}

/** The settings that a command gets. */
export type CommandConfig = Omit<Config, 'authSecret'>;

function checkVariables(environment: NodeJS.ProcessEnv): CommandConfig & { authSecret: string | undefined } {
  const given = Object.fromEntries(
    variableNames.map((name) => [name, environment[name]?.trim() || undefined]),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]) as VariableName;
    throw new ConfigError(`${name} must be ${accepted[name]}`);
  }
  const v = parsed.data;
  // Mail servers reject mail from an address that is not theirs.
  if (v.SMTP_URL && !v.MAIL_FROM) {
    throw new ConfigError(`MAIL_FROM must be set with SMTP_URL: ${accepted.MAIL_FROM}`);
  }
  const dataDir = resolve(v.DATA_DIR);
  return {
    port: v.PORT,
    host: v.HOST,
    ...publicAddress(v.PORTAL_URL, v.PORT),
    dataDir,
    databaseUrl: v.DATABASE_URL,
    databaseListenUrl: v.DATABASE_LISTEN_URL,
    authSecret: v.AUTH_SECRET,
    adminUid: v.ADMIN_UID,
    adminEmail: v.ADMIN_EMAIL,
    adminPassword: v.ADMIN_PASSWORD,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? 'SDC Portal <portal@sdc.example>',
    contactInbox: v.CONTACT_INBOX,
    mailKeepDays: v.MAIL_KEEP_DAYS,
    mailKeepMegabytes: v.MAIL_KEEP_MB,
    formEndpoint: v.FORM_ENDPOINT,
    contactFormId: v.CONTACT_FORM_ID,
    keepMessagesDays: v.KEEP_MESSAGES_DAYS,
    keepTextsDays: v.KEEP_TEXTS_DAYS,
    inboxBytes: v.INBOX_MB * 1024 * 1024,
    trustedProxies: v.TRUST_PROXY,
    rateLimit: v.RATE_LIMIT === 'on',
    logLevel: v.LOG_LEVEL,
    // Node's own variable and default.
    threadPoolSize: Number(environment.UV_THREADPOOL_SIZE) || 4,
    metricsToken: v.METRICS_TOKEN,
    backupPassphrase: v.BACKUP_PASSPHRASE,
    demo: v.DEMO === 'on',
    setVariables: variableNames.filter((name) => given[name] !== undefined),
  };
}

/** Inserts the port that the system chose for PORT=0, so that the printed address is the real one. */
export function withPort(config: Config, port: number): Config {
  if (config.port === port) return config;
  const given = config.setVariables.includes('PORTAL_URL');
  return { ...config, port, ...(!given && publicAddress(undefined, port)) };
}

/** The public address, and the origins that may change state. */
function publicAddress(
  given: string | undefined,
  port: number,
): Pick<Config, 'portalUrl' | 'origins' | 'https'> {
  const portalUrl = (given ?? `http://localhost:${port}`).replace(/\/$/, '');
  return {
    portalUrl,
    origins: [new URL(portalUrl).origin, ...(given ? [] : [`http://127.0.0.1:${port}`])],
    https: portalUrl.startsWith('https:'),
  };
}

/** The secret in DATA_DIR. The first process creates it, and later ones read it. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  let secret: string;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) writeSecret(file);
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`DATA_DIR must be a folder that can be written to (${dataDir}: ${reason(error)})`);
  }
  // Anyone could forge sessions that are signed with an empty secret.
  if (!variables.shape.AUTH_SECRET.safeParse(secret).success) {
    throw new ConfigError(
      `DATA_DIR must hold a secret of ${accepted.AUTH_SECRET}: restore or remove ${file}`,
    );
  }
  return secret;
}

/** Writes a temporary file and links it, so that no process reads an incomplete one, and the first one wins. */
function writeSecret(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
