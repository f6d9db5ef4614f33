import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open.ts';
import { commands } from '../scripts/portal/commands.ts';
import { seedMembers } from '../scripts/seed-members.ts';
import { freshDatabase } from './helpers/engines.ts';
import { makeFiles } from './helpers/firebase-import.ts';
import { freePort } from './helpers/free-port.ts';
import { runPortal } from './helpers/portal-command.ts';
import { createDatabase } from './helpers/postgres-database.ts';
import { startSmtp } from './helpers/smtp.ts';

const root = resolve(import.meta.dirname, '..');

/** The commands in README and docs: whole lines of shell blocks, and npm commands in the running text. */
function documentedCommands(): string[] {
  const texts = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const lines = texts.flatMap((text) =>
    [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n')),
  );
  const inline = texts.flatMap((text) =>
    [...text.matchAll(/`(npm [^`]+)`/g)].map(([, command = '']) => command),
  );
  return [...new Set([...lines, ...inline])].sort();
}

interface Scratch {
  dataDir: string;
  env: NodeJS.ProcessEnv;
}

let scratch: Scratch;
beforeAll(async () => {
  const { dataDir } = await freshDatabase('sqlite');
  scratch = {
    dataDir,
    // Without this run's own Node on the PATH, because readers have only npm.
    env: {
      ...process.env,
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      NODE_ENV: undefined,
    },
  };
});

/** Runs a command in the project's folder, on scratch data, and gives what it printed. */
async function run(command: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = start(command, env);
  let printed = '';
  child.stdout?.on('data', (data: Buffer) => {
    printed += data.toString();
  });
  child.stderr?.on('data', (data: Buffer) => {
    printed += data.toString();
  });
  const [code] = await once(child, 'exit');
  expect(code, printed).toBe(0);
  return printed;
}

function start(command: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn('bash', ['-c', command], {
    cwd: root,
    env: { ...scratch.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Starts a command that goes on, waits until `url` answers, and ends it with its children. */
async function runUntilAnswers(command: string, url: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = start(command, env);
  const ended = once(child, 'exit');
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
      const answer = await fetch(url).catch(() => null);
      if (answer?.ok) return await answer.text();
      await wait(200);
    }
  } finally {
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

/** A folder with a program that runs the words after `last` in its place. */
async function standIn(program: string, last: string): Promise<string> {
  const folder = await mkdtemp(join(inject('scratchFolder'), 'stand-in-'));
  const script = `#!/bin/bash\nwhile [ "$1" != ${last} ]; do shift; done; shift; exec "$@"\n`;
  await writeFile(join(folder, program), script, { mode: 0o755 });
  return folder;
}

/** The administrator, as a first start makes it. */
async function administrator(): Promise<void> {
  const store = openStore({ dataDir: scratch.dataDir });
  await ensureAdministrator(store, readConfig({ DATA_DIR: scratch.dataDir }));
  await store.close();
}

/** The address of a member, newly made. */
async function someMember(): Promise<string> {
  const store = openStore({ dataDir: scratch.dataDir });
  await seedMembers(store, 1);
  const { email } = await store.db.selectFrom('members').select('email').limit(1).executeTakeFirstOrThrow();
  await store.close();
  return email;
}

/** A portal without members, the files of a Firebase project, and somebody in them. */
async function movingIn() {
  const { dataDir } = await freshDatabase('sqlite');
  const files = await makeFiles();
  const [person] = files.people;
  if (!person) throw new Error('nobody was made');
  return {
    person,
    folder: dirname(files.accounts),
    portal: (command: string, input = '') =>
      run(`printf '%s\\n' "$INPUT" | npm run portal -- ${command}`, {
        DATA_DIR: dataDir,
        AUTH_SECRET: 'a secret of the tests, long enough to be taken',
        INPUT: input,
      }),
  };
}

/** The options that the guide has, for the files in this folder. */
function importOptions(folder: string): string {
  return `--accounts ${folder}/accounts.json --hash-config ${folder}/hash.txt --database ${folder}/database.json --messages ${folder}/messages.csv`;
}

const minutes = 60_000;

/** How each documented command is run here; those that would run this very test say where they are run instead. */
const runners: Record<string, () => Promise<void>> = {
  'npm run portal -- admin reset-password': async () => {
    await administrator();
    expect(await run('npm run portal -- admin reset-password')).toMatch(/New password/);
  },
  'npm start': async () => {
    const port = await freePort();
    const env = { PORT: String(port), PORTAL_URL: `http://127.0.0.1:${port}` };
    expect(await runUntilAnswers('npm start', `http://127.0.0.1:${port}/login`, env)).toContain(
      'portal-state',
    );
  },
  'npm run dev': async () => {
    const [port, devPort] = [await freePort(), await freePort()];
    const { dataDir } = await freshDatabase('sqlite');
    const env = { PORT: String(port), DEV_PORT: String(devPort), DATA_DIR: dataDir };
    expect(await runUntilAnswers('npm run dev', `http://localhost:${devPort}/api/session`, env)).toContain(
      'null',
    );
  },
  'npm run portal -- seed --members 200': async () => {
    expect(await run('npm run portal -- seed --members 200')).toContain('Added 200 members.');
  },
  'npm run build': async () => {
    expect(await run('npm run build')).toContain('built');
  },
  'npm start -- --demo': async () => {
    const port = await freePort();
    const env = {
      PORT: String(port),
      PORTAL_URL: `http://127.0.0.1:${port}`,
      TMPDIR: inject('scratchFolder'),
    };
    const page = await runUntilAnswers('npm start -- --demo', `http://127.0.0.1:${port}/login`, env);
    expect(page).toContain('Demo: the members are made up');
  },
  'npm run portal -- admin set-email lead@club.example': async () => {
    await administrator();
    const printed = await run('npm run portal -- admin set-email lead@club.example');
    expect(printed).toContain('Administrator: lead@club.example');
  },
  'npm run portal -- admin hand-over next-lead@club.example': async () => {
    await administrator();
    const printed = await run('npm run portal -- admin hand-over next-lead@club.example');
    expect(printed).toContain('/reset-password?token=');
  },
  'npm run portal -- mail test you@example.org': async () => {
    const smtp = await startSmtp();
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'portal@club.example' };
    expect(await run('npm run portal -- mail test you@example.org', env)).toContain('took the mail');
    expect(smtp.arrived).toHaveLength(1);
  },
  'npm run portal -- doctor': async () => {
    await administrator();
    expect(await run('npm run portal -- doctor')).toContain('Free disk space');
  },
  'npm run portal -- check --repair': async () => {
    expect(await run('npm run portal -- check --repair')).toContain('written again');
  },
  'npm run portal -- backup verify': async () => {
    expect(await runPortal(['backup'], scratch.env)).toMatchObject({ code: 0 });
    expect(await run('npm run portal -- backup verify')).toContain('Restored and compared');
  },
  'npm run portal -- backup --then \'cp "$BACKUP_FILE" /mnt/elsewhere/\'': async () => {
    const copy = join(scratch.dataDir, 'copy.sqlite');
    await run(`npm run portal -- backup --then 'cp "$BACKUP_FILE" ${copy}'`);
    expect(readFileSync(copy).subarray(0, 6).toString()).toBe('SQLite');
  },
  'npm run portal -- members correct asha@students.example studentId=1SD22CS045': async () => {
    const email = await someMember();
    const printed = await run(`npm run portal -- members correct ${email} studentId=1SD22CS045`);
    expect(printed).toContain('Corrected studentId');
  },
  'npm run portal -- members remove asha@students.example': async () => {
    expect(await run(`npm run portal -- members remove ${await someMember()}`)).toContain('Removed');
  },
  'npm run portal -- season end --rehearse': async () => {
    expect(await run('npm run portal -- season end --rehearse')).toContain('Nothing was changed');
  },
  'npm run portal -- season end --members 312': async () => {
    const [, command = ''] =
      /^(npm run .+)$/m.exec(await run('npm run -s portal -- season end --rehearse')) ?? [];
    expect(await run(command)).toContain('The administrator stays.');
  },
  'sudo deploy/portal-command check': async () => {
    // Without systemd, its command runs here, on this test's folder in place of the unit's.
    const systemd = await standIn('systemd-run', '--');
    const printed = await run('deploy/portal-command check', { PATH: `${systemd}:${process.env.PATH}` });
    expect(printed).toContain(`Portal: ${join(scratch.dataDir, 'portal.sqlite')}`);
    const text = readFileSync(join(root, 'deploy/portal-command'), 'utf8');
    const unit = readFileSync(join(root, 'deploy/sdc-portal.service'), 'utf8');
    const properties = [...text.matchAll(/--property=(\S+)/g)].map(([, property = '']) => property);
    expect(properties).toContain('User=sdc-portal');
    for (const property of properties) expect(unit).toContain(`\n${property}\n`);
    expect(unit).toContain('DATA_DIR=/var/lib/sdc-portal');
    expect(text).toContain('--setenv=DATA_DIR=/var/lib/sdc-portal');
  },
  'docker compose -f deploy/compose.yaml exec portal-1 node scripts/portal.ts check': async () => {
    // Without Docker, the command in the container runs here.
    const docker = await standIn('docker', 'portal-1');
    const command = 'docker compose -f deploy/compose.yaml exec portal-1 node scripts/portal.ts check';
    const printed = await run(command, {
      PATH: `${docker}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    });
    expect(printed).toContain(`Portal: ${join(scratch.dataDir, 'portal.sqlite')}`);
    expect(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')).toContain('\n  portal-1: *portal\n');
  },
  'docker compose -f deploy/compose.yaml run --rm portal-1 node scripts/portal.ts restore /data/backups/portal-2026-09-01T10-00-00-000Z.sqlite':
    async () => {
      const file = /\S+portal-\S+\.sqlite/.exec(await run('npm run portal -- backup'))?.[0] ?? '';
      const docker = await standIn('docker', 'portal-1');
      const command = `docker compose -f deploy/compose.yaml run --rm portal-1 node scripts/portal.ts restore ${file}`;
      const path = `${docker}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
      expect(await run(command, { PATH: path })).toMatch(/Restored \d+ members/);
    },
  'npm run portal -- import firebase --accounts accounts.json --hash-config hash.txt --database database.json --messages messages.csv --rehearse --report report.csv':
    async () => {
      const { portal, folder } = await movingIn();
      const report = join(folder, 'report.csv');
      expect(
        await portal(`import firebase ${importOptions(folder)} --rehearse --report ${report}`),
      ).toContain('Nothing was written.');
      expect(readFileSync(report, 'utf8')).toContain('uid,email,account,record,password,notes');
    },
  'npm run portal -- import firebase --accounts accounts.json --hash-config hash.txt --database database.json --messages messages.csv --check-password you@college.example':
    async () => {
      const { portal, folder, person } = await movingIn();
      const command = `import firebase ${importOptions(folder)} --check-password ${person.email}`;
      expect(await portal(command, person.password)).toMatch(/is right[\s\S]*Imported:/);
    },
  'npm run portal -- import firebase --undo': async () => {
    const { portal, folder } = await movingIn();
    await portal(`import firebase ${importOptions(folder)}`);
    expect(await portal('import firebase --undo')).toContain('Undone: the import of');
  },
  'npm run portal -- export firebase --to firebase-export': async () => {
    const { portal, folder } = await movingIn();
    await portal(`import firebase ${importOptions(folder)}`);
    expect(await portal(`export firebase --to ${folder}/out`)).toMatch(/Exported \d+ accounts/);
    expect(readFileSync(join(folder, 'out', 'hash.txt'), 'utf8')).toBe(
      readFileSync(join(folder, 'hash.txt'), 'utf8'),
    );
  },
  'npm run portal -- backup': async () => {
    expect(await run('npm run portal -- backup')).toMatch(/portal-\S+\.sqlite/);
  },
  'npm run portal -- backup --every 1h --keep 48': async () => {
    const child = start('npm run portal -- backup --every 1h --keep 48', {});
    const ended = once(child, 'exit');
    let printed = '';
    for await (const data of child.stdout ?? []) {
      printed += String(data);
      if (printed.includes('.sqlite')) break;
    }
    expect(printed).toMatch(/portal-\S+\.sqlite/);
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
  },
  'npm run portal -- restore data/backups/portal-2026-09-01T10-00-00-000Z.sqlite': async () => {
    const file = /\S+portal-\S+\.sqlite/.exec(await run('npm run portal -- backup'))?.[0] ?? '';
    expect(await run(`npm run portal -- restore ${file}`)).toMatch(/Restored \d+ members/);
  },
  'npm run portal -- export --to members.csv': async () => {
    const file = join(scratch.dataDir, 'members.csv');
    await run(`npm run portal -- export --to ${file}`);
    expect(readFileSync(file, 'utf8')).toContain('Full Name,');
  },
  'npm run soak': async () => {
    // Hours of it are nothing for every day: each test has a short form, which runs beside this one.
    expect(await run('npm run soak -- --list')).toContain('tests/faults/kill-cycles.test.ts');
  },
  'npm run portal -- check': async () => {
    expect(await run('npm run portal -- check')).not.toContain('FAIL');
  },
  'npm run portal -- move --to postgres://portal:secret@db.example.edu/portal': async () => {
    const database = await createDatabase(inject('postgresUrl'));
    try {
      expect(await run(`npm run portal -- move --to ${database.url}`)).toContain('checksums agree');
    } finally {
      await database.drop();
    }
  },
  'npm run portal -- move --to sqlite:./data-copy': async () => {
    const { dataDir } = await freshDatabase('sqlite', 'empty');
    expect(await run(`npm run portal -- move --to sqlite:${dataDir}`)).toContain('checksums agree');
  },
  'npm run bench': async () => {
    // The groups that measure speed take minutes and a quiet machine; this one holds the budgets of size.
    expect(await run('npm run bench -- size')).toContain('first paint of /login');
  },
  'npm run bench -- --quick': async () => {
    expect(await run('npm run bench -- --quick size')).toContain('first paint of /login');
  },
  'npm run bench -- compare bench-results/before.json': async () => {
    const file = /^Saved as (.+)$/m.exec(await run('npm run bench -- size'))?.[1];
    expect(await run(`npm run bench -- compare ${file}`)).toContain('| 1 | within the spread |');
  },
  'npm test -- server/accounts/password.test.ts': async () => {
    // A file that needs no server and no browser.
    expect(await run('npm test -- domain/limits.test.ts')).toMatch(/\n1 passed, 0 failed\n$/);
  },
  'npm run mutants -- domain': async () => {
    const printed = await run('npm run mutants -- domain/greeting.ts --count 1 --seed 1');
    expect(printed).toMatch(/\n1 of 1 killed \(100 %\), seed 1\n/);
  },
  'npm run screens -- login': async () => {
    // One of the states that begin so.
    expect(await run('npm run screens -- login-busy')).toContain('login-busy at 1440 px');
  },
};

/** Run by the caller of this test, or by .ci/run before it. */
const runElsewhere = ['npm install', 'npm test', 'npm run check'];

describe('the commands in README and docs', () => {
  it('are all run by a test', () => {
    expect(documentedCommands()).toEqual([...Object.keys(runners), ...runElsewhere].sort());
  });

  it('include each of the operator’s commands', () => {
    const documented = documentedCommands().join('\n');
    for (const { name } of commands)
      expect(documented).toMatch(new RegExp(`npm run portal -- ${name}( |$)`, 'm'));
  });

  it.each(Object.keys(runners))('%s', async (command) => runners[command]?.(), 5 * minutes);
});
