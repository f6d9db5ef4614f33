import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const client = resolve(import.meta.dirname, '../client');
const script = readFileSync(join(client, 'public/before-paint.js'), 'utf8');

/** The scheme that the page has when its first script has run. */
function firstScheme(remembered: string | null | Error, systemIsDark: boolean): string | undefined {
  const attributes = new Map<string, string>();
  runInNewContext(script, {
    localStorage: {
      getItem(key: string) {
        if (remembered instanceof Error) throw remembered;
        return key === 'color-scheme' ? remembered : null;
      },
    },
    matchMedia: (query: string) => ({
      matches: query === '(prefers-color-scheme: dark)' && systemIsDark,
      addEventListener: () => {},
    }),
    document: {
      documentElement: {
        setAttribute: (name: string, value: string) => attributes.set(name, value),
        getAttribute: (name: string) => attributes.get(name),
      },
      querySelector: () => null,
      querySelectorAll: () => [],
    },
    addEventListener: () => {},
    MutationObserver: class {
      observe() {}
    },
  });
  return attributes.get('data-color-scheme');
}

it.each([
  ['dark', false, 'dark'],
  ['dark', true, 'dark'],
  ['light', true, 'light'],
  ['light', false, 'light'],
  ['auto', true, 'dark'],
  ['auto', false, 'light'],
  [null, true, 'dark'],
  [null, false, 'light'],
  [new Error('blocked'), true, 'dark'],
  [new Error('blocked'), false, 'light'],
])(
  'a remembered %s, where the system is dark: %s, makes the first paint %s',
  (remembered, dark, expected) => {
    expect(firstScheme(remembered, dark)).toBe(expected);
  },
);

it('the script runs before the page is painted', () => {
  const html = readFileSync(join(client, 'index.html'), 'utf8');
  const head = html.slice(0, html.indexOf('</head>'));
  expect(head).toContain('<script src="/before-paint.js"></script>');
});
