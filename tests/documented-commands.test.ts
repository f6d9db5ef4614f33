import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { readConfig } from '#server/config/config.ts';
import { commands } from '../scripts/portal/commands.ts';
import { freshDatabase } from './helpers/engines.ts';
import { makeFiles } from './helpers/firebase-export.ts';
import { freePort } from './helpers/free-port.ts';
import { runPortal } from './helpers/portal-command.ts';
import { createDatabase } from './helpers/postgres-database.ts';
import { newFolder } from './helpers/scratch.ts';
import { sharedPostgres } from './helpers/shared-postgres.ts';
import { startSmtp } from './helpers/smtp.ts';
import { withStore } from './helpers/with-store.ts';
import { installSteps } from './install-steps.ts';

const execute = promisify(execFile);
const minutes = 60_000;
const root = resolve(import.meta.dirname, '..');
/** The portal that the commands run on, one after the other; it has an administrator. */
let dataDir = '';

beforeAll(async () => {
  dataDir = (await freshDatabase('sqlite')).dataDir;
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password' });
  await withStore(config, (store) => ensureAdministrator(store, config));
});

function start(command: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn('bash', ['-c', command], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', NODE_ENV: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** One of the operator's commands that needs no shell: it runs in this process, in a tenth of the time. */
const inProcess = /^npm run portal -- (?!check$)([^&|>]+)$/;

/** Runs a command in the project's folder and gives what it printed. */
async function run(command: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const [, typed] = inProcess.exec(command) ?? [];
  if (typed) {
    const { stdout } = await execute('bash', ['-c', `printf '%s\\0' ${typed}`]);
    const variables = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env };
    const { code, out, err } = await runPortal(stdout.split('\0').slice(0, -1), variables);
    expect(code, out + err).toBe(0);
    return err + out;
  }
  const child = start(`exec 2>&1; ${command}`, env);
  const [printed, [code]] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'exit')]);
  expect(code, printed).toBe(0);
  return printed;
}

