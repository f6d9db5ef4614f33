import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { healthGroups as groupTitles, type HealthProblems } from '#domain/admin.ts';
import type { Health, HealthFact } from '#domain/diagnostics.ts';
import type { CommandConfig } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { release } from '#server/config/release.ts';
import { inboxSize } from '#server/forms/inbox-store.ts';
import { outboxState } from '#server/mail/outbox-store.ts';
import { readParked } from '#server/mail/parking.ts';
import { probeMailServer } from '#server/mail/probe.ts';
import { backups, portalId } from '#server/operations/backup.ts';
import { daysUntilFull, freeSpace } from '#server/operations/free-space.ts';
import type { Settings } from '#server/settings/settings.ts';
import { databaseInfo } from '#server/store/database-info.ts';
import type { Db, Store } from '#server/store/open.ts';
import { readState, writeState } from '#server/store/portal-state.ts';
import {
  backupFact,
  confirmedFact,
  deliveryFact,
  fact,
  filesFact,
  goodOr,
  housekeepingFact,
  type LastBackup,
  queueFact,
  sinceText,
  sizeText,
  spaceFact,
  verifiedFact,
} from './health-facts.ts';

interface StoredDeps {
  store: Store;
  config: CommandConfig;
}

interface RunningDeps extends StoredDeps {
  settings: Pick<Settings, 'faults'>;
  content: Pick<Content, 'accounts'>;
}

type Probe = typeof probeMailServer;

/** The state of this process and its database: facts with verdicts and advice, without any configured value. */
export async function readHealth(deps: RunningDeps, streams: number): Promise<Health> {
  const running = [
    fact('Version', release),
    fact('Node.js', process.version),
    fact('Up since', sinceText(Date.now() - process.uptime() * 1_000, Date.now())),
    fact('Live streams open', String(streams)),
    fact('Memory', sizeText(process.memoryUsage.rss())),
  ];
  const domains = await confirmedByDomain(deps.store.db);
  const confirmed = domains.map((domain) => confirmedFact(domain, deps.config.smtpUrl !== undefined));
  return {
    takenAt: new Date().toISOString(),
    groups: [
      ...(await runningGroups(deps, probeMailServer)),
      ...(confirmed.length > 0 ? [{ title: 'Confirmed addresses by domain', facts: confirmed }] : []),
      { title: 'Process', facts: running },
    ],
  };
}

/** The facts that are bad right now. It makes no connection to the mail server, because the dashboard asks every minute. */
export async function readProblems(deps: RunningDeps): Promise<HealthProblems> {
  const groups = await runningGroups(deps, async () => null);
  return {
    problems: groups.flatMap(({ title: group, facts }) =>
      facts.flatMap(({ verdict, label, value }) => (verdict === 'bad' ? { group, label, value } : [])),
    ),
  };
}

async function runningGroups(deps: RunningDeps, probe: Probe): Promise<Health['groups']> {
  const { faults } = deps.settings;
  const advice = 'The last good ones are in use. Save this part of the settings again:';
  const settings =
    faults.length === 0
      ? [fact('Stored settings', 'In use', 'good')]
      : faults.map(({ part, message }) => fact(part, 'Refused', 'bad', `${advice} ${message}`));
  const [stored, ...others] = await readStoredHealth(deps, probe);
  return [
    { title: groupTitles.database, facts: [await savingFact(deps.store.db), ...(stored?.facts ?? [])] },
    ...others,
    { title: 'Settings', facts: [...settings, ...(await signInByProvider(deps))] },
  ];
}

/** Nothing is said of a provider that fails nobody. */
async function signInByProvider({ store, content: { accounts } }: RunningDeps): Promise<HealthFact[]> {
  const failed = await readState(store.db, 'provider-failed');
  if (failed?.issuer !== accounts.issuer || failed.clientId !== accounts.clientId) return [];
  const value = `Failed ${sinceText(Date.parse(failed.at), Date.now()).toLowerCase()}`;
  const advice = `Nobody has signed in by ${accounts.provider} since. Test it in the settings, under Sign-in. The reason: ${failed.reason}`;
  return [fact('Sign-in provider', value, 'bad', advice)];
}

/** Writes something: a disk that is full, over its quota or read-only can still be read. */
async function savingFact(db: Db): Promise<HealthFact> {
  try {
    await writeState(db, 'written', { at: new Date().toISOString() });
    return fact('Saving', 'Works', 'good');
  } catch {
    const advice =
      'Nothing can be saved, and nobody can sign in. See the free space and the permissions of the disk with the database; the portal needs no restart.';
    return fact('Saving', 'Fails', 'bad', advice);
  }
}

/** The stored part of it, which a terminal shows as well. */
export async function readStoredHealth(
  deps: StoredDeps,
  probe: Probe = probeMailServer,
): Promise<Health['groups']> {
  return [
    { title: groupTitles.database, facts: await database(deps) },
    { title: groupTitles.storage, facts: await storage(deps) },
    { title: 'Mail', facts: await mail(deps, probe) },
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
    ...(await backupFacts(config.dataDir, store)),
  ];
}

/** Nothing is said of a check where there is no backup. */
async function backupFacts(dataDir: string, store: Store): Promise<HealthFact[]> {
  const last = await lastBackup(dataDir, store);
  const now = Date.now();
  if (last.time === null) return [backupFact(last, now)];
  const verified = await readState(store.db, 'verified');
  const check = verified && { time: Date.parse(verified.at), fault: verified.fault };
  return [backupFact(last, now), verifiedFact(check, now)];
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
  const free = await freeSpace(config.dataDir);
  const measured = (await readState(store.db, 'space')) ?? { free: [] };
  return [
    ...(free === null ? [] : [spaceFact(free, daysUntilFull(measured, free, Date.now()))]),
    goodOr(
      bytes < 0.8 * most,
      ['Messages in the inbox', `${messages} (${sizeText(bytes)} of ${sizeText(most)})`],
      bytes < most ? 'attention' : 'bad',
      'When the inbox is full, only signed-in members can send messages. Delete messages that are not needed, or raise INBOX_MB.',
    ),
    housekeepingFact(await readState(store.db, 'housekeeping'), Date.now()),
  ];
}

async function mail({ config, store }: StoredDeps, probe: Probe): Promise<HealthFact[]> {
  const state = await outboxState(store.db);
  return [
    config.smtpUrl
      ? deliveryFact(await probe(config.smtpUrl), state.waiting > 0 ? await readParked(store.db) : null)
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
      ['Addresses that no email reaches', String(state.refused)],
      'attention',
      `There’s most likely no such mailbox. These emails won’t be retried; correct the address on the member’s page. The last: ${state.refusedLast.join(', ')}`,
    ),
  ];
}

/** Below this many members, a share says nothing. */
const fewest = 10;
const domainsShown = 20;

/** The mail domains with the most members. */
function confirmedByDomain(db: Db) {
  // The text after the at-sign: both engines can remove trailing characters of a set.
  const domain = sql<string>`substr("user".email, length(rtrim("user".email, replace("user".email, '@', ''))) + 1)`;
  const confirmed = sql<number>`sum(case when "emailVerified" then 1 else 0 end)`;
  return db
    .selectFrom('user')
    .innerJoin('members', 'members.uid', 'user.id')
    .select((is) => [domain.as('domain'), is.fn.countAll<number>().as('registered')])
    .select(confirmed.as('confirmed'))
    .groupBy(domain)
    .having((is) => is(is.fn.countAll(), '>=', fewest))
    .orderBy('registered', 'desc')
    .orderBy('domain')
    .limit(domainsShown)
    .execute();
}
