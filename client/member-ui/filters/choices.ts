import { userTable } from '#domain/admin.ts';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import { stepTexts } from './texts.ts';

export const trackChoices = [
  ...tracks.map((track) => ({ value: track, label: trackLabels[track] })),
  { value: 'none', label: userTable.missingTrack },
] as const;

export const stepChoices = stepTexts.map((texts, index) => ({ value: index + 1, ...texts }));
