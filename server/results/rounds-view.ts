import type { Selectable } from 'kysely';
import { namedDays } from '#domain/named-days.ts';
import { type Outcome, outcomes } from '#domain/outcomes.ts';
import {
  type OutcomeState,
  type Round,
  type RoundAudience,
  type RoundPreview,
  roundsShown,
} from '#domain/rounds.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { hasApplied, seasonStart } from '#server/members/applied.ts';
import { isOneOf, selectMatching } from '#server/members/member-query.ts';
import { padForIn } from '#server/store/chunk.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import { judgedTrack, readSettings, selectPrepared, type ViewDeps } from './release-state.ts';

/** The members whom a round is about, with an outcome or not. A track has those who are judged in it. */
export function inAudience(db: Db, { uids, filter }: RoundAudience) {
  if (filter) {
    const { track, ...others } = filter;
    const members = selectMatching(db, others);
    return track === undefined ? members : members.where(isOneOf(judgedTrack, track));
  }
  return uids
    ? db.selectFrom('members').where('members.uid', 'in', padForIn(uids))
    : db.selectFrom('members');
}

/** The members to whom a round would give a result now. */
export function coveredBy(db: Db, audience: RoundAudience, roundId?: string) {
  const prepared = selectPrepared(db).select('outcomes.uid');
  const isChosen = !audience.filter && !audience.all;
  if (roundId !== undefined && isChosen) {
    const chosen = db.selectFrom('round_members').select('uid').where('roundId', '=', roundId);
    return prepared.where('outcomes.uid', 'in', chosen);
  }
  return audience.all
    ? prepared
    : prepared.where('outcomes.uid', 'in', inAudience(db, audience).select('members.uid'));
}

/** The state that a confirmation of this round depends on. */
export async function readRoundState(db: Db, audience: RoundAudience): Promise<OutcomeState> {
  return {
    changed: await latestSeq(db, { kind: 'outcomes-set' }),
    decided: await countRows(coveredBy(db, audience)),
    unreviewed: await countRows(
      inAudience(db, audience).where('githubLink', 'is not', null).where('submissionReviewed', '=', 0),
    ),
  };
}

/** Counts what releasing to these members would do, and what it would leave. */
export async function previewRound(db: Db, deps: ViewDeps, audience: RoundAudience): Promise<RoundPreview> {
  const covered = await selectPrepared(db)
    .where('outcomes.uid', 'in', coveredBy(db, audience))
    .select(['outcomes.outcome', 'members.feedback'])
    .execute();
  const { texts } = await readSettings(db, deps);
  const used = outcomes.filter((outcome) => covered.some((row) => row.outcome === outcome));
  const words = used.flatMap((outcome) => Object.values(texts[outcome]));
  const count = (wanted: Outcome) => covered.filter(({ outcome }) => outcome === wanted);
  return {
    state: await readRoundState(db, audience),
    selected: count('selected').length,
    undecided: await countRows(
      inAudience(db, audience)
        .leftJoin('outcomes', 'outcomes.uid', 'members.uid')
        .where('outcomes.uid', 'is', null)
        .where(hasApplied(await seasonStart(db))),
    ),
    unexplained: count('not-selected').filter(({ feedback }) => !feedback).length,
    sendsMail: deps.config.smtpUrl !== undefined,
    days: namedDays(words.join('\n')),
    links: await linksOfLastSeason(
      db,
      used.map((outcome) => texts[outcome].link),
    ),
    messages: await plannedMessages(db),
  };
}

/** A chat of last year may be closed, or open to the wrong people. */
async function linksOfLastSeason(db: Db, links: readonly string[]): Promise<string[]> {
  const last = await db.selectFrom('seasons').select('words').orderBy('endedAt', 'desc').executeTakeFirst();
  if (!last) return [];
  const former = Object.values(JSON.parse(last.words) as Record<string, { link?: string }>);
  return [...new Set(links)].filter((link) => link !== '' && former.some((words) => words.link === link));
}

async function plannedMessages(db: Db): Promise<RoundPreview['messages']> {
  const rows = await db
    .selectFrom('group_messages')
    .select(['plannedFor as at', 'subject', 'text'])
    .where('plannedFor', 'is not', null)
    .where('withdrawnAt', 'is', null)
    .$narrowType<{ at: string }>()
    .orderBy('plannedFor')
    .limit(3)
    .execute();
  return rows.map(({ at, subject, text }) => ({
    at,
    excerpt: (subject || text).slice(0, 80).toWellFormed(),
  }));
}

export function plannedRounds(db: Db): Promise<Selectable<Tables['rounds']>[]> {
  return db
    .selectFrom('rounds')
    .selectAll()
    .where('releasedAt', 'is', null)
    .where('plannedFor', 'is not', null)
    .orderBy('plannedFor')
    .orderBy('id')
    .execute();
}

export async function readRounds(db: Db): Promise<Round[]> {
  const cancelled = db.selectFrom('rounds').selectAll().where('cancelledPlan', 'is not', null);
  const released = db.selectFrom('rounds').selectAll().where('releasedAt', 'is not', null);
  const rows = [
    ...(await plannedRounds(db)),
    ...(await cancelled.orderBy('id').execute()),
    ...(await released.orderBy('releasedAt', 'desc').orderBy('id').limit(roundsShown).execute()),
  ];
  const rounds: Round[] = [];
  // One after the other: a transaction has one connection.
  for (const row of rows) rounds.push(await presentRound(db, row));
  return rounds;
}

async function presentRound(db: Db, row: Selectable<Tables['rounds']>): Promise<Round> {
  const { id, plannedFor, cancelledPlan, releasedAt, left } = row;
  const audience: RoundAudience = JSON.parse(row.audience);
  const members = db.selectFrom('round_members').select('uid').where('roundId', '=', id);
  const isChosen = !audience.filter && !audience.all;
  return {
    ...{ id, ...audience, plannedFor, cancelledPlan, releasedAt, left },
    ...(isChosen && !releasedAt && { uids: (await members.execute()).map(({ uid }) => uid) }),
    answerBy: row.answerBy === null ? null : JSON.parse(row.answerBy),
    members: await countRows(releasedAt ? members : coveredBy(db, audience, id)),
  };
}
