import { mkdirSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mostUsedPasswordKey } from '#server/accounts/password-keys.ts';
import { readRunningConfig } from '#server/config.ts';
import { contentFolder, loadContent } from '#server/content.ts';
import { byteOrderMark } from '#server/http/csv.ts';
import { firstPasswordMail } from '#server/mail/messages.ts';
import {
  accountsAsJson,
  type ExportedAccounts,
  recordsAsJson,
} from '#server/operations/firebase/export-firebase.ts';
import { messagesAsCsv } from '#server/operations/firebase/export-messages.ts';
import { writeHashConfig } from '#server/operations/firebase/hash-config.ts';
import { importFirebase } from '#server/operations/firebase/import-firebase.ts';
import { checkKnownPassword } from '#server/operations/firebase/known-password.ts';
import type { PlannedAccount } from '#server/operations/firebase/plan.ts';
import { type FirebaseSource, readFiles } from '#server/operations/firebase/read-files.ts';
import { rehearse } from '#server/operations/firebase/rehearse.ts';
import { summary, tableHeader, tableRow } from '#server/operations/firebase/report.ts';
import { undoImport } from '#server/operations/firebase/undo-import.ts';
import type { Store } from '#server/store/open.ts';
import { readSecretLine } from '../read-secret-line.ts';
import { type Call, type Command, UsageError, withPortal } from './command.ts';
import { progress, ReportFile } from './firebase-output.ts';

export const importCommand: Command = {
  name: 'import firebase',
  usage:
    '--accounts FILE [--hash-config FILE] [--database FILE] [--messages FILE] [--rehearse] [--report FILE] [--check-password EMAIL] [--send-reset-links], or --undo [--discard-changes]',
  about: 'bring accounts with their passwords, records and messages from Firebase (docs/moving-in.md)',
  options: ['accounts', 'hash-config', 'database', 'messages', 'report', 'check-password'],
  flags: ['rehearse', 'send-reset-links', 'undo', 'discard-changes'],
  run: (call) =>
    withPortal(call, async (store) => {
      if (call.flags.has('undo')) await undo(store, call);
      else await importFiles(store, call);
    }),
};

async function undo(store: Store, { config, flags, console }: Call): Promise<void> {
  const { adminUid } = config;
  const discardChanges = flags.has('discard-changes');
  const { at, accounts, records, messages } = await undoImport(store, { adminUid, discardChanges });
  console.log(
    `Undone: the import of ${at}, with ${accounts} accounts, ${records} records and ${messages} messages.`,
  );
}

async function importFiles(store: Store, call: Call): Promise<void> {
  const { accounts, database, messages } = call.options;
  if (!accounts) throw new UsageError('import firebase takes --accounts FILE, or --undo');
  const files = { accounts, database, messages, hashConfig: call.options['hash-config'] };
  const source = await readFiles(files);
  try {
    const email = call.options['check-password'];
    if (email) {
      const password = await readSecretLine(`Password of ${email}: `);
      await checkKnownPassword(source, { email, password });
      call.console.log(`The password of ${email} is right: the signer key is this project's.`);
    }
    const report = call.options.report ? new ReportFile(call.options.report) : null;
    if (call.flags.has('rehearse')) await rehearseFiles(store, source, call, report);
    else await writeFiles(store, source, call, report);
    report?.finish();
  } finally {
    source.staging.close();
  }
}

async function rehearseFiles(
  store: Store,
  source: FirebaseSource,
  { config: { adminUid }, console }: Call,
  report: ReportFile | null,
): Promise<void> {
  console.log(tableHeader);
  const onAccounts = (accounts: readonly PlannedAccount[]) => {
    for (const account of accounts) console.log(tableRow(account));
    report?.add(accounts);
  };
  const tally = await rehearse(store.db, source, { adminUid, onAccounts });
  console.log(`\nNothing was written. An import would do this:\n${summary(tally, source)}`);
}

async function writeFiles(
  store: Store,
  source: FirebaseSource,
  call: Call,
  report: ReportFile | null,
): Promise<void> {
  const { process, console } = call;
  const { adminUid, authSecret: secret, contactFormId, portalUrl } = readRunningConfig(process.env);
  const { club } = loadContent(contentFolder);
  const tell = progress(source.counts.accounts, process.stderr);
  const tally = await importFirebase(store, source, {
    adminUid,
    secret,
    form: { id: contactFormId, subject: club.contactSubject },
    firstPasswordMail: call.flags.has('send-reset-links')
      ? (to, token) =>
          firstPasswordMail(club, {
            to,
            link: `${portalUrl}/reset-password?token=${encodeURIComponent(token)}`,
          })
      : null,
    onAccounts: (accounts) => {
      report?.add(accounts);
      tell(accounts.length);
    },
  });
  console.log(`${tally.wroteAnything ? 'Imported' : 'Nothing is new'}:\n${summary(tally, source)}`);
  if (tally.wroteAnything && source.hashConfig && !call.options['check-password']) {
    console.log('The signer key was not tried. Sign in once with a password that you know.');
  }
}

export const exportCommand: Command = {
  name: 'export firebase',
  usage: '--to FOLDER',
  about: 'accounts, records and messages in the formats that import firebase reads, and Firebase too',
  options: ['to'],
  run: (call) =>
    withPortal(call, async (store) => {
      const folder = call.options.to;
      if (!folder) throw new UsageError('export firebase takes --to FOLDER');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const counts: ExportedAccounts = { accounts: 0, withoutPassword: 0, otherKey: 0 };
      // One state of the data in all files.
      await store.snapshot(async (trx) => {
        const key = await mostUsedPasswordKey(trx, readRunningConfig(call.process.env).authSecret);
        await save(join(folder, 'accounts.json'), accountsAsJson(trx, key?.id ?? null, counts));
        // An earlier export into this folder may have left another key.
        await rm(join(folder, 'hash.txt'), { force: true });
        if (key) await save(join(folder, 'hash.txt'), [writeHashConfig(key.config)]);
        await save(join(folder, 'database.json'), recordsAsJson(trx));
        await save(
          join(folder, 'messages.csv'),
          (async function* () {
            yield byteOrderMark;
            yield* messagesAsCsv(trx);
          })(),
        );
      });
      call.console.log(
        `Exported ${counts.accounts} accounts to ${folder}; ${counts.withoutPassword} of them have no password that Firebase can take, and get a reset link there.`,
      );
      if (counts.otherKey > 0) {
        call.console.log(
          `Among these are imported passwords (${counts.otherKey}) that need the key of a second project, or one that only a former AUTH_SECRET opens.`,
        );
      }
    }),
};

/** Readable for this user only; appears when it is complete. */
async function save(file: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  await writeFile(`${file}.part`, pieces, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
