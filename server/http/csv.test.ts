import { Readable } from 'node:stream';
import fc from 'fast-check';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createLog } from '#server/log/log.ts';
import { csvFile, csvRow, withoutFormulaMark } from './csv.ts';
import type { PortalEnv } from './env.ts';

describe('a line of a CSV file', () => {
  it.each([
    [['a', 1, -1, true, false, null], 'a,1,-1,yes,no,\r\n'],
    [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
    [['one\rtwo', 'three\r'], '"one\rtwo","three\r"\r\n'],
    [['ಕನ್ನಡ', '🎓'], 'ಕನ್ನಡ,🎓\r\n'],
  ])('for %j is %j', (values, line) => {
    expect(csvRow(values)).toBe(line);
  });

  it.each([
    ['=1+1', "'=1+1"],
    [' =1', "' =1"],
    ['\t=1', "\t'=1"],
    ['＝1', "'＝1"],
    ['=HYPERLINK("http://x","y")', `'=HYPERLINK("http://x","y")`],
    ['a;=1', "a;'=1"],
    ['a; "=1"', `a;' "=1"`],
    ['a\n-1', "a\n'-1"],
    ["'=1", "''=1"],
  ])('makes text of the formula in %j', (value, text) => {
    expect(cellsOf(csvRow([value]), ',')).toEqual([[text]]);
  });

  it('holds no formula, whichever separator the spreadsheet takes', () => {
    const part = fc.constantFrom(...'=+-@＝＋－＠;,"\'\t\r\n ax1');
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (values) => {
        for (const separator of [',', ';', '\t']) {
          for (const cell of cellsOf(csvRow(values), separator).flat()) {
            expect(cell.replace(/^[\s"]+/, ''), JSON.stringify(values)).not.toMatch(/^[=+\-@＝＋－＠]/);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives every text back to a program that takes the apostrophes off', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'=-;"\'\r\n a')), (parts) => {
        const value = parts.join('');
        const [[read = ''] = []] = cellsOf(csvRow([value]), ',');
        expect(withoutFormulaMark(read)).toBe(value);
      }),
    );
  });
});

/** Reads a file as spreadsheets do: quotes count only where a cell begins with one. */
function cellsOf(file: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  let fresh = true;
  const end = () => {
    rows.at(-1)?.push(cell);
    cell = '';
    fresh = true;
  };
  for (let at = 0; at < file.length; at += 1) {
    const character = file.charAt(at);
    if (quoted && character === '"' && file[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (quoted && character === '"') quoted = false;
    else if (quoted) cell += character;
    else if (fresh && character === '"') {
      quoted = true;
      fresh = false;
    } else if (character === separator) end();
    else if (character === '\r' || character === '\n') {
      if (character === '\r' && file[at + 1] === '\n') at += 1;
      end();
      rows.push([]);
    } else {
      cell += character;
      fresh = false;
    }
  }
  if (cell !== '') end();
  return rows.filter((row) => row.length > 0);
}

function answer(pieces: AsyncIterable<string>, lines: string[] = []) {
  const app = new Hono<PortalEnv>();
  app.use(async (c, next) => {
    c.set('log', createLog('info', { write: (line) => lines.push(line) }));
    await next();
  });
  app.get('/', (c) => csvFile(c, 'members', pieces));
  return app.request('/');
}

describe('a CSV file', () => {
  it('is UTF-8 with a byte order mark, with its name', async () => {
    const response = await answer(Readable.from(['a\r\n', 'é\r\n']));
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="members.csv"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString('hex')).toBe(Buffer.from('\uFEFFa\r\né\r\n').toString('hex'));
  });

  it('is generated only as fast as it is read', async () => {
    let made = 0;
    let ended = false;
    async function* pieces() {
      try {
        for (; ; made += 1) yield 'x'.repeat(1000);
      } finally {
        ended = true;
      }
    }
    const reader = (await answer(pieces())).body?.getReader();
    for (let read = 0; read < 5; read += 1) await reader?.read();
    expect(made).toBeLessThan(10);
    await reader?.cancel();
    expect(ended).toBe(true);
  });

  it('aborts the download when a row fails, and logs why', async () => {
    const lines: string[] = [];
    async function* pieces() {
      yield 'a\r\n';
      throw new Error('rows are gone');
    }
    await expect((await answer(pieces(), lines)).text()).rejects.toThrow('rows are gone');
    expect(lines.join('')).toContain('export failed');
  });
});
