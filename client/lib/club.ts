import { createContext, use } from 'react';
import type { PageTexts } from '#domain/club.ts';
import type { Track } from '#domain/member-choices.ts';

/** The club's own texts (content/club.json), which every page carries in its state. */
export const ClubContext = createContext<PageTexts | null>(null);

export function useClub(): PageTexts {
  const club = use(ClubContext);
  if (!club) throw new Error('The page carries no texts of the club');
  return club;
}

/** The key of a track's task in the query cache, where the page's state may have put it. */
export function taskKey(track: Track) {
  return ['task', track] as const;
}

/** It stands on the sign-in pages and on /about. */
export const clubSentence = ['Pick a track.', 'Build one thing.', 'Get it reviewed.'] as const;