/** Starts a command that goes on, waits until `isThere` is given, and ends it with its children. */
async function runUntil<T>(command: string, env: NodeJS.ProcessEnv, isThere: (child: ChildProcess) => T) {
  const child = start(command, env);
  const ended = once(child, 'exit');
  try {
    return await isThere(child);
  } finally {
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

async function pageOf(command: string, url: string, env: NodeJS.ProcessEnv): Promise<string> {
  return runUntil(command, env, async (child) => {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
      const answer = await fetch(url).catch(() => null);
      if (answer?.ok) return answer.text();
      await wait(200);
    }
  });
}

/** The page at /login of a portal that this command starts. */
async function loginPage(command: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return pageOf(command, `${url}/login`, { PORT: String(port), PORTAL_URL: url, ...env });
}

async function printsFirst(command: string): Promise<string> {
  return runUntil(command, {}, async ({ stdout }) => {
    let printed = '';
    for await (const data of stdout ?? []) {
      printed += String(data);
      if (printed.includes('.sqlite')) break;
    }
    return printed;
  });
}

async function backUp(): Promise<string> {
  return /\S+portal-\S+\.sqlite/.exec(await run('npm run portal -- backup'))?.[0] ?? '';
}

/** Runs a command with a program that is not installed here, in whose place the words after `last` run. */
async function runWithStandIn(command: string, program: string, last: string): Promise<string> {
  const folder = await newFolder();
  const script = `#!/bin/bash\nwhile [ "$1" != ${last} ]; do shift; done; shift; exec "$@"\n`;
  await writeFile(join(folder, program), script, { mode: 0o755 });
  return run(command, { PATH: `${folder}:${process.env.PATH}` });
}

/** A portal without members, the files of a Firebase project, and somebody in them. */
async function movingIn() {
  const empty = await freshDatabase('sqlite');
  const files = await makeFiles();
  const folder = dirname(files.accounts);
  const options = `--accounts ${folder}/accounts.json --hash-config ${folder}/hash.txt --database ${folder}/database.json --messages ${folder}/messages.csv`;
  const portal = (command: string, input = '') =>
    run(`printf '%s\\n' "$INPUT" | npm run portal -- ${command}`, {
      DATA_DIR: empty.dataDir,
      AUTH_SECRET: 'a secret of the tests, long enough to be taken',
      INPUT: input,
    });
  const importAll = (more = '', input = '') => portal(`import firebase ${options} ${more}`, input);
  return { person: files.people[0], folder, portal, importAll };
}

const importCommand =
  'npm run portal -- import firebase --accounts accounts.json --hash-config hash.txt --database database.json --messages messages.csv';

/** The output of each command that runs here as it is written. */
const asWritten: Record<string, RegExp> = {
  'npm run build': /built/,
  'npm run portal -- admin hand-over next-lead@club.example': /\/reset-password\?token=/,
  'npm run portal -- admin reset-second-factor': /had no second factor/,
  'npm run portal -- admin reset-password': /Administrator: \S+\nNew password \(shown once\): [\w-]{20}\n/,
  'npm run portal -- admin set-email lead@club.example': /Administrator: lead@club\.example/,
  'npm run portal -- backup': /portal-\S+\.sqlite/,
  'npm run portal -- check': /^(?!.*FAIL)/s,
  'npm run portal -- check --repair': /columns were recomputed/,
  'npm run portal -- doctor': /Free disk space/,
  'npm run portal -- season end --rehearse': /Nothing was changed/,
  'npm run portal -- seed --members 200': /Added 200 members\./,
};

/** Commands that run here in a shorter form, or on what the test has made. Each gives what was printed. */
const otherwise: Record<string, [run: (command: string) => Promise<string>, output: RegExp]> = {
  'npm start -- --demo': [
    (command) => loginPage(command, { TMPDIR: inject('scratchFolder') }),
    /Demo: the members are made up/,
  ],
  'npm run dev': [
    async (command) => {
      const [port, devPort] = [await freePort(), await freePort()];
      const place = await freshDatabase('sqlite');
      const env = { PORT: String(port), DEV_PORT: String(devPort), DATA_DIR: place.dataDir };
      return pageOf(command, `http://localhost:${devPort}/api/session`, env);
    },
    /null/,
  ],
  'npm run format': [() => run('npm run format -- domain'), /Checked \d+ files/],
  'npm run soak -- years 10000': [() => run('npm run soak -- years 1'), /\n1 passed, 0 failed\n$/],
  'npm run soak': [() => run('npm run soak -- domain/member-account.test.ts'), /\n6 passed, 0 failed\n$/],
  'npm run bench': [() => run('npm run bench -- size'), /until \/login is usable/],
  'npm test -- --changed': [
    () => run('npm test -- --changed HEAD domain/member-account.test.ts'),
    /\n\d passed, 0 failed\n$/,
  ],
  'npm run portal -- mail test you@example.org': [
    async (command) => run(command, { SMTP_URL: (await startSmtp()).url, MAIL_FROM: 'portal@club.example' }),
    /accepted the email/,
  ],
  'npm run portal -- season end --members 312': [
    async () => run(/^npm run .+$/m.exec(await run('npm run -s portal -- season end --rehearse'))?.[0] ?? ''),
    /The administrator stays\./,
  ],
  'npm run portal -- settings export my-settings': [
    () => run(`npm run portal -- settings export ${dataDir}/my-settings`),
    /The settings are in/,
  ],
  'npm run portal -- settings import my-settings': [
    () =>
      run(
        `npm run portal -- settings export ${dataDir}/same && npm run portal -- settings import ${dataDir}/same`,
      ),
    /Nothing has changed\./,
  ],
  'npm run portal -- export members --to members.csv': [
    () => run(`npm run portal -- export members --to ${dataDir}/members.csv && cat ${dataDir}/members.csv`),
    /Full Name,/,
  ],
  'npm run portal -- export members --to members-for-excel.csv --for-spreadsheet': [
    () =>
      run(
        `npm run portal -- export members --to ${dataDir}/members-for-excel.csv --for-spreadsheet && cat ${dataDir}/members-for-excel.csv`,
      ),
    /Full Name,/,
  ],
  'npm run portal -- backup verify': [
    async (command) => (await backUp()) && run(command),
    /Restored and compared/,
  ],
  'npm run portal -- backup --then \'cp "$BACKUP_FILE" /mnt/elsewhere/\'': [
    () =>
      run(`npm run portal -- backup --then 'cp "$BACKUP_FILE" ${dataDir}/copy' && head -c 6 ${dataDir}/copy`),
    /SQLite$/,
  ],
  'npm run portal -- backup --every 1h --keep 48': [printsFirst, /portal-\S+\.sqlite/],
  'npm run portal -- restore data/backups/portal-1f3a9c2b-000042-2026-09-01T10-00-00-000Z.sqlite': [
    async (command) => run(command.replace(/\S+$/, await backUp())),
    /Restored \d+ members/,
  ],
  'npm run portal -- move --to postgres://portal:secret@db.example.edu/portal': [
    async () => {
      const database = await createDatabase((await sharedPostgres()).url);
      return run(`npm run portal -- move --to ${database.url}`).finally(database.drop);
    },
    /checksums agree/,
  ],
  'npm run portal -- move --to sqlite:./data-copy': [
    async () => run(`npm run portal -- move --to sqlite:${(await freshDatabase('sqlite', 'empty')).dataDir}`),
    /checksums agree/,
  ],
  // Without systemd and Docker, their commands run here, on this test's folder in place of the unit's.
  'sudo deploy/portal-command check': [
    (command) => runWithStandIn(command.replace('sudo ', ''), 'systemd-run', '--'),
    /Portal: \S+portal\.sqlite/,
  ],
  'docker compose -f deploy/compose.yaml exec portal-1 node scripts/launch.cjs scripts/portal.ts check': [
    (command) => runWithStandIn(command, 'docker', 'portal-1'),
    /Portal: \S+portal\.sqlite/,
  ],
  'docker compose -f deploy/compose.yaml run --rm portal-1 node scripts/launch.cjs scripts/portal.ts restore /data/backups/portal-1f3a9c2b-000042-2026-09-01T10-00-00-000Z.sqlite':
    [
      async (command) => runWithStandIn(command.replace(/\S+$/, await backUp()), 'docker', 'portal-1'),
      /Restored \d+ members/,
    ],
  [`${importCommand} --rehearse --report report.csv`]: [
    async () => {
      const { importAll, folder } = await movingIn();
      const printed = await importAll(`--rehearse --report ${folder}/report.csv`);
      return printed + readFileSync(join(folder, 'report.csv'), 'utf8');
    },
    /Nothing was written\.[\s\S]*uid,email,account,record,password,notes/,
  ],
  [`${importCommand} --check-password you@college.example`]: [
    async () => {
      const { importAll, person } = await movingIn();
      return importAll(`--check-password ${person?.email}`, person?.password);
    },
    /is right[\s\S]*Imported:/,
  ],
};

/** Run by the caller of this test, or by .ci/run before it; the last three in the fresh copies of tests/any-npm.test.ts. */
const runElsewhere = [
  ...['npm test', 'npm run check'],
  ...['npm install', 'npm start', 'npm test -- server/accounts/password.test.ts'],
];

/** A machine's own programs, whose units and files tests/deploy.test.ts checks; tests/install.test.ts takes the others. */
const ofTheMachine = [
  'npm run build -- --archive',
  'apt-get update && apt-get install -y caddy libatomic1',
  'docker compose -f deploy/small/compose.yaml logs portal',
  'docker compose -f deploy/small/compose.yaml up -d',
  "until journalctl -u sdc-portal | grep 'Set it up'; do sleep 1; done",
  'systemctl restart sdc-portal',
  'systemctl daemon-reload && systemctl enable --now sdc-portal && systemctl reload caddy',
];

/** The commands in README and docs: whole lines of shell blocks, and npm commands in the running text. */
function documentedCommands(): string[] {
  const files = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const found = texts.flatMap((text) => [
    ...[...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n')),
    ...[...text.matchAll(/`(npm [^`]+)`/g)].map(([, command = '']) => command),
  ]);
  return [...new Set(found)].sort();
}

describe('the commands in README and docs', () => {
  it('are all run by a test', () => {
    const run = [
      ...Object.keys(asWritten),
      ...Object.keys(otherwise),
      ...runElsewhere,
      ...ofTheMachine,
      ...installSteps,
    ];
    expect(documentedCommands()).toEqual(run.sort());
  });

  it('include each of the operator’s commands', () => {
    const documented = documentedCommands().join('\n');
    for (const { name } of commands)
      expect(documented).toMatch(new RegExp(`(npm run portal --|sdc-portal/portal) ${name}( |$)`, 'm'));
  });

  it.each(Object.entries(asWritten))(
    '%s',
    async (command, output) => expect(await run(command)).toMatch(output),
    5 * minutes,
  );

  it.each(Object.entries(otherwise))(
    '%s',
    async (command, [runIt, output]) => expect(await runIt(command)).toMatch(output),
    5 * minutes,
  );
});

it('the operator’s command for units has their properties and folder, and compose has the named service', () => {
  const [command = '', unit = '', compose = ''] = [
    'portal-command',
    'sdc-portal.service',
    'compose.yaml',
  ].map((name) => readFileSync(join(root, 'deploy', name), 'utf8'));
  const properties = [...command.matchAll(/--property=(\S+)/g)].map(([, property = '']) => property);
  expect(properties).toContain('User=sdc-portal');
  for (const property of properties) expect(unit).toContain(`\n${property}\n`);
  expect(unit).toContain('DATA_DIR=/var/lib/sdc-portal');
  expect(command).toContain('--setenv=DATA_DIR=/var/lib/sdc-portal');
  expect(compose).toContain('\n  portal-1: *portal\n');
});
