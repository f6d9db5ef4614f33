import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Health, HealthFact } from '#domain/diagnostics.ts';
import type { CommandConfig } from '#server/config/config.ts';
import { inboxSize } from '#server/forms/inbox-store.ts';
import { outboxState } from '#server/mail/outbox-store.ts';
import { readParked } from '#server/mail/parking.ts';
import { probeMailServer } from '#server/mail/probe.ts';
import { backups, portalId } from '#server/operations/backup.ts';
import { databaseInfo } from '#server/store/database-info.ts';
import type { Store } from '#server/store/open.ts';
import { readState } from '#server/store/portal-state.ts';
import {
  backupFact,
  deliveryFact,
  fact,
  filesFact,
  goodOr,
  housekeepingFact,
  type LastBackup,
  queueFact,
  sinceText,
  sizeText,
} from './health-facts.ts';

interface StoredDeps {
  store: Store;
  config: CommandConfig;
}

const packageFile = join(import.meta.dirname, '..', '..', 'package.json');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8')));

/** The state of this process and its database: facts with verdicts and advice, without any configured value. */
export async function readHealth(deps: StoredDeps, streams: number): Promise<Health> {
  const running = [
    fact('Version', version),
    fact('Node.js', process.version),
    fact('Up since', sinceText(Date.now() - process.uptime() * 1_000, Date.now())),
    fact('Live streams open', String(streams)),
    fact('Memory', sizeText(process.memoryUsage.rss())),
  ];
  return {
    takenAt: new Date().toISOString(),
    groups: [...(await readStoredHealth(deps)), { title: 'Process', facts: running }],
  };
}

/** The stored part of it, which a terminal shows as well. */
export async function readStoredHealth(deps: StoredDeps): Promise<Health['groups']> {
  return [
    { title: 'Database', facts: await database(deps) },
    { title: 'Storage', facts: await storage(deps) },
    { title: 'Mail', facts: await mail(deps) },
  ];
}

async function database({ config, store }: StoredDeps): Promise<HealthFact[]> {
  const { version: engineVersion, bytes, durability } = await databaseInfo(store);
  return [
    fact('Engine', `${store.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${engineVersion}`),
    fact('Size', sizeText(bytes)),
    goodOr(
      durability.safe,
      ['Journal mode', durability.value],
      'bad',
      'A power cut can lose what was said to be saved. Restart the portal, which sets it; on PostgreSQL set synchronous_commit to on.',
    ),
    backupFact(await lastBackup(config.dataDir, store), Date.now()),
  ];
}

/** The time of the newest backup, in the usual folder or elsewhere, and whether a later one failed. */
async function lastBackup(dataDir: string, store: Store): Promise<LastBackup> {
  const folder = join(dataDir, 'backups');
  const [newest] = await backups(folder, await portalId(store.db));
  const times = newest === undefined ? [] : [statSync(join(folder, newest)).mtimeMs];
  const last = await readState(store.db, 'backup');
  const at = last ? Date.parse(last.at) : 0;
  if (last?.fault === null) times.push(at);
  const time = times.length === 0 ? null : Math.max(...times);
  return { time, failed: last?.fault && at > (time ?? 0) ? { time: at, fault: last.fault } : null };
}

async function storage({ config, store }: StoredDeps): Promise<HealthFact[]> {
  const { messages, bytes } = await inboxSize(store.db);
  const most = config.inboxBytes;
  return [
    goodOr(
      bytes < 0.8 * most,
      ['Messages in the inbox', `${messages} (${sizeText(bytes)} of ${sizeText(most)})`],
      bytes < most ? 'attention' : 'bad',
      'When the inbox is full, only signed-in members can send messages. Delete messages that are not needed, or raise INBOX_MB.',
    ),
    housekeepingFact(await readState(store.db, 'housekeeping'), Date.now()),
  ];
}

async function mail({ config, store }: StoredDeps): Promise<HealthFact[]> {
  const state = await outboxState(store.db);
  return [
    config.smtpUrl
      ? deliveryFact(
          await probeMailServer(config.smtpUrl),
          state.waiting > 0 ? await readParked(store.db) : null,
        )
      : filesFact(),
    queueFact(state, Date.now()),
    fact('Last success', state.lastSentAt ? sinceText(Date.parse(state.lastSentAt), Date.now()) : 'None yet'),
    goodOr(
      state.givenUp === 0,
      ['Failed in the last 30 days', String(state.givenUp)],
      'attention',
      'These emails couldn’t be sent within a day and won’t be retried. The log says why: look for "mail failed".',
    ),
    goodOr(
      state.refused === 0,
      ['Addresses that refused an email', String(state.refused)],
      'attention',
      `There’s most likely no such mailbox. These emails won’t be retried; correct the address on the member’s page. The last: ${state.refusedLast.join(', ')}`,
    ),
  ];
}
