import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { emailAddress } from '#domain/accounts.ts';
import { isTimeZone, ownTimeZone } from '#domain/days.ts';
import { mailSender } from '#domain/mail-settings.ts';
import { OperatorError } from './operator-error.ts';

/** The administrator's address until another one is set. It cannot receive mail. */
export const defaultAdminEmail = 'admin@sdc.example';

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

const inPassword = 'in its password write % as %25, # as %23, / as %2F, ? as %3F and @ as %40';

/** The address of a server with a user and a password, which is easily cut at a character that begins another part. */
function serverAddress(protocol: RegExp, isServer: (url: URL) => boolean = () => true) {
  const isWhole = (text: string) => {
    const url = URL.parse(text);
    if (url?.hash !== '' || url.pathname.includes('@')) return false;
    if (url.username === '' && url.search.includes('@')) return false;
    return isDecodable(url.username) && isDecodable(url.password) && isServer(url);
  };
  return z.optional(z.url({ protocol }).check(z.refine(isWhole)));
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== null;
  } catch {
    return false;
  }
}

/** Port 465 is encrypted from the first byte; the other ports of mail begin in clear. */
function hasItsScheme({ protocol, port, search }: URL): boolean {
  const wrong = protocol === 'smtp:' ? ['465'] : ['25', '587'];
  return search !== '' || !wrong.includes(port);
}

function wholeNumber(what: string, { from, to, usual }: { from: number; to: number; usual: number }) {
  const number = z.coerce.number().check(z.int(), z.gte(from), z.lte(to));
  return { accepts: `${what} from ${from} to ${to}`, rule: z._default(number, usual) };
}

function secret(length: number) {
  return {
    accepts: `at least ${length} characters`,
    rule: z.optional(z.string().check(z.minLength(length))),
  };
}

function onOrOff(usual: 'on' | 'off') {
  return { accepts: 'on or off', rule: z._default(z.enum(['on', 'off']), usual) };
}

/**
 * The variables that the portal reads, all optional, each with its rule and the words that name it to the operator.
 * docs/operations.md describes them.
 */
export const configVariables = {
  PORT: wholeNumber('a port number', { from: 0, to: 65_535, usual: 3000 }),
  HOST: {
    accepts: 'an address or host name to listen on',
    rule: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  },
  PORTAL_URL: {
    accepts: 'an http or https address without a path, such as https://portal.example.edu',
    rule: z.optional(webAddress.check(z.refine(isOriginOnly))),
  },
  DATA_DIR: {
    accepts: 'a folder',
    rule: z._default(z.string().check(z.minLength(1)), './data'),
  },
  DATABASE_URL: {
    accepts: `a postgres:// address, or nothing for SQLite; ${inPassword}`,
    rule: serverAddress(/^postgres(ql)?$/),
  },
  AUTH_SECRET: secret(32),
  ADMIN_UID: {
    accepts: '1 to 64 letters, digits, dots, dashes or underscores',
    rule: z._default(z.string().check(z.regex(/^[\w.-]{1,64}$/)), 'sdc-admin'),
  },
  ADMIN_EMAIL: {
    accepts: 'an email address',
    rule: z._default(emailAddress, defaultAdminEmail),
  },
  ADMIN_PASSWORD: {
    accepts: '6 to 128 characters',
    rule: z.optional(z.string().check(z.minLength(6), z.maxLength(128))),
  },
  SMTP_URL: {
    accepts: `an smtps:// address for port 465, or an smtp:// one for 587 and 25; ${inPassword}`,
    rule: serverAddress(/^smtps?$/, hasItsScheme),
  },
  MAIL_FROM: {
    accepts: 'an email address, or a name with one: SDC <club@example.edu>',
    rule: z.optional(mailSender),
  },
  TIME_ZONE: {
    accepts: 'a time zone such as Asia/Kolkata or UTC',
    rule: z._default(z.string().check(z.refine(isTimeZone)), ownTimeZone),
  },
  CONTACT_INBOX: {
    accepts: 'an email address',
    rule: z.optional(emailAddress),
  },
  MAIL_KEEP_DAYS: wholeNumber('a number of days', { from: 1, to: 3_650, usual: 30 }),
  MAIL_KEEP_MB: wholeNumber('a number of megabytes', { from: 1, to: 100_000, usual: 100 }),
  BULK_MAIL_PER_DAY: wholeNumber('a number of emails', { from: 1, to: 1_000_000, usual: 400 }),
  FORM_ENDPOINT: {
    accepts: 'an http or https address',
    rule: z.optional(webAddress),
  },
  CONTACT_FORM_ID: {
    accepts: '1 to 64 letters, digits, dashes or underscores',
    rule: z._default(z.string().check(z.regex(/^[\w-]{1,64}$/)), 'contact'),
  },
  KEEP_MESSAGES_DAYS: wholeNumber('a number of days', { from: 1, to: 36_500, usual: 365 }),
  INBOX_MB: wholeNumber('a number of megabytes', { from: 1, to: 1_000_000, usual: 500 }),
  TRUST_PROXY: {
    accepts: 'comma-separated IP addresses and networks, such as 10.0.0.1, fd00::/8',
    rule: z._default(
      z
        .pipe(
          z.string(),
          z.transform((list) => list.split(',').map((address) => address.trim())),
        )
        .check(z.refine((list) => list.every(isNetwork))),
      [],
    ),
  },
  RATE_LIMIT: onOrOff('on'),
  LOG_LEVEL: {
    accepts: levels.join(', '),
    rule: z._default(z.enum(levels), 'info'),
  },
  BACKUPS: onOrOff('on'),
  BACKUP_PASSPHRASE: secret(12),
  BACKUP_THEN: { accepts: 'a command', rule: z.optional(z.string()) },
  DEMO: onOrOff('off'),
} satisfies Record<string, { accepts: string; rule: z.ZodMiniType }>;

type Variables = typeof configVariables;
export type VariableName = keyof Variables;
export const variableNames = Object.keys(configVariables) as VariableName[];

/** The schema of all variables. */
export const variables = z.object(
  Object.fromEntries(Object.entries(configVariables).map(([name, { rule }]) => [name, rule])) as {
    [Name in VariableName]: Variables[Name]['rule'];
  },
);

/** Whether a text is an IPv4 or IPv6 address, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 6 ? 128 : 32);
}
