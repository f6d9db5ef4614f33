import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const client = join(import.meta.dirname, '..', 'client');
const declaration =
  /^\s*(?:(?:scroll-)?(?:margin|padding)[a-z-]*|(?:row-|column-)?gap|font(?:-size)?): (.*);/;
/** A line of one or two pixels, and a size relative to the text around it, are no spaces. */
const length = /(?<![\w.-])(?!-?[012]px|0\.\d+em)-?[\d.]+(?:px|r?em|d?v[wh])\b/;

it('spaces and sizes of type are tokens, or a comment above says why not', () => {
  const wrong = globSync('**/*.css', { cwd: client }).flatMap((file) => {
    const lines = readFileSync(join(client, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const [, value = ''] = declaration.exec(line) ?? [];
      const isExplained = lines[index - 1]?.trim().endsWith('*/');
      return length.test(value) && !isExplained ? `${file}:${index + 1} ${line.trim()}` : [];
    });
  });
  expect(wrong).toEqual([]);
});
