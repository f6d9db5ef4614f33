import type { Page } from '@playwright/test';
import type { ScreenState } from './screen-state.ts';

/** A node of Playwright's accessibility tree. Its other properties are states, such as `checked`. */
interface AriaNode {
  role: string;
  name?: string;
  text?: string;
  children?: (AriaNode | string)[];
  level?: number;
  url?: string;
  placeholder?: string;
  [state: string]: unknown;
}

/** Parts that differ between runs. The states' made-up dates are of 2025 or far ahead; all others depend on the clock. */
const varying: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/(?:https?:\/\/)?127\.0\.0\.1:\d+/g, '<origin>'],
  [/\b[A-Z][a-z]+ \d{1,2}, 20(?!25)\d{2}(?:(?:,| at) \d{1,2}:\d{2}\s[AP]M)?/g, '<date>'],
  [/\b(?:just now|yesterday|(?:less than a|\d+) (?:minute|hour|day)s? ago)\b/gi, '<age>'],
  [/<?\b\d+ (?:ms|min|h|d)\b/g, '<time>'],
  [/\bGood (?:morning|afternoon|evening)\b/g, 'Good <time of day>'],
  // The chart of the last 30 days, and what it counts.
  [/(?:^ *row: [A-Z][a-z]{2} \d{1,2} \| \d+\n)+/gm, '<a row for each day>\n'],
  [/\b\d+ registrations\b/g, '<number> registrations'],
  // The access table has a row for each route, which tests/access.test.ts holds.
  [/(?:^ *listitem: [A-Z]+ \/.*\n)+/gm, '<each route with this access>\n'],
  [/\b(?:next|number \d+) in the queue\b/g, '<place> in the queue'],
  [/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|(?<=sdc-|seed-|\.)[0-9a-f]{8}\b|(?<=asha\.|1SD)[0-9a-f]{12}\b/gi, '<id>'],
  [/(?<="Season, for certificates": )\d{4}\b/g, '<year>'],
  [/\bLive streams open \d+/g, 'Live streams open <number>'],
  [/\b[\d.]+ [KMG]B\b/g, '<size>'],
  [/\bv?\d+\.\d+\.\d+\b/g, '<version>'],
];

/**
 * Describes what a state shows, in order: texts, roles, names, values and link targets, and what is checked, pressed,
 * selected, open, invalid or disabled. An open modal dialog stands alone: what is behind it belongs to the state before.
 */
export async function describePage(page: Page, { hasFrame = false }: ScreenState): Promise<string> {
  const modal = page.locator('dialog:modal');
  const part = (await modal.count()) > 0 ? modal.last() : page.locator('body');
  const tree = (await part.ariaSnapshotJSON()) as unknown as AriaNode[];
  const shown = hasFrame ? tree : tree.filter((node) => !isFrame(node));
  const text = [`title: ${await page.title()}`, ...shown.flatMap(linesOf), ''].join('\n');
  return varying.reduce((result, [pattern, instead]) => result.replaceAll(pattern, instead), text);
}

function isFrame({ role, url }: AriaNode): boolean {
  return role === 'banner' || role === 'contentinfo' || url === '#content';
}

/** A node and what is in it, indented. Cells and options share a line, and so does an only child with its parent. */
function linesOf(node: AriaNode | string): string[] {
  if (typeof node === 'string') return [node];
  const { role, name = '', level, url, placeholder, text, children = [], ...states } = node;
  const parts = (text === undefined ? children : [text]).map(linesOf);
  const inner = parts.flat();
  if (/^(?:text|cell|columnheader|rowheader)$/.test(role)) return inner.length > 0 ? inner : [name];
  const details = [
    level,
    // The name of a row is made of its cells.
    role !== 'row' && name && JSON.stringify(name),
    ...Object.entries(states).map(([state, on]) => (on === true ? `[${state}]` : `[${state}: ${on}]`)),
    url && `→ ${url}`,
    placeholder && `(${placeholder})`,
  ];
  const line = [role, ...details].filter(Boolean).join(' ');
  if (role === 'row' || role === 'combobox')
    return [`${line}: ${parts.map((part) => part.join(', ').replace(/^option /, '')).join(' | ')}`];
  // The name of a link or button is made of what is in it.
  const isNamed = /^(?:link|button|option)$/.test(role) && name !== '';
  if (isNamed || inner.length === 0) return [line];
  return inner.length === 1 ? [`${line}: ${inner[0]}`] : [line, ...inner.map((each) => `  ${each}`)];
}
