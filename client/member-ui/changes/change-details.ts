import { momentText } from '#client/lib/format.ts';
import { type LoggedChange, reasonField } from '#domain/changes.ts';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import { phrases } from '#domain/member-fields.ts';
import { outcomeLabel, outcomes } from '#domain/outcomes.ts';
import { projectLink } from '#domain/project-link.ts';
import { flagsText } from '#domain/review-texts.ts';
import { settingFields, settingLabel } from './settings-fields.ts';
import { changeTexts } from './texts.ts';

type Fields = LoggedChange['fields'];

function trackName(value: unknown): string {
  const track = tracks.find((name) => name === value);
  return track ? trackLabels[track] : changeTexts.noTrack;
}

function trackDetails({ developmentTrack: track }: Fields): string | null {
  if (!track) return null;
  return track.old ? `${trackName(track.old)} → ${trackName(track.new)}` : trackName(track.new);
}

function reviewDetails({ submissionReviewed, graded, feedback }: Fields): string | null {
  const marks = flagsText({
    ...(submissionReviewed && { submissionReviewed: submissionReviewed.new === true }),
    ...(graded && { graded: graded.new === true }),
  });
  const feedbackText =
    feedback && (feedback.new === null ? changeTexts.feedbackWithdrawn : changeTexts.feedback);
  return [marks, feedbackText].filter(Boolean).join(', ') || null;
}

function fieldNames(fields: Fields): string | null {
  const named = phrases().flatMap(([field, phrase]) => (field in fields ? [phrase] : []));
  return named.length > 0 ? new Intl.ListFormat('en-US', { type: 'unit' }).format(named) : null;
}

/** Each corrected field with its values, and the reason. Long texts are named only. */
function correctionDetails(fields: Fields): string | null {
  const corrected = phrases().flatMap(([field, phrase]) => {
    const change = fields[field];
    if (!change) return [];
    if (field === 'projectDescription') return [phrase];
    return [changeTexts.corrected(phrase, valueText(field, change.old), valueText(field, change.new))];
  });
  const reason = fields[reasonField]?.new;
  if (typeof reason === 'string') corrected.push(changeTexts.reason(reason));
  return corrected.join(' · ') || null;
}

/** The outcome, by its old and new name, and the reason of a correction. */
function outcomeDetails({ outcome, reason, note }: Fields): string | null {
  if (!outcome) return null;
  const name = (value: unknown) => outcomeLabel(outcomes.find((known) => known === value) ?? null);
  const parts = [`${name(outcome.old)} → ${name(outcome.new)}`];
  if (typeof reason?.new === 'string') parts.push(changeTexts.reason(reason.new));
  if (typeof note?.new === 'string') parts.push(changeTexts.note(note.new));
  return parts.join(' · ');
}

/** The answer about a place, or until when it was extended. */
function placeDetails({ place }: Fields): string | null {
  const value = place?.new;
  if (value === 'yes' || value === 'no' || value === 'lapsed') return changeTexts.places[value];
  return typeof value === 'string' ? changeTexts.placeExtended(momentText(value)) : null;
}

/** Longer values are named only. */
const shortText = 40;

/** The fields of settings, with their values where both are short. Null for a change of something else. */
function settingsDetails(fields: Fields): string | null {
  const changed = Object.entries(fields).flatMap(([name, change]) => {
    const [part, ...path] = name.split('.');
    if (!part || path.length === 0) return [];
    const track = tracks.find((each) => part === `task-${each}`);
    const before = settingFields(change.old, path.join('.'));
    const after = settingFields(change.new, path.join('.'));
    const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
    );
    return differing.map((field) => {
      const label = settingLabel(part, field);
      const named = track ? `${trackLabels[track]}, ${label}` : label;
      const [from, to] = [before[field], after[field]].map(settingText);
      return from && to ? changeTexts.corrected(named, from, to) : named;
    });
  });
  return changed.join(' · ') || null;
}

/** Null for a list and for a long text. */
function settingText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return changeTexts.noValue;
  if (typeof value === 'boolean') return value ? changeTexts.yes : changeTexts.no;
  if (typeof value !== 'string' || value.length > shortText) return null;
  return /^\d{4}-\d\d-\d\dT/.test(value) ? momentText(value) : value;
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return changeTexts.noValue;
  if (field === 'developmentTrack') return trackName(value);
  if (field === 'taskCompleted') return value === true ? changeTexts.done : changeTexts.open;
  return String(value);
}

function whoseRole({ email, name }: Fields): string {
  const change = email ?? name;
  return String(change?.new ?? change?.old ?? '');
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
    case 'settings-changed':
      return settingsDetails(fields);
    case 'undone':
      return settingsDetails(fields) ?? reviewDetails(fields) ?? trackDetails(fields) ?? fieldNames(fields);
    case 'outcomes-set':
    case 'result-released':
    case 'result-corrected':
      return outcomeDetails(fields);
    case 'place-answered':
      return placeDetails(fields);
    case 'record-corrected':
      return correctionDetails(fields);
    case 'profile-saved':
    case 'email-restored':
      return fieldNames(fields);
    case 'reviewer-invited':
    case 'invitation-revoked':
    case 'reviewer-joined':
    case 'reviewer-ended':
      return whoseRole(fields);
    default:
      return null;
  }
}

/** The changes, with only the first of each batch. */
export function withoutRestOfBatches(changes: readonly LoggedChange[]): LoggedChange[] {
  const batches = new Set<string | null>();
  return changes.filter(({ batch }) => {
    const isRest = batch !== null && batches.has(batch);
    batches.add(batch);
    return !isRest;
  });
}
