import { parseArgs } from 'node:util';
import { buildClientIfStale } from './build-client.ts';
import { packageCommand, runCommand } from './run-command.ts';
import { ensurePostgres, installMissing } from './system-packages.ts';

const usage = `Usage: npm run soak -- [--minutes 60] [--only WORD] [--list]

  --minutes N   how long the load goes on, shared by both engines
  --only WORD   only the tests whose file has WORD in its name
  --list        only says which there are`;

/** The tests with a long form: `npm test` runs them with fewer cycles, fewer members, less time. */
const tests = [
  'tests/faults/kill-cycles.test.ts',
  'tests/faults/killed-commands.test.ts',
  'server/accounts/former-sessions.test.ts',
  'tests/faults/group-emails.test.ts',
  'tests/no-server-errors.test.ts',
  'tests/same-answers.test.ts',
  'tests/faults/large-data.test.ts',
  'tests/faults/long-load.test.ts',
  'tests/faults/firebase-import.test.ts',
  'tests/faults/failover.test.ts',
  'tests/systemd.test.ts',
  'tests/any-npm.test.ts',
];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const wanted = tests.filter((file) => file.includes(values.only));
if (!(minutes > 0) || wanted.length === 0) {
  console.error(usage);
  process.exit(2);
}
console.log(wanted.join('\n'));
if (!values.list) {
  const PG_BIN = await ensurePostgres();
  await installMissing(['haproxy']);
  buildClientIfStale();
  // Sequential, because each measures.
  const command = packageCommand('vitest', 'run', '--no-file-parallelism', ...wanted);
  process.exitCode = await runCommand(command, { env: { PG_BIN, SOAK: '1', SOAK_MINUTES: values.minutes } });
}
