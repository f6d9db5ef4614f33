import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { defaultAdminEmail } from '#server/config/config-variables.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Store } from '#server/store/open.ts';
import { locationName } from './data-location.ts';
import { secretChange } from './secret-change.ts';

/**
 * The lines that a start prints at the terminal: the address, the administrator's new credentials if they were just created,
 * the location of data and mail, and whether the secret is another one than at the last start.
 */
export async function announcement(
  config: Config,
  store: Store,
  administrator: { email: string; password: string } | null,
): Promise<string[]> {
  const { portalUrl, adminUid, smtpUrl, dataDir } = config;
  const account = await findAccount(store.db, adminUid);
  const warning = await secretChange(config, store);
  return [
    `SDC Portal: ${portalUrl}`,
    ...(administrator
      ? [`Administrator: ${administrator.email}`, `Password (shown once): ${administrator.password}`]
      : []),
    `Sign in: ${portalUrl}/admin`,
    `Data: ${locationName(config)}`,
    `Mail: ${smtpUrl ? 'sent by the server in SMTP_URL' : `files in ${join(dataDir, 'outbox')}; set SMTP_URL to send it`}`,
    ...(warning === null ? [] : [warning]),
    ...(config.setVariables.includes('ADMIN_EMAIL') && account && account.email !== config.adminEmail
      ? [`Note: ADMIN_EMAIL counts at the first start only; the administrator stays ${account.email}`]
      : []),
    ...(account?.email === defaultAdminEmail
      ? ['Next: give the administrator a real address: npm run portal -- admin set-email you@example.org']
      : []),
  ];
}
