import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { root } from './run-command.ts';

export interface UserText {
  file: string;
  line: number;
  /** Values that are inserted are shown as `…`. */
  text: string;
}

/** Where texts for people are: pages, rules, mails, errors and the operator's commands. */
const places = '{client,domain,server}/**/*.{ts,tsx},scripts/{portal,start}.ts,scripts/portal/*.ts';
const notForPeople = /\.test\.tsx?$|\/migrations\/|\/service-worker\//;

/** Every text of the portal that people read, in one list: strings of at least two words, apart from code. */
export function* userTexts(): Generator<UserText> {
  const files = globSync(`{${places}}`, { cwd: root }).filter((file) => !notForPeople.test(file));
  for (const file of files.sort()) {
    const code = readFileSync(join(root, file), 'utf8');
    for (const { at, text } of stringsOf(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))) {
      const line = code.slice(0, at).split('\n').length;
      if (isSentence(text)) yield { file, line, text };
    }
  }
}

interface Found {
  at: number;
  text: string;
}

function* stringsOf(node: unknown): Generator<Found> {
  if (Array.isArray(node)) {
    for (const child of node) yield* stringsOf(child);
  } else if (isNode(node)) {
    // SQL, modules and types are not texts.
    if (/^(?:Import|ExportAll|TaggedTemplate|TS(?!As|Satisfies))/.test(node.type)) return;
    const text = textOf(node);
    if (text !== null) yield { at: node.start, text: text.replace(/\s+/g, ' ').trim() };
    for (const [name, child] of Object.entries(node)) if (name !== 'quasis') yield* stringsOf(child);
  }
}

export interface Node {
  type: string;
  start: number;
  value?: unknown;
  name?: unknown;
  key?: unknown;
  callee?: unknown;
  property?: unknown;
  operator?: unknown;
  quasis?: readonly { value: { cooked: string } }[];
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

export function textOf({ type, value, quasis }: Node): string | null {
  if (type === 'TemplateLiteral' && quasis) return quasis.map((part) => part.value.cooked).join('…');
  return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? value : null;
}

function isSentence(text: string): boolean {
  return /\p{L}[^{}=<>]* [^{}=<>]*\p{L}/u.test(text) && !/^[a-z-]+(?:, ?[a-z-]+)+$/.test(text);
}
