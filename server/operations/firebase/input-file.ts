import { readFileSync, statSync } from 'node:fs';
import { storableLine } from '#domain/form-submission.ts';
import { OperatorError } from '#server/config/operator-error.ts';

/** How many faults are listed; the rest are only counted. */
const shown = 20;
/** In bytes. Parsed, a file takes several times as much memory, and V8 holds no text above 512 MB. */
const largestFile = 256 * 1024 * 1024;

/** The files cannot be imported. Nothing was written. Its message has a line for each fault. */
export class ImportError extends OperatorError {
  override name = 'ImportError';
}

/** Throws ImportError for a fault after which reading cannot continue. */
export function refuse(where: string, what: string): never {
  throw new ImportError(`Nothing was imported.\n${where}: ${what}`);
}

/** Collects the faults of the files, so that the operator sees all of them together. */
export class Faults {
  readonly #lines: string[] = [];

  /** @param where the file, and the line or uid in it */
  add(where: string, what: string): void {
    this.#lines.push(`${where}: ${what}`);
  }

  throwIfAny(): void {
    if (this.#lines.length === 0) return;
    const more = this.#lines.length - shown;
    const lines = ['Nothing was imported.', ...this.#lines.slice(0, shown)];
    throw new ImportError((more > 0 ? [...lines, `… and ${more} more`] : lines).join('\n'));
  }
}

/**
 * The text of a file in UTF-8, or in UTF-16 with a byte order mark, as Excel and PowerShell write it. Throws ImportError for
 * any other.
 */
export function readText(file: string): string {
  try {
    if (statSync(file).size <= largestFile) {
      const bytes = readFileSync(file);
      const mark = bytes.subarray(0, 2).toString('hex');
      const text = new TextDecoder(utf16[mark] ?? 'utf-8', { fatal: true }).decode(bytes);
      return text.includes('\0') ? refuse(file, notText) : text;
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    refuse(file, reasonOf(error));
  }
  return refuse(file, 'is larger than 256 MB; split accounts and records by uid, and import part after part');
}

/** Decoders by byte order mark. */
const utf16: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };
const notText = 'is not UTF-8 text; save it as UTF-8';

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'is a folder';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return notText;
  if (typeof code === 'string') return `cannot be read (${code})`;
  throw error;
}

/** The value in a JSON file. Throws ImportError if it is not one. */
export function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? 0);
    const isCut = /end of JSON|Unterminated/.test(message) || position >= text.trimEnd().length;
    return refuse(
      file,
      isCut ? 'ends in the middle; was it copied whole?' : `is not valid JSON: ${storableLine(message)}`,
    );
  }
}

/** Whether a value of a file is an object with names. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
