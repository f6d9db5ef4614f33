import { join } from 'node:path';
import { expect } from 'vitest';
import { type FirebaseExport, makeFirebaseExport, oddities } from './helpers/firebase-export.ts';

/** Runs a command of the portal where it is installed, and returns what it prints. */
type RunCommand = (...words: string[]) => Promise<string>;

type Expected = readonly [command: string, output: RegExp];

/** The exports of a made-up Firebase project, in `folder`. */
export function firebaseFiles(folder: string): Promise<FirebaseExport> {
  return makeFirebaseExport(folder, { count: oddities.length });
}

/**
 * Runs the operator's commands of docs/operations.md and docs/moving-in.md that a running portal without members allows.
 * It needs SMTP_URL, and in its folder `firebase` the files of `firebaseFiles`.
 * @returns the file of a backup with 20 members
 */
export async function runOperatorCommands(
  run: RunCommand,
  dataDir: string,
  { people }: FirebaseExport,
): Promise<string> {
  const [corrected, removed] = people
    .filter(({ oddity }) => oddity === 'complete' || oddity === 'submitted')
    .map(({ email }) => email);
  const files = join(dataDir, 'firebase');
  const options = `--accounts ${files}/accounts.json --hash-config ${files}/hash.txt --database ${files}/database.json --messages ${files}/messages.csv`;
  await expectAll(run, [
    ['seed --members 20', /Added 20 members/],
    ['check', /ok {4}every record belongs to an account/],
    ['doctor', /Free disk space/],
    ['mail test you@example.org', /The mail server accepted the email to you@example\.org/],
    ['admin set-email lead@club.example', /Administrator: lead@club\.example/],
    ['admin hand-over next-lead@club.example', /Administrator: next-lead@club\.example \(was lead@/],
    ['admin reset-password', /New password \(shown once\): /],
  ]);
  const backup = await run('backup');
  expect(backup).toMatch(new RegExp(`^${dataDir}/backups/portal-.+\\.sqlite(\\.enc)?$`, 'm'));
  await expectAll(run, [
    ['backup verify', /20 members and \d+ changes, all the same/],
    [`export --to ${dataDir}/members.csv`, /20 members/],
    [`import firebase ${options} --rehearse`, /Nothing was written/],
    [`import firebase ${options}`, /^Imported:/m],
    [`members correct ${corrected} studentId=1SD22CS045`, /Corrected studentId/],
    [`members remove ${removed}`, /Removed .+ Earlier backups still contain the record/],
    [`export firebase --to ${dataDir}/firebase-export`, /Exported \d+ accounts/],
    ['import firebase --undo --discard-changes', /Undone: the import of/],
    ['season end --rehearse', /20 members/],
    ['season end --members 20', /then removed 20 members\. The administrator stays\./],
    ['check', /ok {4}every record belongs to an account/],
  ]);
  return /^\/.+/m.exec(backup)?.[0] ?? '';
}

/** Runs those that refuse while the portal runs. `backup` is the file of one with 20 members. */
export function runWhileStopped(run: RunCommand, dataDir: string, backup: string): Promise<void> {
  return expectAll(run, [
    [`restore ${backup}`, /Restored 20 members/],
    [`move --to sqlite:${dataDir}/moved`, /Moved 20 members/],
    ['check --repair', /The lists’ columns were recomputed/],
  ]);
}

async function expectAll(run: RunCommand, commands: readonly Expected[]): Promise<void> {
  for (const [command, output] of commands) expect(await run(...command.split(' ')), command).toMatch(output);
}
