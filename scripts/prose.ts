import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-command.ts';

/** Phrases that a reader stumbles over, each with a plain alternative. */
const banned: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again'],
  [/\bso long\b/i, 'this long, until'],
  [/\bby way of\b/i, 'through'],
  [/\bat hand\b/i, 'available'],
  [/\bto be had\b/i, 'available'],
  [/\bof (?:its|their|his) own\b/i, 'separate'],
  [/\b(?:told|tells) of\b/i, 'notified'],
  [/\b(?:is|was|are|were|be|been|came|come) drawn\b|\bdrawn page/i, 'rendered, prerendered'],
  [/\bby hand\b/i, 'manually'],
  [/\bwhoever\b/i, 'a client, a user'],
  [/\b(?:is|are) led (?:on|to|back)\b/i, 'redirected'],
  [/\bthe own record\b/i, 'the member’s own record'],
  [/(?:^|[.:;!] )(?:Who|Whom|What)\b(?![^.]*\?)/, 'a subject: "A client that …", "The value that …"'],
];

/** Places that are still to be rewritten: remove a place once its prose is plain. Never add one. */
const unfinished = `
  client/app/ client/features/accounts/ client/features/admin/ client/features/diagnostics/
  client/features/inbox/ client/lib/event-stream
`
  .trim()
  .split(/\s+/);

/** A migration never changes, and this file quotes the phrases. */
const exempt = ['server/store/migrations/', 'scripts/prose.ts'];

/** Comments, test titles and documents, as [file, line number, text]. */
function* prose(): Generator<[file: string, line: number, text: string]> {
  const files = globSync(
    '{*.md,{client,content,deploy,docs,domain,server,scripts,bench,tests}/**/*.{ts,tsx,css,md}}',
    {
      cwd: root,
    },
  );
  for (const file of files.sort()) {
    if ([...unfinished, ...exempt].some((place) => file.startsWith(place))) continue;
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      const text = file.endsWith('.md') ? line : proseOf(line);
      if (text) yield [file, index + 1, text.trim()];
    }
  }
}

/** The comment or test title in a line of code. */
function proseOf(line: string): string | undefined {
  const comment = /^\s*\{?(?:\/\/|\/\*+|\*(?!\/))(.*?)(?:\*\/\}?)?$/.exec(line)?.[1];
  return (
    comment ??
    /\b(?:it|test|describe)(?:\.\w+)*\((['`].*?['`])[,)]/.exec(line)?.[1] ??
    /^\s*\]\)\((['`].*?['`]),/.exec(line)?.[1]
  );
}

for (const [file, line, text] of prose()) {
  for (const [phrase, instead] of banned) {
    if (!phrase.test(text)) continue;
    console.error(`${file}:${line}: ${text}\n  instead: ${instead}`);
    process.exitCode = 1;
  }
}
