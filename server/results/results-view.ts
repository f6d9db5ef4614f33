import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Track, tracks } from '#domain/member-choices.ts';
import type { ResultSettings } from '#domain/result-texts.ts';
import {
  differencesShown,
  type OutcomeChange,
  type ResultsDifference,
  type ResultsView,
} from '#domain/results-page.ts';
import type { OutcomeState, RoundAudience } from '#domain/rounds.ts';
import { readBulkProgress } from '#server/mail/bulk-mails.ts';
import { lanes } from '#server/mail/outbox-store.ts';
import { seasonStart } from '#server/members/applied.ts';
import { countMatching } from '#server/members/member-query.ts';
import { placeState } from '#server/members/place-state.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db } from '#server/store/open.ts';
import { readState } from '#server/store/portal-state.ts';
import { isJudged, isPrepared, judgedTrack, readSettings, type ViewDeps } from './release-state.ts';
import { inAudience, readRounds } from './rounds-view.ts';
import { readWaitingLists } from './waiting-list.ts';

const isReleased = sql<number>`case when outcomes.uid is null or ${isPrepared} then 0 else 1 end`;

export async function readResults(db: Db, deps: ViewDeps): Promise<ResultsView> {
  return {
    rounds: await readRounds(db),
    counts: await countOutcomes(db),
    waiting: await readWaitingLists(db, (await readState(db, 'places')) ?? {}),
    corrections: await pendingCorrections(db),
    unreviewed: await countUnreviewed(db),
    unsentEmails: await countUnsent(db),
    ...(await settingsOf(db, deps)),
    emails: await readBulkProgress(db, 'result', deps.config),
  };
}

async function settingsOf(db: Db, deps: ViewDeps) {
  const settings = await readSettings(db, deps);
  const places = (await readState(db, 'places')) ?? {};
  return { settings, places, settingsVersion: settingsVersion(settings) };
}

/** Names the settings that a page shows. */
export function settingsVersion(settings: ResultSettings): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 16);
}

/** The results now, with the outcomes of a round's members that were set since a page showed others. */
export async function differenceSince(
  db: Db,
  deps: ViewDeps,
  { shown, now, audience }: { shown: OutcomeState; now: OutcomeState; audience: RoundAudience },
): Promise<ResultsDifference> {
  const rows = await db
    .selectFrom('outcome_changes')
    .innerJoin('members', 'members.uid', 'outcome_changes.uid')
    .select(['members.uid', 'members.fullName', 'before', 'after'])
    .where('seq', '>', shown.changed)
    .where('members.uid', 'in', inAudience(db, audience).select('members.uid'))
    .orderBy('seq')
    .orderBy('outcome_changes.id')
    .execute();
  const net = new Map<string, OutcomeChange>();
  for (const row of rows) {
    const { before } = net.get(row.uid) ?? row;
    net.set(row.uid, { ...row, before });
  }
  const since = [...net.values()].filter(({ before, after }) => before !== after);
  return {
    ...(await readResults(db, deps)),
    since: since.slice(0, differencesShown),
    further: Math.max(0, since.length - differencesShown),
    moreUnreviewed: Math.max(0, now.unreviewed - shown.unreviewed),
  };
}

async function countOutcomes(db: Db): Promise<ResultsView['counts']> {
  const members = db
    .selectFrom('members')
    .leftJoin('outcomes', 'outcomes.uid', 'members.uid')
    .leftJoin('results', 'results.uid', 'members.uid')
    .select([judgedTrack.as('track'), 'outcomes.outcome', isReleased.as('released'), placeState.as('place')])
    .where(isJudged(await seasonStart(db)));
  const columns = ['track', 'outcome', 'released', 'place'] as const;
  const rows = await db
    .selectFrom(members.as('judged'))
    .select(columns)
    .select((is) => is.fn.countAll<number>().as('members'))
    .groupBy(columns)
    .execute();
  const order: (Track | null)[] = [...tracks, null];
  return rows
    .map((row) => ({ ...row, released: row.released === 1 }))
    .toSorted((a, b) => order.indexOf(a.track) - order.indexOf(b.track));
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
