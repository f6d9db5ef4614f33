import { trackLabels } from '#domain/member-choices.ts';
import { resultEmail } from '#domain/result-texts.ts';
import type { Mail, NotYet } from '#server/mail/mail.ts';
import { placeMail, resultMail, resultWithdrawnMail } from '#server/mail/messages.ts';
import type { Db } from '#server/store/open.ts';
import { placeRequest, readPlace } from './places.ts';
import { readSettings, type ViewDeps } from './release-state.ts';

/**
 * The email about a member's result as it is now, whatever it was when the email was planned, or about a place that waits
 * for an answer or has lapsed; null if there is nobody to write to, or nothing to say. It waits for a correction that can
 * still be undone.
 */
export async function composeResultMail(
  deps: ViewDeps,
  db: Db,
  uid: string,
  topic = 'result',
): Promise<Mail | NotYet | null> {
  const { config, content } = deps;
  const row = await db
    .selectFrom('results')
    .innerJoin('user', 'user.id', 'results.uid')
    .leftJoin('result_corrections', 'result_corrections.uid', 'results.uid')
    .select(['results.outcome', 'results.track', 'results.corrected', 'results.note', 'dueAt'])
    .select(['user.name', 'user.email', 'user.emailVerified'])
    .where('results.uid', '=', uid)
    .executeTakeFirst();
  if (!row) return null;
  if (row.dueAt !== null) return { notBefore: row.dueAt };
  const { outcome, note, email: to } = row;
  const dashboard = `${config.portalUrl}/dashboard`;
  if (outcome === null) return resultWithdrawnMail(content.club, { uid, to, note, dashboard });
  const place = await readPlace(db, uid);
  const request = placeRequest(deps, place);
  if (topic === 'result:place') {
    if (request === null && place?.state !== 'lapsed') return null;
    return placeMail(content.club, { uid, to, request, dashboard });
  }
  const { texts, season } = await readSettings(db, deps);
  const name = row.emailVerified ? row.name : null;
  const track = row.track && trackLabels[row.track];
  return resultMail(content.club, {
    uid,
    to,
    note,
    dashboard,
    request,
    corrected: row.corrected === 1,
    ...resultEmail(texts[outcome], { name, track }),
    ...(outcome === 'selected' && {
      poster: {
        track: row.track,
        picture: `${config.portalUrl}/${row.track ? `poster-${row.track}` : 'social-card'}.png`,
        title: texts.selected.title,
        facts: [name, [track, season].filter(Boolean).join(' · ')].filter((fact) => fact !== null),
      },
    }),
  });
}
