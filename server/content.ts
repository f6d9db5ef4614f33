import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type * as z from 'zod/mini';
import { type Club, club } from '#domain/club.ts';
import { type FormsFile, formsFile } from '#domain/forms.ts';
import { type Track, tracks } from '#domain/member-choices.ts';
import { type TaskDefinition, taskDefinition } from '#domain/tasks.ts';
import { OperatorError } from './operator-error.ts';

export const contentFolder = join(import.meta.dirname, '..', 'content');

/** Everything a club edits without touching code: the parsed and validated files under `content/`. */
export interface Content {
  club: Club;
  tasks: Record<Track, TaskDefinition>;
  forms: FormsFile;
}

/** A content file is missing or invalid. The message is one line: `content/club.json: shortName: is missing`. */
export class ContentError extends OperatorError {
  override name = 'ContentError';
}

/**
 * Reads `club.json`, `forms.json` and the four `tasks/<track>.json` in `folder`. Synchronous, for use at start only.
 * @throws ContentError that names the first bad file and all invalid fields in it
 */
export function loadContent(folder: string): Content {
  return {
    club: load(folder, 'club.json', club),
    forms: load(folder, 'forms.json', formsFile),
    tasks: {
      android: load(folder, 'tasks/android.json', taskDefinition),
      web: load(folder, 'tasks/web.json', taskDefinition),
      ml: load(folder, 'tasks/ml.json', taskDefinition),
      game: load(folder, 'tasks/game.json', taskDefinition),
    },
  };
}

const contentFiles = ['club.json', 'forms.json', ...tracks.map((track) => `tasks/${track}.json`)];

/** A hash of the content files, to detect changes. */
export function contentFingerprint(folder: string): string {
  const hash = createHash('sha256');
  for (const file of contentFiles) hash.update(readFileSync(resolve(folder, file))).update('\0');
  return hash.digest('hex');
}

/** The file in the client's build folder that holds the fingerprint of the content it was built from. */
export const contentStamp = '.content';

/**
 * @throws ContentError if the client was built from other content than the server reads. An edit takes effect
 * everywhere or nowhere (docs/decisions/content.md).
 */
export function requireBuiltContent(folder: string, builtClient: string): void {
  const built = builtFrom(join(builtClient, contentStamp));
  if (built === undefined || built === contentFingerprint(folder)) return;
  throw new ContentError(
    `${basename(resolve(folder))}/ has changed since the pages were built. Run npm run build, then start again.`,
  );
}

function builtFrom(stamp: string): string | undefined {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
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

function describeIssues(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${formatPath([...issue.path, key])}: is not a known field`);
  }
  return [issue.path.length === 0 ? issue.message : `${formatPath(issue.path)}: ${issue.message}`];
}

/** Formats a path as in JavaScript: `requirements[2].title`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((before, key) => {
    if (typeof key === 'number') return `${before}[${key}]`;
    const name = String(key);
    if (!/^\w+$/.test(name)) return `${before}[${JSON.stringify(name)}]`;
    return before === '' ? name : `${before}.${name}`;
  }, '');
}

const kinds: Partial<Record<string, string>> = {
  string: 'text in quotes',
  array: 'a list in [ ]',
  object: 'an object in { }',
  boolean: 'true or false',
};

/** Rewords zod's issues for people who edit content rather than code; undefined keeps zod's wording. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
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
