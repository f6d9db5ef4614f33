import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type ImportOptions, importFirebase } from '#server/operations/firebase/import-firebase.ts';
import type { PlannedAccount } from '#server/operations/firebase/plan.ts';
import {
  type FirebaseFiles,
  type FirebaseSource,
  readFiles,
} from '#server/operations/firebase/read-files.ts';
import { rehearse } from '#server/operations/firebase/rehearse.ts';
import type { Tally } from '#server/operations/firebase/tally.ts';
import type { TestApp } from './app.ts';
import {
  type FirebaseExport,
  type FirebaseExportOptions,
  makeFirebaseExport,
  oddities,
} from './firebase-export.ts';

/** A folder of the test run's own, which goes with it. */
export function scratchFolder(name: string): string {
  return join(inject('scratchFolder'), `${name}-${randomBytes(6).toString('hex')}`);
}

/** The exports of a made-up project, with each irregularity twice unless told. */
export function makeFiles(options: Partial<FirebaseExportOptions> = {}): Promise<FirebaseExport> {
  return makeFirebaseExport(scratchFolder('firebase'), { count: 2 * oddities.length, ...options });
}

async function withSource<T>(files: FirebaseFiles, work: (source: FirebaseSource) => Promise<T>): Promise<T> {
  const source = await readFiles(files);
  try {
    return await work(source);
  } finally {
    source.staging.close();
  }
}

/** Imports the files as the operator's command does, mailing nobody unless told. */
export function importFiles(
  { store, deps }: TestApp,
  files: FirebaseFiles,
  options: Partial<ImportOptions> = {},
): Promise<Tally> {
  const { adminUid, authSecret: secret } = deps.config;
  const form = { id: 'contact', subject: 'Contact' };
  return withSource(files, (source) =>
    importFirebase(store, source, { adminUid, secret, form, firstPasswordMail: null, ...options }),
  );
}

/** The plan for each account, by uid. */
export async function rehearseFiles(
  { store, deps }: TestApp,
  files: FirebaseFiles,
): Promise<Map<string, PlannedAccount>> {
  const planned: PlannedAccount[] = [];
  const { adminUid } = deps.config;
  await withSource(files, (source) =>
    rehearse(store.db, source, { adminUid, onAccounts: (accounts) => planned.push(...accounts) }),
  );
  return new Map(planned.map((account) => [account.uid, account]));
}

/** The answer to a sign-in, once what follows it in the background is done. */
export async function signInStatus(portal: TestApp, email: string, password: string): Promise<number> {
  const { status } = await portal.visitor().post('/api/auth/sign-in/email', { email, password });
  await portal.deps.background.idle();
  return status;
}
