import { createHmac } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import type { Store } from '#server/store/open.ts';
import { readState, writeState } from '#server/store/portal-state.ts';

/** The warning that the secret is not that of the start before. Null if it is, or if this start is the first. */
export async function secretChange(
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
