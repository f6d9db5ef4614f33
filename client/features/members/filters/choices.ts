import { statLabels, userTable } from '#domain/admin.ts';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import { stepTexts } from './texts.ts';

export const trackChoices = [
  ...tracks.map((track) => ({ value: track, label: trackLabels[track], short: statLabels.tracks[track] })),
  { value: 'none', label: userTable.missingTrack, short: userTable.missingTrack },
] as const;

export const stepChoices = [
  { value: 1, ...stepTexts[0] },
  { value: 2, ...stepTexts[1] },
  { value: 3, ...stepTexts[2] },
  { value: 4, ...stepTexts[3] },
] as const;
