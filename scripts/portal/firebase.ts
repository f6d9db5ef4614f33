import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Club } from '#domain/club.ts';
import { counted } from '#domain/plural.ts';
import { readRunningConfig } from '#server/config/config.ts';
import { byteOrderMark } from '#server/http/csv.ts';
import { importFirebase } from '#server/operations/firebase/import.ts';
import { type Plan, planImport } from '#server/operations/firebase/plan.ts';
import { asCsv, isAnythingNew, summary } from '#server/operations/firebase/report.ts';
import { checkKnownPassword, type FirebaseSource, readFiles } from '#server/operations/firebase/source.ts';
import { dateOrders } from '#server/operations/firebase/times.ts';
import type { Store } from '#server/store/open.ts';
import { type Call, type Command, save, typedPath, UsageError, withPortal } from './command.ts';

export const importCommand: Command = {
  name: 'import firebase',
  usage:
    '--accounts FILE [--hash-config FILE] [--database FILE] [--messages FILE [--dates day-first|month-first]] [--rehearse] [--report FILE] [--check-password EMAIL]',
  example:
    '--accounts accounts.json --hash-config hash.txt --database database.json --messages messages.csv --rehearse',
  about: 'bring accounts with their passwords, records and messages from Firebase (docs/moving-in.md)',
  options: ['accounts', 'hash-config', 'database', 'messages', 'dates', 'report', 'check-password'],
  flags: ['rehearse'],
  run: (call) => withPortal(call, (store, { club }) => importFiles(store, call, club)),
};

async function importFiles(store: Store, call: Call, club: Club): Promise<void> {
  const { accounts, database, messages, report, 'hash-config': hashConfig } = typedPaths(call);
  if (!accounts) throw new UsageError('import firebase takes --accounts FILE');
  const dates = dateOrders.find((order) => order === call.options.dates);
  if (call.options.dates && !dates) throw new UsageError('--dates takes day-first or month-first');
  const source = readFiles({ accounts, database, messages, hashConfig, dates });
  leaveOutOld(source, call);
  const email = call.options['check-password'];
  if (email) {
    const password = await readSecretLine(`Password of ${email}: `);
    await checkKnownPassword(source, { email, password });
    call.console.log(`The password of ${email} is right, so the signer key belongs to this project.`);
  }
  const plan = call.flags.has('rehearse')
    ? await rehearse(store, source, call)
    : await write(store, source, call, club);
  call.report({ accounts: plan.accounts.length });
  if (report) await save(report, `${byteOrderMark}${asCsv(plan.accounts)}`);
}

/** Housekeeping would delete them within the hour. */
function leaveOutOld(source: FirebaseSource, { config, console }: Call): void {
  const oldest = new Date(Date.now() - config.keepMessagesDays * 86_400_000).toISOString();
  const kept = source.messages.filter(({ receivedAt }) => receivedAt >= oldest);
  const old = source.messages.length - kept.length;
  if (old > 0) {
    console.log(
      `${counted(old, 'message is', 'messages are')} older than KEEP_MESSAGES_DAYS (${config.keepMessagesDays}) and left out. Set it higher to import all.`,
    );
  }
  source.messages = kept;
}

function typedPaths(call: Call): Call['options'] {
  const entries = Object.entries(call.options).map(([name, path]) => [name, path && typedPath(call, path)]);
  return Object.fromEntries(entries);
}

async function rehearse(store: Store, source: FirebaseSource, { config, console }: Call): Promise<Plan> {
  const plan = await planImport(store.db, source, config.adminUid);
  console.log(`Nothing was written. An import would do this:\n${summary(plan, source)}`);
  return plan;
}

async function write(store: Store, source: FirebaseSource, call: Call, club: Club): Promise<Plan> {
  const { process, console } = call;
  const { adminUid, authSecret: secret, contactFormId } = readRunningConfig(process.env);
  const all = source.accounts.size;
  let [done, tenths] = [0, 0];
  const plan = await importFirebase(store, source, {
    adminUid,
    secret,
    form: { id: contactFormId, subject: club.contactSubject },
    onWritten: (accounts) => {
      done = Math.min(all, done + accounts);
      if (Math.floor((10 * done) / all) === tenths) return;
      tenths = Math.floor((10 * done) / all);
      process.stderr.write(`${10 * tenths} % of ${all} accounts\n`);
    },
  });
  const isNew = isAnythingNew(plan);
  console.log(`${isNew ? 'Imported' : 'Nothing new to import'}:\n${summary(plan, source)}`);
  if (isNew && source.hashConfig && !call.options['check-password']) {
    console.log('The signer key was not tried. Sign in once with a password that you know.');
  }
  return plan;
}

/** Prompts for a line without echo; without a terminal, reads the first line of the input. */
async function readSecretLine(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
