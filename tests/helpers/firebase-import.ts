import { type ImportOptions, importFirebase } from '#server/operations/firebase/import.ts';
import { type Plan, type PlannedAccount, planImport } from '#server/operations/firebase/plan.ts';
import { type FirebaseFiles, readFiles } from '#server/operations/firebase/source.ts';
import { openTestApp, type TestApp, type TestAppOptions } from './app.ts';
import type { TestEngine } from './engines.ts';
import { type FirebaseExportOptions, makeFiles } from './firebase-export.ts';

/** Imports the files as the operator's command does. */
export function importFiles(
  { store, deps }: TestApp,
  files: FirebaseFiles,
  options: Partial<ImportOptions> = {},
): Promise<Plan> {
  const { adminUid, authSecret: secret } = deps.config;
  const form = { id: 'contact', subject: 'Contact' };
  return importFirebase(store, readFiles(files), {
    ...{ adminUid, secret, form },
    ...options,
  });
}

/** A portal that has imported such files. */
export async function openImported(
  engine: TestEngine,
  made: FirebaseExportOptions = {},
  options: TestAppOptions = {},
) {
  const portal = await openTestApp(engine, options);
  const files = await makeFiles(made);
  return { portal, files, imported: await importFiles(portal, files) };
}

/** The plan for each account, by uid. */
export async function rehearseFiles(
  { store, deps }: TestApp,
  files: FirebaseFiles,
): Promise<Map<string, PlannedAccount>> {
  const { accounts } = await planImport(store.db, readFiles(files), deps.config.adminUid);
  return new Map(accounts.map((account) => [account.uid, account]));
}

/** How many accounts of a plan have each outcome. */
export function countOutcomes({ accounts }: Plan): Record<string, number> {
  const outcomes = Object.groupBy(accounts, ({ outcome }) => outcome);
  return Object.fromEntries(Object.entries(outcomes).map(([name, planned]) => [name, planned.length]));
}

/** The answer to a sign-in, once what follows it in the background is done. */
export async function signInStatus(portal: TestApp, email: string, password: string): Promise<number> {
  const { status } = await portal.visitor().post('/api/auth/sign-in/email', { email, password });
  await portal.deps.background.idle();
  return status;
}
