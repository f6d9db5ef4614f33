import { OperatorError } from '#server/operator-error.ts';

/** How many faults are listed; the rest are only counted. */
const shown = 20;

/** The files cannot be imported. Nothing was written. Its message has a line for each fault. */
export class ImportError extends OperatorError {
  override name = 'ImportError';
}

/** Collects the faults of the files, so that the operator sees all of them at once. */
export class Faults {
  readonly #lines: string[] = [];
  #count = 0;

  /** @param where the file, and the line or uid in it */
  add(where: string, what: string): void {
    this.#count += 1;
    if (this.#lines.length < shown) this.#lines.push(`${where}: ${what}`);
  }

  /** Throws ImportError if anything was added. */
  throwIfAny(): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#lines.length;
    const lines = more > 0 ? [...this.#lines, `… and ${more} more`] : this.#lines;
    throw new ImportError(['Nothing was imported.', ...lines].join('\n'));
  }
}

/** Throws ImportError for a fault after which reading cannot continue. */
export function refuse(where: string, what: string): never {
  throw new ImportError(`Nothing was imported.\n${where}: ${what}`);
}
