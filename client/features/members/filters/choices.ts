import { statLabels, userTable } from '#domain/admin.ts';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import { stepTexts } from './texts.ts';

/** The tracks with their names; no track comes last. */
export const trackChoices = [
  ...tracks.map((track) => ({ value: track, label: trackLabels[track], short: statLabels.tracks[track] })),
  { value: 'none', label: userTable.missingTrack, short: userTable.missingTrack },
] as const;

/** How far members have come, by the number of steps they have completed. */
export const stepChoices = [
  { value: 1, ...stepTexts[0] },
  { value: 2, ...stepTexts[1] },
  { value: 3, ...stepTexts[2] },
  { value: 4, ...stepTexts[3] },
] as const;
