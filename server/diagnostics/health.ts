import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { notSet } from '#domain/departments.ts';
import type { Health, HealthFact } from '#domain/diagnostics.ts';
import type { CommandConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { inboxSize } from '#server/forms/inbox-store.ts';
import { outboxState } from '#server/mail/outbox-store.ts';
import { probeMailServer } from '#server/mail/probe.ts';
import { keptMails } from '#server/mail/retention.ts';
import { backups } from '#server/operations/backup.ts';
import { reviewMailsSetAside } from '#server/reviews/review-mails.ts';
import { databaseInfo } from '#server/store/database-info.ts';
import { schemaState } from '#server/store/migrate.ts';
import type { Store } from '#server/store/open.ts';
import { readState } from '#server/store/portal-state.ts';
import {
  backupVerdict,
  delayVerdict,
  deliveryVerdict,
  fact,
  givenUpVerdict,
  housekeepingVerdict,
  inboxVerdict,
  journalVerdict,
  keptMailsFact,
  type LastBackup,
  memoryVerdict,
  migrationsVerdict,
  queueVerdict,
  reviewMailsVerdict,
  sharedIdsVerdict,
  sinceText,
  sizeText,
} from './health-checks.ts';

type StoredDeps = Pick<Deps, 'store'> & { config: CommandConfig };
type HealthDeps = StoredDeps & Pick<Deps, 'streams'>;

const packageFile = join(import.meta.dirname, '..', '..', 'package.json');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8')));

/** The duration of the measurement of the event loop, in milliseconds. */
const watched = 400;

/** The state of this process and its database: facts with verdicts and advice, without any configured value. */
export async function readHealth(deps: HealthDeps): Promise<Health> {
  // Measured first and alone, because the other checks keep the process busy.
  const delay = await eventLoopDelay();
  return {
    takenAt: new Date().toISOString(),
    groups: [...(await readStoredHealth(deps)), { title: 'Process', facts: running(deps, delay) }],
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
  const { known, applied } = await schemaState(store.db);
  return [
    fact('Engine', `${store.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${engineVersion}`),
    fact('Size', sizeText(bytes)),
    journalVerdict(durability),
    migrationsVerdict(known.length, applied),
    backupVerdict(await lastBackup(config.dataDir, store), Date.now()),
  ];
}

/** The time of the newest backup, in the usual folder or elsewhere, and whether a later one failed. */
async function lastBackup(dataDir: string, store: Store): Promise<LastBackup> {
  const folder = join(dataDir, 'backups');
  const [newest] = await backups(folder);
  const times = newest === undefined ? [] : [statSync(join(folder, newest)).mtimeMs];
  const last = await readState(store.db, 'backup');
  const at = last ? Date.parse(last.at) : 0;
  if (last?.fault === null) times.push(at);
  const time = times.length === 0 ? null : Math.max(...times);
  return { time, failed: last?.fault && at > (time ?? 0) ? { time: at, fault: last.fault } : null };
}

async function storage({ config, store }: StoredDeps): Promise<HealthFact[]> {
  const size = await inboxSize(store.db);
  const shared = await store.db
    .selectFrom('members')
    .select((is) => is.fn<string>('upper', ['studentId']).as('id'))
    .where('studentId', '!=', notSet)
    .groupBy((is) => is.fn('upper', ['studentId']))
    .having((is) => is.fn.countAll(), '>', 1)
    .orderBy('id')
    .limit(5)
    .execute();
  return [
    inboxVerdict(size, config.inboxBytes),
    housekeepingVerdict(await readState(store.db, 'housekeeping'), Date.now()),
    sharedIdsVerdict(shared.map(({ id }) => id)),
    fact('Messages are kept for', `${config.keepMessagesDays} days, deleted ones for a day`),
  ];
}

async function mail({ config, store }: StoredDeps): Promise<HealthFact[]> {
  const state = await outboxState(store.db);
  return [
    deliveryVerdict(
      config.smtpUrl !== undefined,
      config.smtpUrl ? await probeMailServer(config.smtpUrl) : null,
    ),
    queueVerdict(state, Date.now()),
    fact('Last success', state.lastSentAt ? sinceText(Date.parse(state.lastSentAt), Date.now()) : 'None yet'),
    givenUpVerdict(state.givenUp),
    reviewMailsVerdict(await reviewMailsSetAside(store.db)),
    keptMailsFact(await keptMails(store.db, config.dataDir), config),
  ];
}

function running({ streams }: HealthDeps, delay: number): HealthFact[] {
  return [
    fact('Version', version),
    fact('Node.js', process.version),
    fact('Up since', sinceText(Date.now() - process.uptime() * 1_000, Date.now())),
    fact('Live streams open', String(streams.count())),
    delayVerdict(delay),
    memoryVerdict(process.memoryUsage.rss()),
  ];
}

/** The longest event-loop delay during the measurement, in milliseconds. */
async function eventLoopDelay(): Promise<number> {
  const resolution = 10;
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  await wait(watched);
  histogram.disable();
  return Math.max(0, histogram.max / 1e6 - resolution);
}
