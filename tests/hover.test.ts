import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const client = join(import.meta.dirname, '..', 'client');

/** The selectors of a style sheet, each with the media queries and rules that it is in. */
function selectorsOf(css: string): string[][] {
  const open: string[] = [];
  const found: string[][] = [];
  for (const [, head = '', brace] of css
    .replaceAll(/\/\*.*?\*\/|"[^"]*"/gs, '')
    .matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') open.pop();
    if (brace !== '{') continue;
    open.push(head.trim());
    found.push([...open]);
  }
  return found;
}

it('what a pointer shows is for devices with a pointer: on a phone, a tapped button would look pressed for good', () => {
  const wrong = globSync('**/*.css', { cwd: client }).flatMap((file) =>
    selectorsOf(readFileSync(join(client, file), 'utf8'))
      // A tap shows the numbers of a chart.
      .filter((path) => path.at(-1)?.includes(':hover') && !path.at(-1)?.endsWith('::after'))
      .filter((path) => path.at(-1)?.includes(':not(:hover') || !path.includes('@media (hover: hover)'))
      .map((path) => `${file}: ${path.at(-1)}`),
  );
  expect(wrong).toEqual([]);
});
