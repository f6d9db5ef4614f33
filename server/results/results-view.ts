import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Track, tracks } from '#domain/member-choices.ts';
import type { ResultSettings } from '#domain/result-texts.ts';
import {
  differencesShown,
  type OutcomeChange,
  type OutcomeState,
  type ResultsDifference,
  type ResultsView,
} from '#domain/results.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { readBulkProgress } from '#server/mail/bulk-mails.ts';
import { lanes } from '#server/mail/outbox-store.ts';
import { countMatching } from '#server/members/member-query.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db } from '#server/store/open.ts';
import { readRelease, readSettings } from './release-state.ts';

export interface ViewDeps {
  config: Config;
  content: Content;
}

/** The track that a member is judged in: the submission's own, else the chosen one. */
export const judgedTrack = sql<Track | null>`case when members."githubLink" is null then members."developmentTrack"
  else coalesce(members."submissionTrack", members."developmentTrack") end`;

export async function readResults(db: Db, { config, content }: ViewDeps): Promise<ResultsView> {
  const { plannedFor, releasedAt, left, cancelledPlan = null } = await readRelease(db);
  return {
    outcomeState: await readOutcomeState(db),
    ...{ plannedFor, cancelledPlan, releasedAt, left },
    counts: await countOutcomes(db),
    corrections: await pendingCorrections(db),
    unreviewed: await countUnreviewed(db),
    unsentEmails: await countUnsent(db),
    ...(await settingsOf(db, content)),
    emails: await readBulkProgress(db, 'result', config),
  };
}

async function settingsOf(db: Db, content: Content) {
  const settings = await readSettings(db, content);
  return { settings, settingsVersion: settingsVersion(settings) };
}

/** Names the settings that a page shows. */
export function settingsVersion(settings: ResultSettings): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 16);
}

export async function readOutcomeState(db: Db): Promise<OutcomeState> {
  const decided = await countRows(db.selectFrom('outcomes'));
  const changed = await latestSeq(db, { kind: 'outcomes-set' });
  return { changed, decided, unreviewed: await countUnreviewed(db) };
}

/** The results now, with the outcomes that were set since a page showed others. */
export async function differenceSince(
  db: Db,
  deps: ViewDeps,
  shown: OutcomeState,
): Promise<ResultsDifference> {
  const rows = await db
    .selectFrom('outcome_changes')
    .innerJoin('members', 'members.uid', 'outcome_changes.uid')
    .select(['members.uid', 'members.fullName', 'before', 'after'])
    .where('seq', '>', shown.changed)
    .orderBy('seq')
    .orderBy('outcome_changes.id')
    .execute();
  const net = new Map<string, OutcomeChange>();
  for (const row of rows) {
    const { before } = net.get(row.uid) ?? row;
    net.set(row.uid, { ...row, before });
  }
  const since = [...net.values()].filter(({ before, after }) => before !== after);
  const now = await readResults(db, deps);
  return {
    ...now,
    since: since.slice(0, differencesShown),
    further: Math.max(0, since.length - differencesShown),
    moreUnreviewed: Math.max(0, now.unreviewed - shown.unreviewed),
  };
}

async function countOutcomes(db: Db): Promise<ResultsView['counts']> {
  const rows = await db
    .selectFrom('members')
    .leftJoin('outcomes', 'outcomes.uid', 'members.uid')
    .select([judgedTrack.as('track'), 'outcomes.outcome'])
    .select((is) => is.fn.countAll<number>().as('members'))
    .groupBy([judgedTrack, 'outcomes.outcome'])
    .execute();
  const places: (Track | null)[] = [...tracks, null];
  return rows.toSorted((a, b) => places.indexOf(a.track) - places.indexOf(b.track));
}

function pendingCorrections(db: Db): Promise<ResultsView['corrections']> {
  return db
    .selectFrom('result_corrections')
    .innerJoin('members', 'members.uid', 'result_corrections.uid')
    .select(['members.uid', 'members.fullName', 'before', 'after', 'reason', 'note', 'dueAt'])
    .orderBy('dueAt')
    .orderBy('members.uid')
    .execute();
}

function countUnreviewed(db: Db): Promise<number> {
  return countMatching(db, { q: '', submitted: true, reviewed: false });
}

function countUnsent(db: Db): Promise<number> {
  const waiting = db.selectFrom('mail_outbox').where('state', '=', 'waiting');
  return countRows(waiting.where('lane', '=', lanes.account));
}
