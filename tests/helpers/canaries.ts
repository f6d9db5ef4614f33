import type { VariableName } from '#server/config/config-variables.ts';

/** Variables that the test sets itself, because they decide where the data is and how the portal is reached. */
type Given = 'PORT' | 'DATA_DIR' | 'DATABASE_URL';

/** Variables with a few fixed values, which reveal nothing wherever they appear. */
type Words =
  | 'BACKUPS'
  | 'TIME_ZONE'
  | 'RATE_LIMIT'
  | 'LOG_LEVEL'
  | 'DEMO'
  | 'MAIL_KEEP_DAYS'
  | 'MAIL_KEEP_MB';

/** These say how long and how much is kept, which the administrator's health page shows on purpose. */
type Amounts = 'KEEP_MESSAGES_DAYS' | 'INBOX_MB' | 'BULK_MAIL_PER_DAY';

/**
 * A unique value for every other variable: if it appears anywhere, the configuration has leaked. A new variable does
 * not compile until it has a canary or is named above.
 */
export const canaries = {
  HOST: '127.77.66.55',
  PORTAL_URL: 'http://canary-portal.test',
  AUTH_SECRET: 'canary-auth-secret-canary-auth-secret',
  ADMIN_UID: 'canary-admin-uid',
  ADMIN_EMAIL: 'canary-admin@canary.test',
  ADMIN_PASSWORD: 'canary-admin-password',
  SMTP_URL: 'smtp://canary-user:canary-password@127.0.0.1:1',
  MAIL_FROM: 'canary-from@canary.test',
  CONTACT_INBOX: 'canary-inbox@canary.test',
  FORM_ENDPOINT: 'https://canary-form.test',
  CONTACT_FORM_ID: 'canary-form-id',
  TRUST_PROXY: '203.0.113.77',
  BACKUP_PASSPHRASE: 'canary-backup-passphrase',
  BACKUP_THEN: 'canary-backup-then',
} as const satisfies Record<Exclude<VariableName, Given | Words | Amounts>, string>;

/** The canaries and their secret parts, such as the password in a URL. */
export function secretsOf(values: Iterable<string>): string[] {
  return [...values].flatMap((value) => {
    const url = URL.parse(value);
    const parts = url ? [url.username, url.password, url.pathname.replace(/^\//, '')] : [];
    return [value, ...parts.filter((part) => part.length > 3)];
  });
}

/** The secrets that a text contains. */
export function shownIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => text.includes(secret));
}
