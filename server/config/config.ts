import { resolve } from 'node:path';
import { dayOf } from '#domain/days.ts';
import {
  ConfigError,
  configVariables,
  type VariableName,
  variableNames,
  variables,
} from './config-variables.ts';
import type { Content } from './content.ts';
import { hasSecret, ownSecret } from './portal-secret.ts';

/** The settings that a command gets. */
export type CommandConfig = Omit<ReturnType<typeof readCommandConfig>, 'authSecret'>;

export type Config = CommandConfig & { authSecret: string };

/**
 * Reads and validates the variables for the portal. Throws ConfigError for the first invalid one. Creates DATA_DIR and,
 * without AUTH_SECRET, a secret in it that only this user can read.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { authSecret, ...config } = readCommandConfig(environment);
  return { ...config, authSecret: authSecret ?? ownSecret(config.dataDir) };
}

/**
 * Reads the variables for a command that needs the secret of an existing portal. Throws ConfigError if it is not known,
 * because a new secret would decrypt nothing.
 */
export function readRunningConfig(environment: NodeJS.ProcessEnv): Config {
  if (existingSecret(environment) === undefined) {
    throw new ConfigError('AUTH_SECRET must be set to the one that the portal runs with');
  }
  return readConfig(environment);
}

/** The secret that the portal runs with; undefined if this machine does not know it. */
export function existingSecret(environment: NodeJS.ProcessEnv): string | undefined {
  const { authSecret, dataDir } = readCommandConfig(environment);
  return authSecret ?? (hasSecret(dataDir) ? ownSecret(dataDir) : undefined);
}

/** Reads the variables for a command that needs no secret. Creates nothing. */
export function readCommandConfig(environment: NodeJS.ProcessEnv) {
  const v = parseVariables(environment);
  const dataDir = resolve(v.DATA_DIR);
  return {
    port: v.PORT,
    host: v.HOST,
    ...publicAddress(v.PORTAL_URL, v.PORT),
    dataDir,
    databaseUrl: v.DATABASE_URL,
    authSecret: v.AUTH_SECRET,
    adminUid: v.ADMIN_UID,
    adminEmail: v.ADMIN_EMAIL,
    adminPassword: v.ADMIN_PASSWORD,
    // A demo says on every page that nothing is mailed.
    smtpUrl: v.DEMO === 'on' ? undefined : v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? 'SDC Portal <portal@sdc.example>',
    timeZone: v.TIME_ZONE,
    contactInbox: v.CONTACT_INBOX,
    /** The lifetime of sent mails, as rows without their text and as files. */
    mailKeepDays: v.MAIL_KEEP_DAYS,
    /** The space for sent mails, in MiB; the oldest are removed first. */
    mailKeepMegabytes: v.MAIL_KEEP_MB,
    /** How many bulk emails, such as those of a release, are sent within 24 hours. */
    bulkMailPerDay: v.BULK_MAIL_PER_DAY,
    /** Whether reviewers need a second factor: a setting (server/settings/settings.ts). */
    secondFactor: false,
    /** An absolute origin of a form service. */
    formEndpoint: v.FORM_ENDPOINT,
    contactFormId: v.CONTACT_FORM_ID,
    keepMessagesDays: v.KEEP_MESSAGES_DAYS,
    /** Once the messages are larger than this, only signed-in members can send more. */
    inboxBytes: v.INBOX_MB * 1024 * 1024,
    /** Addresses and networks in CIDR notation. */
    trustedProxies: v.TRUST_PROXY,
    rateLimit: v.RATE_LIMIT === 'on',
    logLevel: v.LOG_LEVEL,
    /** The size of Node's thread pool, which hashes share with files, host names and mail: Node's own variable and default. */
    threadPoolSize: Number(environment.UV_THREADPOOL_SIZE) || 4,
    /** Whether the portal makes a backup each day. */
    backups: v.BACKUPS === 'on',
    /** How an operator runs a command, where `npm run portal --` would reach other data. */
    portalCommand: environment.PORTAL_COMMAND,
    /** Encrypts backups; undefined leaves them unencrypted. */
    backupPassphrase: v.BACKUP_PASSPHRASE,
    /** The command that runs after each backup. */
    backupThen: v.BACKUP_THEN,
    /** Whether every page says that its members are fictional. */
    demo: v.DEMO === 'on',
    /** Which variables are set, for the configuration test; never their values. */
    setVariables: variableNames.filter((name) => settingIn(environment, name)),
  };
}

interface Zone {
  config: Pick<Config, 'timeZone'>;
  /** Left out by commands about files. */
  content?: Pick<Content, 'dates'>;
}

/** The club's time zone, in which every day and time is shown, counted and written: its setting, else that of the configuration. */
export function timeZoneOf({ config, content }: Zone): string {
  return content?.dates.timeZone ?? config.timeZone;
}

/** Today where the club is, such as '2026-09-01'. */
export function todayOf(deps: Zone): string {
  return dayOf(Date.now(), timeZoneOf(deps));
}

/**
 * A variable's value without white space around it, and without a pair of quotes: container engines pass the quotes of an
 * env file on, shells and systemd do not. Undefined if nothing is left.
 */
function settingIn(environment: NodeJS.ProcessEnv, name: VariableName): string | undefined {
  const text = environment[name]?.trim() ?? '';
  return (/^(["'])(.*)\1$/s.exec(text)?.[2] ?? text) || undefined;
}

function parseVariables(environment: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(variableNames.map((name) => [name, settingIn(environment, name)]));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]) as VariableName;
    throw new ConfigError(`${name} must be ${configVariables[name].accepts}`);
  }
  const v = parsed.data;
  // Mail servers reject mail from an address that is not theirs.
  if (v.SMTP_URL && !v.MAIL_FROM) {
    throw new ConfigError(`MAIL_FROM must be set with SMTP_URL: ${configVariables.MAIL_FROM.accepts}`);
  }
  return v;
}

/** Inserts the port that the system chose for PORT=0, so that the printed address is the real one. */
export function withPort(config: Config, port: number): Config {
  if (config.port === port) return config;
  const given = config.setVariables.includes('PORTAL_URL');
  return { ...config, port, ...(!given && publicAddress(undefined, port)) };
}

/** The public address, and the origins that may change state: also the loopback address if the public one is the default. */
function publicAddress(given: string | undefined, port: number) {
  const portalUrl = (given ?? `http://localhost:${port}`).replace(/\/$/, '');
  return {
    portalUrl,
    origins: [new URL(portalUrl).origin, ...(given ? [] : [`http://127.0.0.1:${port}`])],
    https: portalUrl.startsWith('https:'),
  };
}
