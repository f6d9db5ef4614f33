import { readFileSync, watch } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { club, type PageTexts } from '#domain/club.ts';
import { type FormsFile, formsFile } from '#domain/forms.ts';
import type { Track } from '#domain/member-choices.ts';
import { type TaskDefinition, taskDefinition } from '#domain/tasks.ts';
import { OperatorError } from './operator-error.ts';

export const contentFolder = join(import.meta.dirname, '..', '..', 'content');

/** Everything a club edits without touching code: the parsed and validated files under `content/`. */
export interface Content {
  club: PageTexts;
  tasks: Record<Track, TaskDefinition>;
  forms: FormsFile;
}

/** A content file is missing or invalid. The message is one line: `content/club.json: shortName: is missing`. */
export class ContentError extends OperatorError {
  override name = 'ContentError';
}

/**
 * Reads `club.json`, `forms.json` and the four `tasks/<track>.json` in `folder`. Synchronous: the files are small, and are read at the start and after an edit.
 * @throws ContentError that names the first bad file and all invalid fields in it
 */
export function loadContent(folder: string): Content {
  const texts = load(folder, 'club.json', club);
  const forms = load(folder, 'forms.json', formsFile);
  const tasks = {
    android: load(folder, 'tasks/android.json', taskDefinition),
    web: load(folder, 'tasks/web.json', taskDefinition),
    ml: load(folder, 'tasks/ml.json', taskDefinition),
    game: load(folder, 'tasks/game.json', taskDefinition),
  };
  const { android, web, ml, game } = tasks;
  const taskTitles = { android: android.title, web: web.title, ml: ml.title, game: game.title };
  return { club: { ...texts, taskTitles }, forms, tasks };
}

/** Editors write a file in several steps. In milliseconds. */
const settles = 200;

/**
 * Keeps `content` as the files in `folder` are: an edit appears on the next page that is opened, without a restart. Files that
 * are not valid change nothing until they are.
 * @param accept throws if the content does not fit the configuration
 * @returns a function that stops it
 */
export function followContent(
  folder: string,
  content: Content,
  { accept, onChange, onError }: ContentEvents,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  function read(): void {
    try {
      const next = loadContent(folder);
      accept(next);
      if (JSON.stringify(next) === JSON.stringify(content)) return;
      Object.assign(content, next);
      onChange();
    } catch (error) {
      onError(error);
    }
  }
  const watchers = [folder, join(folder, 'tasks')].map((each) =>
    watch(each, { persistent: false }, () => {
      clearTimeout(timer);
      timer = setTimeout(read, settles);
    }).on('error', onError),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

interface ContentEvents {
  accept(next: Content): void;
  onChange(): void;
  onError(error: unknown): void;
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
