import { expect, it } from 'vitest';
import { misplacedTexts, shownTexts } from './misplaced-texts.ts';

it.each([
  ['<p>Saved</p>', 'Saved'],
  ['<p>{done ? texts.done : "12 left"}</p>', '12 left'],
  ['<p>{busy && "loading"}</p>', 'loading'],
  ['<Field aria-label="search" />', 'search'],
  ['<Field label={open ? "hide" : texts.show} />', 'hide'],
  ['const column = { label: "year" };', 'year'],
  ['const name = fullName || "A member";', 'A member'],
  ['notify("Saved.");', 'Saved.'],
])('finds the text in %s', (code, text) => {
  expect(shownTexts(code, 'tsx').map((found) => found.text)).toEqual([text]);
});

it.each([
  '<p className="two words">{texts.done} · {count}</p>',
  '<p>{state === "done" && texts.done}</p>',
  '<svg><path d="m-20 -18 20 18" /></svg>',
  '<a rel="noopener noreferrer" target="_blank" href="/login">{texts.signIn}</a>',
  'if (event.key === "Escape") close();',
  'throw new Error("There is no stream");',
  'logFailure("Signing out failed", error);',
  'const wide = useMediaQuery("(min-width: 48rem) and (pointer: fine)");',
  'type Result = "Copied" | "Not copied";',
  'import { a } from "two words";',
])('accepts %s', (code) => {
  expect(shownTexts(code, 'tsx')).toEqual([]);
});

it('finds no misplaced text in the portal', () => {
  expect([...misplacedTexts()]).toEqual([]);
});
