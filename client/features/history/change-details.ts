import { changedFieldTexts, changeTexts } from '#client/features/history/texts.ts';
import type { LoggedChange } from '#domain/changes.ts';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import { projectLink } from '#domain/project-link.ts';
import { flagsText } from '#domain/review.ts';

type Fields = LoggedChange['fields'];

function trackName(value: unknown): string {
  const track = tracks.find((name) => name === value);
  return track ? trackLabels[track] : changeTexts.noTrack;
}

function trackDetails({ developmentTrack: track }: Fields): string | null {
  if (!track) return null;
  return track.old ? `${trackName(track.old)} → ${trackName(track.new)}` : trackName(track.new);
}

function reviewDetails({ submissionReviewed, graded }: Fields): string | null {
  const text = flagsText({
    ...(submissionReviewed && { submissionReviewed: submissionReviewed.new === true }),
    ...(graded && { graded: graded.new === true }),
  });
  return text || null;
}

function fieldNames(fields: Fields): string | null {
  const named = Object.entries(changedFieldTexts).flatMap(([field, label]) =>
    field in fields ? [label] : [],
  );
  return named.length > 0 ? new Intl.ListFormat('en-US', { type: 'unit' }).format(named) : null;
}

/** The details of a change: the track, the project, the marks that were set, the fields; null if its kind says it all. */
export function changeDetails({ kind, fields }: Pick<LoggedChange, 'kind' | 'fields'>): string | null {
  switch (kind) {
    case 'track-selected':
      return trackDetails(fields);
    case 'submission-sent': {
      const link = fields.githubLink?.new;
      return typeof link === 'string' ? (projectLink(link)?.name ?? link) : null;
    }
    case 'review-changed':
      return reviewDetails(fields);
    case 'undone':
      return reviewDetails(fields) ?? trackDetails(fields) ?? fieldNames(fields);
    case 'profile-saved':
    case 'email-restored':
      return fieldNames(fields);
    default:
      return null;
  }
}

/** A single change, or all of one batch. */
export interface ChangeEntry {
  change: LoggedChange;
  /** The number of other changes in the batch. */
  others: number;
}

/** The changes, with those of one batch grouped. */
export function entriesOf(changes: readonly LoggedChange[]): ChangeEntry[] {
  const batches = new Set<string>();
  const entries: ChangeEntry[] = [];
  for (const change of changes) {
    if (change.batch !== null) {
      if (batches.has(change.batch)) continue;
      batches.add(change.batch);
    }
    entries.push({ change, others: change.batchSize - 1 });
  }
  return entries;
}
