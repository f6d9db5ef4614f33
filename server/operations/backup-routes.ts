import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Hono } from 'hono';
import { type BackupList, backupDownload, backupList, backupMessages } from '#domain/backups.ts';
import type { Config } from '#server/config/config.ts';
import { requires } from '#server/http/access.ts';
import { describeJson, describeStream } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, noBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { createMutex } from '#server/store/mutex.ts';
import { readState, writeState } from '#server/store/portal-state.ts';
import { backups, backupTime, portalId } from './backup.ts';
import { decryptFile, encryptFile, isEncrypted } from './encryption.ts';
import { type BackupDeps, backUp, backupFolder } from './own-backups.ts';
import { withScratch } from './scratch.ts';

/** The portal's backups: the last ones, a new one, and a copy to take away (docs/decisions/backups.md). */
export function backupRoutes(deps: BackupDeps): Hono<PortalEnv> {
  const { config, store } = deps;
  const folder = backupFolder(config);
  const routes = new Hono<PortalEnv>();
  // A passphrase takes 128 MB of memory.
  const encrypting = createMutex();
  let underWay: Promise<unknown> | undefined;

  const names = async () => backups(folder, await portalId(store.db));
  async function list(): Promise<BackupList> {
    const found = (await names()).map(async (id) => ({
      ...{ id, at: backupTime(id) ?? '', bytes: (await stat(join(folder, id))).size },
      ...{ encrypted: id.endsWith('.enc'), command: commandFor(config, join(folder, id)) },
    }));
    const verified = await readState(store.db, 'verified');
    return {
      daily: config.backups,
      backups: await Promise.all(found),
      fault: (await readState(store.db, 'backup'))?.fault ?? null,
      verified: verified && { at: verified.at, fault: verified.fault },
      copied: config.backupThen !== undefined,
    };
  }

  routes.get(
    '/api/admin/backups',
    requires('admin'),
    describeJson('The backups on this machine, the newest first.', backupList),
    async (c) => c.json(await list()),
  );

  routes.post(
    '/api/admin/backups',
    requires('admin'),
    noBody(),
    describeJson('Makes a backup now.', backupList),
    async (c) => {
      underWay ??= backUp(deps).finally(() => {
        underWay = undefined;
      });
      await underWay;
      return c.json(await list());
    },
  );

  routes.post(
    '/api/admin/backups/:id/download',
    requires('admin'),
    jsonBody(backupDownload),
    describeStream('A backup, encrypted with the passphrase.', 'application/octet-stream'),
    async (c) => {
      const id = c.req.param('id');
      if (!(await names()).includes(id)) throw new Refusal(404, 'NOT_FOUND', backupMessages.missing);
      await encrypting.acquire();
      try {
        const file = await encryptedCopy(config, join(folder, id), c.req.valid('json').passphrase);
        await writeState(store.db, 'backup-downloaded', { at: new Date().toISOString() });
        return c.body(Readable.toWeb(file.stream) as ReadableStream, 200, {
          'Content-Type': 'application/octet-stream',
          'Content-Length': String(file.bytes),
          'Content-Disposition': `attachment; filename="${id.replace(/\.enc$/, '')}.enc"`,
        });
      } finally {
        encrypting.release();
      }
    },
  );

  return routes;
}

function commandFor({ dataDir, databaseUrl, portalCommand }: Config, file: string): string {
  const database = databaseUrl ? 'DATABASE_URL=... ' : '';
  const command = portalCommand ?? `${database}DATA_DIR='${dataDir}' npm run portal --`;
  return `${command} restore '${file}'`;
}

/** The scratch folder with the copy stays until it is sent, or the browser has gone. */
function encryptedCopy(config: Config, backup: string, passphrase: string) {
  return new Promise<{ stream: Readable; bytes: number }>((resolve, reject) => {
    withScratch(config.dataDir, async (scratch) => {
      const [plain, copy] = [join(scratch, 'plain'), join(scratch, 'copy')];
      const isSealed = await isEncrypted(backup);
      if (isSealed) await decryptFile(backup, plain, config.backupPassphrase ?? '');
      await encryptFile(isSealed ? plain : backup, copy, passphrase);
      const stream = createReadStream(copy);
      resolve({ stream, bytes: (await stat(copy)).size });
      await finished(stream).catch(() => {});
    }).catch(reject);
  });
}
