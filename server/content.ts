import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { z } from 'zod';
import { type Club, club } from '#domain/club.ts';
import { type FormsFile, formsFile } from '#domain/forms.ts';
import type { Track } from '#domain/member-choices.ts';
import { type TaskDefinition, taskDefinition } from '#domain/tasks.ts';
import { OperatorError } from './operator-error.ts';

/** All that a club edits without touching code: the files under `content/`, read and checked. */
export interface Content {
  club: Club;
  tasks: Record<Track, TaskDefinition>;
  forms: FormsFile;
}

/** A content file is missing or wrong. The message is one line: `content/club.json: shortName: is missing`. */
export class ContentError extends OperatorError {
  override name = 'ContentError';
}

/**
 * Reads `club.json`, `forms.json` and the four `tasks/<track>.json` below `folder`. Synchronous, for use once at start.
 * Throws a ContentError naming the first bad file and, with their fields, all faults found in it.
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

function load<T>(folder: string, file: string, schema: z.ZodType<T>): T {
  const path = resolve(folder, file);
  const shown = `${basename(resolve(folder))}/${file}`;
  const result = schema.safeParse(parseJson(readText(path, shown), shown), { error: describeIssue });
  if (result.success) return result.data;
  throw new ContentError(`${shown}: ${result.error.issues.flatMap(faults).join('; ')}`);
}

function readText(path: string, shown: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new ContentError(`${shown}: cannot be read (${reason(cause)})`, { cause });
  }
  try {
    // Drops the byte order mark that some Windows editors write, which JSON.parse would refuse.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ContentError(`${shown}: is not UTF-8 text`, { cause });
  }
}

function parseJson(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ContentError(`${shown}: is not valid JSON (${reason(cause)})`, { cause });
  }
}

/** JSON.parse quotes the file in its message, line breaks included. */
function reason(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, ' ');
}

function faults(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${formatPath([...issue.path, key])}: is not a known field`);
  }
  return [issue.path.length === 0 ? issue.message : `${formatPath(issue.path)}: ${issue.message}`];
}

/** Writes a path as one would in JavaScript: `requirements[2].title`. */
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

/** Zod's issues in words for someone who edits a file rather than code; undefined keeps zod's own words. */
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
