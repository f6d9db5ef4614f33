import { type Faults, refuse } from './faults.ts';
import { jsonEntries, jsonNames } from './json-entries.ts';
import type { FirebaseRecord } from './record.ts';

/** A record and the line of the file where it begins. */
export interface RecordLine {
  uid: string;
  line: number;
  record: FirebaseRecord;
}

/**
 * The records of a Realtime Database's JSON export: of the whole root, or of its node `users` alone. Records that are
 * not objects are added to the faults; a file that cannot be read to its end throws ImportError.
 * @param onOther is called with the other nodes of the root, which are ignored
 */
export async function* readRecords(
  file: string,
  faults: Faults,
  onOther: (node: string) => void,
): AsyncGenerator<RecordLine> {
  const names = await jsonNames(file);
  if (names.length === 0) refuse(file, 'holds no node');
  const path = names.includes('users') ? ['users'] : [];
  for await (const { key: uid, line, value } of jsonEntries(file, path, onOther)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      yield { uid, line, record: value as FirebaseRecord };
    } else faults.add(`${file}, line ${line}, users/${uid}`, 'is no record');
  }
}
