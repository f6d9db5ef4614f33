import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { defaultAdminEmail } from '#server/config/config-variables.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Store } from '#server/store/open.ts';
import { readState, writeState } from '#server/store/portal-state.ts';
import { locationName } from './data-location.ts';

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

/** The warning that the secret is not that of the start before. Null if it is, or if this start is the first. */
async function secretChange(
  { authSecret, dataDir, setVariables }: Pick<Config, 'authSecret' | 'dataDir' | 'setVariables'>,
  { db }: Store,
): Promise<string | null> {
  const mark = createHmac('sha256', authSecret).update('portal: the secret of the last start').digest('hex');
  const former = await readState(db, 'secret');
  if (former?.mark === mark) return null;
  await writeState(db, 'secret', { mark });
  if (former === null) return null;
  const place = setVariables.includes('AUTH_SECRET') ? 'AUTH_SECRET' : `${dataDir}/secret`;
  return `Warning: ${place} is not the secret of the last start. No device is known, the unsubscribe links in sent emails do not work, members who were moved in and have not signed in yet have to reset their passwords, codes of second factors are wrong, so that recovery codes or 'portal admin reset-second-factor' help, and the password of the mail server has to be saved again if it is a setting. Everybody stays signed in. If you still have the former secret, stop the portal and put it back.`;
}
