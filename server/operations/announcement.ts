import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { defaultAdminEmail } from '#server/config/config-variables.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Store } from '#server/store/open.ts';
import { locationName } from './data-location.ts';
import { secretChange } from './secret-change.ts';

/**
 * The lines that a start prints at the terminal: the address, the link that sets an empty portal up,
 * the location of data and mail, and whether the secret is another one than at the last start.
 */
export async function announcement(
  config: Config,
  store: Store,
  setupToken: string | null,
): Promise<string[]> {
  const { portalUrl, adminUid, smtpUrl, dataDir } = config;
  const account = await findAccount(store.db, adminUid);
  const warning = await secretChange(config, store);
  return [
    `SDC Portal: ${portalUrl}`,
    ...(setupToken === null
      ? [`Sign in: ${portalUrl}/admin`]
      : [`Set it up (works once, for a day): ${portalUrl}/setup?token=${setupToken}`]),
    `Data: ${locationName(config)}`,
    `Mail: ${smtpUrl ? 'sent by the mail server' : `files in ${join(dataDir, 'outbox')}; set a mail server to send it`}`,
    ...(warning === null ? [] : [warning]),
    ...(config.setVariables.includes('ADMIN_EMAIL') && account && account.email !== config.adminEmail
      ? [`Note: ADMIN_EMAIL counts at the first start only; the administrator stays ${account.email}`]
      : []),
    ...(account?.email === defaultAdminEmail
      ? ['Next: give the administrator a real address: npm run portal -- admin set-email you@example.org']
      : []),
  ];
}
