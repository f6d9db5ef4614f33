import { closeSync, openSync, renameSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { byteOrderMark } from '#server/http/csv.ts';
import type { PlannedAccount } from '#server/operations/firebase/plan.ts';
import { csvHeader, csvLine } from '#server/operations/firebase/report.ts';

/** Writes the report of an import as a CSV file for this user only, which appears when it is complete. */
export class ReportFile {
  readonly #file: string;
  readonly #descriptor: number;

  constructor(file: string) {
    this.#file = file;
    this.#descriptor = openSync(`${file}.part`, 'w', 0o600);
    writeSync(this.#descriptor, byteOrderMark + csvHeader);
  }

  add(accounts: readonly PlannedAccount[]): void {
    if (accounts.length > 0) writeSync(this.#descriptor, accounts.map(csvLine).join(''));
  }

  finish(): void {
    closeSync(this.#descriptor);
    renameSync(`${this.#file}.part`, this.#file);
  }
}

/** Reports the progress of an import on `output`, at each tenth. @returns adds to the number done */
export function progress(all: number, output: Writable): (more: number) => void {
  let done = 0;
  let told = 0;
  return (more) => {
    done += more;
    const tenths = Math.min(10, Math.floor((done * 10) / Math.max(1, all)));
    if (tenths > told) output.write(`${tenths * 10} % of ${all} accounts\n`);
    told = Math.max(told, tenths);
  };
}
