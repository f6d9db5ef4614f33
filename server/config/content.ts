import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { defaultAccountSettings } from '#domain/account-settings.ts';
import type { ClubTexts } from '#domain/club.ts';
import { noDates } from '#domain/date-settings.ts';
import { defaultMailSettings } from '#domain/mail-settings.ts';
import type { Track } from '#domain/member-choices.ts';
import { defaultRegistration } from '#domain/registration-settings.ts';
import { defaultReminders } from '#domain/reminders.ts';
import { defaultReviewSettings } from '#domain/review-settings.ts';
import { type SettingsOf, type SettingsPart, settingsPartNames, settingsRule } from '#domain/settings.ts';
import type { TaskDefinition } from '#domain/tasks.ts';
import { OperatorError } from './operator-error.ts';

export const contentFolder = join(import.meta.dirname, '..', '..', 'content');

/** The club's decisions that need no code. The object stays the same one and follows the settings (server/settings/). */
export interface Content extends Omit<SettingsParts, 'club' | `task-${Track}`> {
  club: ClubTexts;
  tasks: Record<Track, TaskDefinition>;
}

/** All parts of the settings. */
export type SettingsParts = { [Part in SettingsPart]: SettingsOf<Part> };

/** A content file is missing or invalid. The message is one line: `content/club.json: shortName: is missing`. */
export class ContentError extends OperatorError {
  override name = 'ContentError';
}

/** The file of each part, in the content folder and in an export of the settings. */
export const contentFiles = {
  club: 'club.json',
  forms: 'forms.json',
  'task-android': 'tasks/android.json',
  'task-web': 'tasks/web.json',
  'task-ml': 'tasks/ml.json',
  'task-game': 'tasks/game.json',
  registration: 'registration.json',
  dates: 'dates.json',
  reminders: 'reminders.json',
  reviews: 'reviews.json',
  accounts: 'accounts.json',
  mail: 'mail.json',
} as const satisfies Record<SettingsPart, string>;

/** The parts that need no file. */
const defaults = {
  registration: defaultRegistration,
  dates: noDates,
  reminders: defaultReminders,
  reviews: defaultReviewSettings,
  accounts: defaultAccountSettings,
  mail: defaultMailSettings,
};

/**
 * Reads the defaults of the settings from the files in `folder`. Synchronous: the files are small, and are read at the start.
 * @throws ContentError that names the first bad file and all invalid fields in it
 */
export function loadContent(folder: string): Content {
  const required = settingsPartNames.filter((part) => !Object.hasOwn(defaults, part));
  return contentOf({ ...defaults, ...readParts(folder, required) } as SettingsParts);
}

/** Reads the parts that have a file in `folder`, and the required ones. @throws ContentError */
export function readParts(folder: string, required: readonly SettingsPart[] = []): Partial<SettingsParts> {
  const present = settingsPartNames.filter(
    (part) => required.includes(part) || existsSync(join(folder, contentFiles[part])),
  );
  return Object.fromEntries(
    present.map((part) => [part, load(folder, contentFiles[part], settingsRule(part))]),
  );
}

export function contentOf({
  'task-android': android,
  'task-web': web,
  'task-ml': ml,
  'task-game': game,
  club: texts,
  ...others
}: SettingsParts): Content {
  const taskTitles = { android: android.title, web: web.title, ml: ml.title, game: game.title };
  return { ...others, club: { ...texts, taskTitles }, tasks: { android, web, ml, game } };
}

export function partsOf({ club: { taskTitles: _, ...club }, tasks, ...others }: Content): SettingsParts {
  const { android, web, ml, game } = tasks;
  return { ...others, club, 'task-android': android, 'task-web': web, 'task-ml': ml, 'task-game': game };
}

function load<T>(folder: string, file: string, schema: z.ZodMiniType<T>): T {
  const path = resolve(folder, file);
  const displayPath = `${basename(resolve(folder))}/${file}`;
  const result = schema.safeParse(parseJson(readText(path, displayPath), displayPath), {
    error: describeIssue,
  });
  if (result.success) return result.data;
  throw new ContentError(`${displayPath}: ${result.error.issues.flatMap(describeIssues).join('; ')}`);
}

function readText(path: string, displayPath: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new ContentError(`${displayPath}: cannot be read (${reason(cause)})`, { cause });
  }
  try {
    // TextDecoder drops the byte order mark that some Windows editors write, which JSON.parse would reject.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ContentError(`${displayPath}: is not UTF-8 text`, { cause });
  }
}

function parseJson(text: string, displayPath: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ContentError(`${displayPath}: is not valid JSON (${reason(cause)})`, { cause });
  }
}

/** The reason of a failed JSON.parse on one line: its message quotes the file, line breaks included. */
function reason(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, ' ');
}

export function describeIssues(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${z.core.toDotPath([...issue.path, key])}: is not a known field`);
  }
  return [issue.path.length === 0 ? issue.message : `${z.core.toDotPath(issue.path)}: ${issue.message}`];
}

const kinds: Partial<Record<string, string>> = {
  string: 'text in quotes',
  array: 'a list in [ ]',
  object: 'an object in { }',
  boolean: 'true or false',
};

/** Rewords zod's issues for people who edit content rather than code; undefined keeps zod's wording. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : describeLength(issue.minimum, issue.exact);
    case 'too_big':
      return describeLength(issue.maximum, issue.exact);
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an http or https address' : 'must be a single line';
    default:
      return undefined;
  }
}

function describeLength(bound: number | bigint, exact: boolean | undefined): string {
  return exact ? `must have exactly ${bound} entries` : 'must have at least one entry';
}
