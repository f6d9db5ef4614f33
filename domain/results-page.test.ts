import { expect, it } from 'vitest';
import { listedEntries } from './results-page.ts';

it.each([
  ['one to a line, of Windows', 'asha@club.example\r\nravi@club.example\r\n'],
  ['in another case', 'asha@club.example\nravi@club.example\nAsha@Club.example'],
  ['recipients of a mail program', 'Asha Rao <asha@club.example>; "Ravi" <ravi@club.example>.'],
  ['names with a comma', '"Rao, Asha" <asha@club.example>, "כהן, רבי" <ravi@club.example>'],
  ['the recipients of Outlook', 'Rao, Asha <asha@club.example>; Kumar, Ravi <ravi@club.example>'],
  ['rows of a spreadsheet', 'Asha Rao\tasha@club.example\t1SD22CS001\nRavi\travi@club.example\t9.1E+11'],
  ['quoted cells with a mark', '\uFEFF"asha@club.example";"ravi@club.example"'],
  ['links of a page', 'mailto:asha@club.example\nmailto:ravi@club.example'],
  [
    'Arabic separators and marks of direction',
    '\u200Fasha@club.example\u200F، \u202Bravi@club.example\u202C',
  ],
])('finds the addresses of a list: %s', (_, text) => {
  expect(listedEntries(text)).toEqual(['asha@club.example', 'ravi@club.example']);
});

it('keeps whatever else is in it, so that it is named as nobody’s', () => {
  expect(listedEntries(' 1SD22CS001\t1SD22CS002,"Total: 2"\n\n')).toEqual([
    '1SD22CS001',
    '1SD22CS002',
    'Total: 2',
  ]);
  expect(listedEntries('1SD22CS001, Ravi <ravi@club.example>')).toEqual(['1SD22CS001', 'ravi@club.example']);
  expect(listedEntries('x'.repeat(300)).map(({ length }) => length)).toEqual([200]);
});
