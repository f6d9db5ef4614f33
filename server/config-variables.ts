import { z } from 'zod';
import { isNetwork } from './http/client-address.ts';
import { OperatorError } from './operator-error.ts';

/** The administrator's address until another one is set. It cannot receive mail. */
export const defaultAdminEmail = 'admin@sdc.example';

/** A variable has a wrong value. The message is one line that names the variable and what it accepts. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError';
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const webAddress = z.url({ protocol: /^https?$/ });
const postgresAddress = z.url({ protocol: /^postgres(ql)?$/ });

function isOriginOnly(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.href === `${parsed?.origin}/`;
}

/**
 * The variables that the portal reads, all optional, each with its rule and the words that name it to the operator.
 * docs/operations.md describes them.
 */
export const configVariables = {
  PORT: {
    accepts: 'a port number from 0 to 65535',
    rule: z.coerce.number().int().min(0).max(65_535).default(3000),
  },
  HOST: {
    accepts: 'an address or host name to listen on',
    rule: z.string().min(1).default('127.0.0.1'),
  },
  PORTAL_URL: {
    accepts: 'an http or https address without a path, such as https://portal.example.edu',
    rule: webAddress.refine(isOriginOnly).optional(),
  },
  DATA_DIR: {
    accepts: 'a folder',
    rule: z.string().min(1).default('./data'),
  },
  DATABASE_URL: {
    accepts: 'a postgres:// address, or nothing for SQLite',
    rule: postgresAddress.optional(),
  },
  DATABASE_LISTEN_URL: {
    accepts: 'a postgres:// address that leads past the pooler, or nothing where there is none',
    rule: postgresAddress.optional(),
  },
  AUTH_SECRET: {
    accepts: 'at least 32 characters',
    rule: z.string().min(32).optional(),
  },
  ADMIN_UID: {
    accepts: '1 to 64 letters, digits, dots, dashes or underscores',
    rule: z
      .string()
      .regex(/^[\w.-]{1,64}$/)
      .default('sdc-admin'),
  },
  ADMIN_EMAIL: {
    accepts: 'an email address',
    rule: z.email().toLowerCase().default(defaultAdminEmail),
  },
  ADMIN_PASSWORD: {
    accepts: '6 to 128 characters',
    rule: z.string().min(6).max(128).optional(),
  },
  SMTP_URL: {
    accepts: 'an smtp:// or smtps:// address',
    rule: z.url({ protocol: /^smtps?$/ }).optional(),
  },
  MAIL_FROM: {
    accepts: 'an email address, or a name with one: SDC <club@example.edu>',
    rule: z
      .string()
      .regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/)
      .optional(),
  },
  CONTACT_INBOX: {
    accepts: 'an email address',
    rule: z.email().optional(),
  },
  MAIL_KEEP_DAYS: {
    accepts: 'a number of days from 1 to 3650',
    rule: z.coerce.number().int().min(1).max(3_650).default(30),
  },
  MAIL_KEEP_MB: {
    accepts: 'a number of megabytes from 1 to 100000',
    rule: z.coerce.number().int().min(1).max(100_000).default(100),
  },
  FORM_ENDPOINT: {
    accepts: 'an http or https address',
    rule: webAddress.optional(),
  },
  CONTACT_FORM_ID: {
    accepts: '1 to 64 letters, digits, dashes or underscores',
    rule: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .default('contact'),
  },
  KEEP_MESSAGES_DAYS: {
    accepts: 'a number of days from 1 to 36500',
    rule: z.coerce.number().int().min(1).max(36_500).default(365),
  },
  KEEP_TEXTS_DAYS: {
    accepts: 'a number of days from 1 to 36500',
    rule: z.coerce.number().int().min(1).max(36_500).default(90),
  },
  INBOX_MB: {
    accepts: 'a number of megabytes from 1 to 1000000',
    rule: z.coerce.number().int().min(1).max(1_000_000).default(500),
  },
  TRUST_PROXY: {
    accepts: 'comma-separated IP addresses and networks, such as 10.0.0.1, fd00::/8',
    rule: z
      .string()
      .transform((list) => list.split(',').map((address) => address.trim()))
      .refine((list) => list.every(isNetwork))
      .default([]),
  },
  RATE_LIMIT: {
    accepts: 'on or off',
    rule: z.enum(['on', 'off']).default('on'),
  },
  LOG_LEVEL: {
    accepts: levels.join(', '),
    rule: z.enum(levels).default('info'),
  },
  METRICS_TOKEN: {
    accepts: 'at least 16 characters',
    rule: z.string().min(16).optional(),
  },
  BACKUP_PASSPHRASE: {
    accepts: 'at least 12 characters',
    rule: z.string().min(12).optional(),
  },
  DEMO: {
    accepts: 'on or off',
    rule: z.enum(['on', 'off']).default('off'),
  },
} satisfies Record<string, { accepts: string; rule: z.ZodType }>;

type Variables = typeof configVariables;
export type VariableName = keyof Variables;
export const variableNames = Object.keys(configVariables) as VariableName[];

/** The schema of all variables. */
export const variables = z.object(
  Object.fromEntries(Object.entries(configVariables).map(([name, { rule }]) => [name, rule])) as {
    [Name in VariableName]: Variables[Name]['rule'];
  },
);
