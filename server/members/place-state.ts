import { sql } from 'kysely';
import type { PlaceState } from '#domain/places.ts';

/** The state of the place of a row of `results`, as `placeOf` names it; 'lapsed' only once that is stored. */
export const placeState = sql<PlaceState | null>`case
  when coalesce(results.outcome, '') <> 'selected' or results."answerUntil" is null then null
  when results.answer = 'yes' then 'confirmed' when results.answer = 'no' then 'declined'
  when results.answer = 'lapsed' then 'lapsed' else 'open' end`;

/** That of a member. */
export const placeOfMember = sql<PlaceState | null>`(select ${placeState} from results where results.uid = members.uid)`;
