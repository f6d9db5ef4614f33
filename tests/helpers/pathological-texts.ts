import { limits } from '#domain/limits.ts';

/** Bytes of the largest body that is read at all. */
export const largestBody = limits.body;

/** Beginnings, repeated parts and ends on which patterns, parsers and normalisations are known to stumble. */
const shapes: Record<string, [start: string, repeated: string, end: string]> = {
  'an address of dots': ['a@', '.', '@'],
  'an address of labels': ['a@', 'a.', ''],
  'an address of at-signs': ['', 'a@', ''],
  'slashes before a letter': ['', '/', 'x'],
  'spaces before a letter': ['x', ' ', 'x'],
  'line breaks': ['', '\r\n', 'x'],
  'digits before a letter': ['', '1', 'x'],
  'an exponent': ['1', '.1', 'e'],
  'a link of at-signs': ['https://', '@', '/'],
  'a link of backslashes': ['https://', '\\', '@a.example'],
  'a path of dots': ['https://a.example/', '../', ''],
  'a host of hyphens': ['https://', 'a-', '.example'],
  'letters that grow in lower case': ['', 'İ', ''],
  'letters that fall apart': ['', 'ﷺ', ''],
  'accents on one letter': ['a', '\u0301', ''],
  'letters of two units': ['', '👋', ''],
  'what is escaped in markup': ['', '<"&', ''],
  'cells of formulas': ['', ';=', ''],
  'halves of letters': ['', '\ud800', ''],
  'wildcards of a search': ['', '%_\\', ''],
  'words of one letter': ['', 'a ', ''],
};

/** In characters: within the bounds of most fields, of the longest ones, and as much as a body holds. */
const lengths = [190, 1_990, 9_990, largestBody];

/** Texts of every shape and length that fit into a body beside `others`. */
export function* pathologicalTexts(others: object = {}): Generator<[name: string, text: string]> {
  const room = largestBody - JSON.stringify(others).length - 100;
  for (const [name, [start, repeated, end]] of Object.entries(shapes)) {
    const bytes = Buffer.byteLength(JSON.stringify(repeated)) - 2;
    for (const length of lengths) {
      const count = Math.floor(Math.min(length / repeated.length, room / bytes)) - start.length - end.length;
      yield [`${length} characters, ${name}`, start + repeated.repeat(Math.max(1, count)) + end];
    }
  }
}
