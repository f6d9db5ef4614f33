import { trackLabels } from '#domain/member-choices.ts';
import { submissionTrackOf } from '#domain/members.ts';
import { metByHalf } from '#domain/opinions.ts';
import type { Outcome } from '#domain/outcomes.ts';
import { placeTexts } from '#domain/places.ts';
import { nameOfUnknown } from '#domain/recovery.ts';
import { resultTextsFor } from '#domain/result-texts.ts';
import type { MemberResult, RequirementsAnswer, ResultPanel } from '#domain/results.ts';
import { findMember } from '#server/members/member-store.ts';
import { currentReview } from '#server/reviews/submission-review.ts';
import type { Db } from '#server/store/open.ts';
import { readPlace } from './places.ts';
import { readSettings, type ViewDeps } from './release-state.ts';

function findResult(db: Db, uid: string) {
  return db
    .selectFrom('results')
    .select(['outcome', 'releasedAt', 'certificate', 'fullName', 'track', 'season', 'note'])
    .where('uid', '=', uid)
    .where('outcome', 'is not', null)
    .$narrowType<{ outcome: Outcome }>()
    .executeTakeFirst();
}

/** A member's result. Reads nothing that is not released. */
export async function readResult(db: Db, uid: string): Promise<MemberResult> {
  const row = await findResult(db, uid);
  return {
    outcome: row?.outcome ?? null,
    releasedAt: row?.releasedAt ?? null,
    place: await readPlace(db, uid),
  };
}

/** A member's result in the club's words; null for a member without a released result. */
export async function readPanel(db: Db, deps: ViewDeps, uid: string): Promise<ResultPanel | null> {
  const row = await findResult(db, uid);
  if (!row) return null;
  const { outcome, releasedAt, certificate, fullName, track, season, note } = row;
  const { title, text, next, link, linkLabel, date } = resultTextsFor(
    (await readSettings(db, deps)).texts[outcome],
    { name: fullName === nameOfUnknown ? null : fullName, track: track && trackLabels[track] },
  );
  const place = await readPlace(db, uid);
  const known = { outcome, releasedAt, certificate, note, fullName, track, season, place };
  const state = place?.state;
  // The club's words welcome a member who takes the place.
  if (state === 'declined' || state === 'lapsed')
    return { ...known, ...placeTexts.panels[state], next: '', link: null, date: null };
  return {
    ...known,
    ...{ title, text, next },
    link: link === '' ? null : { href: link, label: linkLabel || link },
    date: date === '' ? null : date,
  };
}

/** The requirements of a member's reviewed submission, if the club shows them this season. */
export async function readRequirements(db: Db, deps: ViewDeps, uid: string): Promise<RequirementsAnswer> {
  const { showRequirements } = await readSettings(db, deps);
  const member = showRequirements ? await findMember(db, uid) : null;
  const track = member?.submissionReviewed ? submissionTrackOf(member) : null;
  if (!member || !track) return { requirements: null };
  const met = metByHalf((await currentReview(db, member)).opinions);
  const { requirements } = deps.content.tasks[track];
  return { requirements: requirements.map(({ id, title }) => ({ title, met: met.includes(id) })) };
}
