import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { root } from './run-command.ts';
import { isNode, type Node, textOf, type UserText } from './user-texts.ts';

/**
 * Features, layouts and the app keep their texts in files of that name. The shared components of `client/ui` and
 * `client/lib` hold their few texts themselves, because one file would bring all of them into the first paint.
 */
const places = 'client/{app,features,layouts}/**/*.{ts,tsx}';
const textFiles = /\/(?:first-paint-)?texts\.ts$/;
/** Numbers, times and marks in words: each text is a result of its rule. */
const exempt = ['client/features/admin/format.ts'];

/** Attributes and properties whose value people read. */
const shownNames =
  /^(?:aria-(?:label|description|roledescription|valuetext)|alt|busyLabel|description|heading|hint|label|lead|menuLabel|no|placeholder|subtitle|text|title|yes)$/;
/** Attributes for the browser. */
const hiddenNames = /^(?:aria-(?:controls|describedby|labelledby)|className|d|key|rel|style|transform)$/;
/** Functions whose strings are for programs and logs. */
const hiddenCalls =
  /^(?:Error|logFailure|useMemberWrite|matchMedia|useMediaQuery|querySelector(?:All)?|closest|matches)$/;

/** Every text that people see and that is written outside of a file of texts. */
export function* misplacedTexts(): Generator<UserText> {
  const files = globSync(places, { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !textFiles.test(file) && !exempt.includes(file),
  );
  for (const file of files.sort()) {
    const code = readFileSync(join(root, file), 'utf8');
    for (const { start, text } of shownTexts(code, file.endsWith('x') ? 'tsx' : 'ts')) {
      yield { file, line: code.slice(0, start).split('\n').length, text: text.replace(/\s+/g, ' ').trim() };
    }
  }
}

export function shownTexts(code: string, lang: 'ts' | 'tsx'): { start: number; text: string }[] {
  return [...shownIn(parseAst(code, { lang }), false)];
}

/** `shown` says that people read the node's text, whatever it looks like. */
function* shownIn(node: unknown, shown: boolean): Generator<{ start: number; text: string }> {
  if (Array.isArray(node)) {
    for (const child of node) yield* shownIn(child, shown);
    return;
  }
  if (!isNode(node) || isHidden(node)) return;
  const text = textOf(node);
  if (text !== null && (shown || node.type === 'JSXText' ? /\p{L}/u.test(text) : isText(text))) {
    yield { start: node.start, text };
  }
  for (const [name, child] of Object.entries(node)) {
    if (name === 'quasis') continue;
    yield* shownIn(child, isShown(node, name, shown));
  }
}

function isHidden(node: Node): boolean {
  if (/^(?:Import|ExportAll|TS(?!As|Satisfies))/.test(node.type)) return true;
  // A comparison, as in `event.key === 'Escape'`.
  if (node.type === 'BinaryExpression') return node.operator !== '+';
  if (node.type === 'JSXAttribute') return hiddenNames.test(nameOf(node.name));
  return /^(?:Call|New)Expression$/.test(node.type) && hiddenCalls.test(nameOf(node.callee));
}

/** Whether people read the child `name` of a node: what an element contains, and the values with the names above. */
function isShown(node: Node, name: string, shown: boolean): boolean {
  if (/^JSX(?:Element|Fragment)$/.test(node.type)) return name === 'children';
  if (node.type === 'JSXAttribute') return name === 'value' && shownNames.test(nameOf(node.name));
  if (node.type === 'Property') return name === 'value' && shownNames.test(nameOf(node.key));
  if (node.type === 'ConditionalExpression') return name !== 'test' && shown;
  const passesOn =
    /^(?:JSXExpressionContainer|LogicalExpression|BinaryExpression|TS(?:As|Satisfies)Expression|ParenthesizedExpression)$/;
  return passesOn.test(node.type) && shown;
}

/** The name of an attribute, a key or a function, without the object that it belongs to. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  return String(node.name ?? (node.property ? nameOf(node.property) : node.value) ?? '');
}

/** At least two words, or one with a capital. */
function isText(text: string): boolean {
  return /\p{L}[^{}=<>]* [^{}=<>]*\p{L}{2,}/u.test(text)
    ? !/^[a-z-]+(?:, ?[a-z-]+)+$/.test(text)
    : /^\p{Lu}\p{Ll}+[.!?…]*$/u.test(text);
}
