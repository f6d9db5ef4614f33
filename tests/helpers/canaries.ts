import type { VariableName } from '#server/config.ts';

/** What a test gives itself, since it decides where the portal's data are and how it is reached. */
type Given = 'PORT' | 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_LISTEN_URL';

/** These take a number or one of a few words, which say nothing wherever they stand. */
type Words = 'RATE_LIMIT' | 'LOG_LEVEL' | 'DEMO' | 'MAIL_KEEP_DAYS' | 'MAIL_KEEP_MB';

/**
 * For every other variable a value that is found nowhere else: where it shows, the configuration has leaked. A new
 * variable does not compile until it has one, or is named above.
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
  METRICS_TOKEN: 'canary-metrics-token',
  BACKUP_PASSPHRASE: 'canary-backup-passphrase',
} as const satisfies Record<Exclude<VariableName, Given | Words>, string>;

/** The canaries, and the parts of a canary that are secrets of their own, such as a password in an address. */
export function secretsOf(values: Iterable<string>): string[] {
  return [...values].flatMap((value) => {
    const url = URL.parse(value);
    const parts = url ? [url.username, url.password, url.pathname.replace(/^\//, '')] : [];
    return [value, ...parts.filter((part) => part.length > 3)];
  });
}

/** Which of these stand in a text. */
export function shownIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => text.includes(secret));
}
