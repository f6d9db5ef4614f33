import { refuse } from './faults.ts';
import { textChunks } from './text-file.ts';

/** The cells of one row, and the line where it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** Longest row, in characters. */
const longestRow = 1024 * 1024;

/**
 * The rows of a CSV file (RFC 4180), without blank ones. A quotation mark inside a cell counts as text, because the
 * Firebase command line does not double it. Reads the file in chunks. Throws ImportError.
 */
export async function* csvRows(
  file: string,
  chunks: AsyncIterable<string> | Iterable<string> = textChunks(file),
): AsyncGenerator<CsvRow> {
  const reader = new CsvReader(file);
  for await (const chunk of chunks) yield* reader.take(chunk);
  yield* reader.end();
}

class CsvReader {
  readonly #file: string;
  #line = 1;
  #startLine = 1;
  #cells: string[] = [];
  #cell = '';
  #length = 0;
  /** `closing` is after a quotation mark that may end the cell, or be the first of a doubled one. */
  #state: 'start' | 'plain' | 'quoted' | 'closing' = 'start';

  constructor(file: string) {
    this.#file = file;
  }

  take(chunk: string): CsvRow[] {
    const rows: CsvRow[] = [];
    for (const character of chunk) {
      this.#length += 1;
      if (this.#length > longestRow) {
        refuse(`${this.#file}, line ${this.#startLine}`, 'has a row of more than a million characters');
      }
      this.#read(character, rows);
      if (character === '\n') this.#line += 1;
      if (this.#length === 0) this.#startLine = this.#line;
    }
    return rows;
  }

  end(): CsvRow[] {
    if (this.#state === 'quoted') {
      refuse(`${this.#file}, line ${this.#startLine}`, 'opens a quotation mark that is never closed');
    }
    const rows: CsvRow[] = [];
    this.#endRow(rows);
    return rows;
  }

  #read(character: string, rows: CsvRow[]): void {
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'closing';
      else this.#cell += character;
      return;
    }
    if (character === '"' && this.#state !== 'plain') {
      this.#cell += this.#state === 'closing' ? '"' : '';
      this.#state = 'quoted';
    } else if (character === ',') this.#endCell();
    else if (character === '\n') this.#endRow(rows);
    else if (character !== '\r') this.#addPlain(character);
  }

  #addPlain(character: string): void {
    if (this.#state === 'closing') {
      this.#cell += `"${character}`;
      this.#state = 'quoted';
      return;
    }
    this.#cell += character;
    this.#state = 'plain';
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  #endRow(rows: CsvRow[]): void {
    const isBlank = this.#cells.length === 0 && this.#cell === '' && this.#state !== 'closing';
    this.#endCell();
    if (!isBlank) rows.push({ line: this.#startLine, cells: this.#cells });
    this.#cells = [];
    this.#length = 0;
  }
}
