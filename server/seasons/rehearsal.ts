import type { Dates } from '#domain/date-settings.ts';
import { moment } from '#domain/days.ts';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import { namedDays } from '#domain/named-days.ts';
import { outcomeLabels, outcomes } from '#domain/outcomes.ts';
import type { ResultSettings } from '#domain/result-texts.ts';
import { nextSeasonName, type SeasonRehearsal } from '#domain/seasons.ts';
import { type CommandConfig, timeZoneOf } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { readSettings, selectPrepared } from '#server/results/release-state.ts';
import { plannedRounds } from '#server/results/rounds-view.ts';
import { countRows } from '#server/store/count-rows.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db } from '#server/store/open.ts';
import { isInClub } from './club-members.ts';

/** An operator's command has them too. */
export interface SeasonDeps {
  config: CommandConfig;
  content: Content;
}

/** Members who keep their account at the end of the season. */
export function selectStaying(db: Db, adminUid: string, keep: readonly string[] = []) {
  const became = db.selectFrom('results').select('results.uid').where(isInClub).where('leftOn', 'is', null);
  const earlier = db.selectFrom('club_members').select('uid').where('leftOn', 'is', null);
  const reviewers = db.selectFrom('staff').select('uid').where('role', '=', 'reviewer');
  return db
    .selectFrom('members')
    .select('members.uid')
    .where((is) =>
      is.or([
        is('members.uid', 'in', became),
        is('members.uid', 'in', earlier),
        is('members.uid', 'in', reviewers),
        is('members.uid', 'in', [adminUid, ...keep]),
      ]),
    );
}

/** Counts what the end of the season would do now, and all that would surprise somebody. Changes nothing. */
export async function rehearseSeasonEnd(db: Db, deps: SeasonDeps): Promise<SeasonRehearsal> {
  const { config, content } = deps;
  const settings = await readSettings(db, deps);
  const now = await databaseTime(db);
  const members = await countRows(db.selectFrom('members'));
  const staying = await countRows(selectStaying(db, config.adminUid));
  const inClub = selectStaying(db, config.adminUid).where((is) =>
    is('members.uid', 'not in', is.selectFrom('staff').select('uid').where('role', '=', 'reviewer')),
  );
  const clubMembers = await countRows(inClub.where('members.uid', '!=', config.adminUid));
  const openOffers = db
    .selectFrom('results')
    .where('outcome', '=', 'selected')
    .where('answer', 'is', null)
    .where('answerUntil', '>', iso(now));
  const unsent = db.selectFrom('mail_outbox').where('state', 'in', ['waiting', 'stopped']);
  const planned = db.selectFrom('group_messages').where('plannedFor', 'is not', null);
  const questions = db.selectFrom('form_submissions').where('kind', '=', 'question');
  const submitted = db.selectFrom('members').where('githubLink', 'is not', null);
  return {
    season: settings.season,
    next: nextSeasonName(settings.season),
    members,
    clubMembers,
    memberReviewers: staying - clubMembers,
    closed: members - staying,
    reviewers: await countRows(db.selectFrom('staff').where('role', '=', 'reviewer')),
    unreviewed: await countRows(submitted.where('submissionReviewed', '=', 0)),
    unreleased: await countRows(selectPrepared(db)),
    offersOpen: await countRows(openOffers),
    plannedRounds: (await plannedRounds(db)).length,
    plannedMessages: await countRows(planned.where('withdrawnAt', 'is', null)),
    mailsWaiting: await countRows(unsent.where('uid', 'is not', null).where('uid', '!=', config.adminUid)),
    questionsOpen: await countRows(questions.where('answeredAt', 'is', null).where('deletedAt', 'is', null)),
    words: [...wordsOf(settings.texts), ...pastDates(content.dates, now, timeZoneOf(deps))],
    sendsMail: config.smtpUrl !== undefined,
  };
}

/** Days and links in the words of the results. */
function wordsOf(texts: ResultSettings['texts']): string[] {
  return outcomes.flatMap((outcome) => {
    const { date, link, ...others } = texts[outcome];
    const days = namedDays(Object.values(others).join('\n'));
    return [date, link, ...days]
      .filter((word) => word !== '')
      .map((word) => `${outcomeLabels[outcome]}: ${word}`);
  });
}

function pastDates(dates: Dates, now: number, timeZone: string): string[] {
  const named: [string, string | null][] = [
    ['Registration opens', dates.opensAt],
    ['Registration closes', dates.closesAt],
    ['Deadline', dates.deadline],
    ...tracks.map((track): [string, string | null] => [
      `Deadline (${trackLabels[track]})`,
      dates.deadlines[track],
    ]),
    ['Results by', dates.hearBy],
  ];
  return named.flatMap(([label, at]) =>
    at !== null && Date.parse(at) < now ? [`${label}: ${moment(at, timeZone)}`] : [],
  );
}
