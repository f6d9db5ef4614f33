import { accessSync, constants, statSync } from 'node:fs';
import { OperatorError } from '#server/config/operator-error.ts';

/**
 * Root becomes the user that DATA_DIR belongs to before anything is opened, because the portal's own user could not open
 * files that root has made. Throws OperatorError if that user cannot reach the folder from here.
 */
export function becomeOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0 || owner === undefined || owner.uid === 0) return;
  try {
    process.setgroups?.([owner.gid]);
    process.setgid?.(owner.gid);
    process.setuid?.(owner.uid);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(
      `${dataDir} belongs to user ${owner.uid}, as whom this cannot run. Beside the units: sudo deploy/portal-command COMMAND`,
      { cause: error },
    );
  }
}
