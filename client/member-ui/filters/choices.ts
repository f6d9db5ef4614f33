import { userTable } from '#domain/admin.ts';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import { stepsDone } from '#domain/member-list.ts';

export const trackChoices = [
  ...tracks.map((track) => ({ value: track, label: trackLabels[track] })),
  { value: 'none', label: userTable.missingTrack },
] as const;

/** By their number alone: three steps are done with or without a review. */
export const stepChoices = [1, 2, 3, 4].map((value) => ({ value: String(value), label: stepsDone(value) }));
