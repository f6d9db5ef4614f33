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
  [/\bat once\b/i, 'immediately, together'],
  [/\b(?:take|takes|taken|took) (?:(?:it|that|them) )?back\b/i, 'undo, revert, withdraw'],
  [/\bset aside\b/i, 'park, keep'],
  [/\bpast (?:the|its|a|an) (?:bound|limit)/i, 'over the limit'],
  [/\b(?:emails|mails) to many\b/i, 'bulk email'],
  [/^[\s*]*The same[,;]/, 'a sentence that says what it is'],
  [/(?:^|[.:;!] )(?:Who|Whom|What)\b(?![^.]*\?)/, 'a subject: "A client that …", "The value that …"'],
];

/** Phrases of texts for the portal's users, each with a plain alternative. */
const bannedInTexts: typeof banned = [
  ...banned,
  [/\be-mail/i, 'email'],
  [/\bthrow-?away\b/i, 'temporary'],
  [/\blook again\b/i, 'Refresh, Check again'],
  [/\bgiven up\b/i, 'failed'],
  [/\bbecame of\b/i, 'status of'],
  [/\bnobody (?:gets|finds)\b/i, 'a sentence about the mail or the name'],
  [/\b(?:is|are) asked for\b|\basked to do\b/i, 'needed, the task'],
  [/\bdata (?:is |are )?whole\b|\bone that is whole\b|\bwhole backup\b/i, 'intact, complete'],
  [/\bat fault\b/i, 'invalid'],
  [/\bleave it$/i, 'Discard'],
  [/\bwhat travels\b/i, 'the request and response'],
  [/\bin one go\b/i, 'together'],
  [/\bby itself\b/i, 'automatically'],
  [/\bsee to\b/i, 'check'],
  [/\b(?:go|goes) on\b/i, 'continue'],
  [/\bas it was$/i, 'Reset'],
  [/\b(?:any|no) more$/i, 'no longer'],
];

/** A migration never changes, and this file quotes the phrases. */
const exempt = /^docs\/(?:specification|promises)\.md$|^server\/store\/migrations\/|^scripts\/prose\.ts$/;
const files = globSync(
  '{*.md,{client,content,deploy,docs,domain,server,scripts,bench,tests}/**/*.{ts,tsx,css,md}}',
  { cwd: root },
);
/** Where texts for people are: pages, rules, mails, errors and the operator's commands. */
const holdsTexts = /^(?:client|domain|server)\/.*\.tsx?$|^scripts\/(?:start\.ts|portal)/;
const notForPeople = /\.test\.tsx?$/;

for (const file of files.sort()) {
  if (exempt.test(file)) continue;
  const isForPeople = holdsTexts.test(file) && !notForPeople.test(file);
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    const place = `${file}:${index + 1}`;
    const prose = file.endsWith('.md') ? line : proseOf(line);
    if (prose) complain(place, prose.trim(), banned);
    else if (isForPeople && !line.startsWith('import '))
      for (const text of textsIn(line)) complain(place, text, bannedInTexts);
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

/** Strings of at least two words, and text between tags. */
function textsIn(line: string): string[] {
  const texts = line.matchAll(
    /'([^']* [^']*)'|"([^"]* [^"]*)"|`([^`]* [^`]*)`|^\s*(\p{L}[^{}<>=;()]* [^{}<>=;()]*)$/gu,
  );
  return [...texts].map(([, ...groups]) => groups.find((text) => text !== undefined) ?? '');
}

function complain(place: string, text: string, rules: typeof banned): void {
  for (const [phrase, instead] of rules) {
    if (!phrase.test(text)) continue;
    console.error(`${place}: ${text}\n  instead: ${instead}`);
    process.exitCode = 1;
  }
}
