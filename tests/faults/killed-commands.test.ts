import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { removeMembers } from '#server/accounts/removal.ts';
import { readConfig } from '#server/config/config.ts';
import { takeBackup } from '#server/operations/backup.ts';
import { verifyBackup } from '#server/operations/verify-backup.ts';
import { differences } from '#server/store/copy.ts';
import { schemaState } from '#server/store/migrate.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { type DatabasePlace, describeKills, freshDatabase, type TestEngine } from '#tests/helpers/engines.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { isLongRun, tell } from '#tests/helpers/long-run.ts';
import { placeVariables, runPortal, startPortalCommand } from '#tests/helpers/portal-command.ts';
import { createDatabase, databaseName } from '#tests/helpers/postgres-database.ts';
import { programEnv } from '#tests/helpers/program-env.ts';
import { stateOf } from '#tests/helpers/records.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { sharedPostgres } from '#tests/helpers/shared-postgres.ts';
import { withStore } from '#tests/helpers/with-store.ts';
import { seedMembers } from '../../scripts/seed-members.ts';
import { nextVersion } from './next-version.ts';
import { readableFiles } from './readable-files.ts';

/** `npm run soak` kills each command 30 times. */
const kills = isLongRun ? 30 : 1;
const members = isLongRun ? 2_000 : 200;
/** The longest time in ms for a command or a test. */
const limit = 60 * 60_000;
const root = resolve(import.meta.dirname, '../..');
const passphrase = 'correct horse battery';
/** The backups that the test makes have keys of this cost. */
const cheapHashes = join(root, 'tests/setup/cheap-hashes.ts');

const encryption = ({ dataDir }: DatabasePlace) => ({ dataDir, backupPassphrase: passphrase });
const variables = (place: DatabasePlace) => ({ ...placeVariables(place), BACKUP_PASSPHRASE: passphrase });

/** A portal to make copies of, its state, and a backup from when it had one member less than half as many. */
async function original(engine: TestEngine) {
  const place = await freshDatabase(engine);
  const backup = await withStore(place, async (store) => {
    await ensureAdministrator(store, readConfig({ ...placeVariables(place), ADMIN_PASSWORD: passphrase }));
    await seedMembers(store, members / 2 - 1);
    const taken = await takeBackup(store, join(place.dataDir, 'backups'), encryption(place));
    await seedMembers(store, members / 2 + 1);
    return taken;
  });
  return { place, backup, before: await withStore(place, stateOf) };
}

async function copyOf(place: DatabasePlace): Promise<DatabasePlace> {
  const dataDir = await newFolder();
  await cp(place.dataDir, dataDir, { recursive: true });
  if (!place.databaseUrl) return { dataDir, databaseUrl: undefined };
  const database = await createDatabase((await sharedPostgres()).url, databaseName(place.databaseUrl));
  cleanUpAfterwards(database.drop);
  return { dataDir, databaseUrl: database.url };
}

interface Started {
  args: string[];
  /** The folder of the program; this project by default. */
  program?: string;
  env?: NodeJS.ProcessEnv;
  /** Output that says that the work is done. */
  done: RegExp;
  /** It prints nothing before it has done its work. */
  silent?: true;
}

/**
 * Starts a program on the data and kills it so many milliseconds after its first output, by which it has found the data
 * (after its start if it is silent), or when its work is done. @returns how long it worked
 */
async function run(
  place: DatabasePlace,
  { args, program = root, env, done, silent }: Started,
  killAfter = limit,
) {
  const temporary = join(place.dataDir, 'tmp');
  await mkdir(temporary, { recursive: true });
  const child = spawn(process.execPath, [...(program === root ? ['--import', cheapHashes] : []), ...args], {
    cwd: program,
    env: { ...programEnv(), ...variables(place), TMPDIR: temporary, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const outputs = [child.stdout, child.stderr];
  let printed = '';
  let finished = 0;
  for (const output of outputs) {
    output.on('data', (text: Buffer) => {
      printed += text;
      if (finished > 0 || !done.test(printed)) return;
      finished = performance.now();
      child.kill('SIGKILL');
    });
  }
  if (!silent) await Promise.race([closed, ...outputs.map((output) => once(output, 'data'))]);
  const began = performance.now();
  const killing = setTimeout(() => child.kill('SIGKILL'), killAfter);
  await closed;
  clearTimeout(killing);
  if (finished === 0 && killAfter === limit) throw new Error(`The program did not finish.\n${printed}`);
  return Math.max(0, finished - began);
}

/** Throws unless `check` says ok. It also cleans up, as every command does. */
async function expectIntact(place: DatabasePlace, program = root): Promise<void> {
  const env = variables(place);
  const checking =
    program === root ? runPortal(['check'], env) : startPortalCommand(['check'], env, program).ended;
  const { code, out, err } = await checking;
  expect(`${out}${err}`).not.toContain('FAIL');
  expect(code, `${out}${err}`).toBe(0);
}

interface Scenario {
  work: (copy: DatabasePlace) => Started | Promise<Started>;
  /** Throws unless the data is the old or the new. @returns which it is */
  outcome: (copy: DatabasePlace) => Promise<'old' | 'new'>;
  prepare?: (copy: DatabasePlace) => void;
}

/** Runs the work once, then kills it at random moments within that time, each on another copy. */
async function killRepeatedly(place: DatabasePlace, name: string, { work, outcome, prepare }: Scenario) {
  async function round(killAfter?: number) {
    const copy = await copyOf(place);
    prepare?.(copy);
    const took = await run(copy, await work(copy), killAfter);
    const is = await outcome(copy);
    expect(await readableFiles(copy.dataDir)).toEqual([]);
    return { took, is };
  }
  const whole = await round();
  expect(whole.is).toBe('new');
  let old = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    if ((await round(Math.random() * whole.took)).is === 'old') old += 1;
  }
  tell(
    `${name}: ${kills} kills within ${Math.round(whole.took)} ms, ${old} left the old portal, ${kills - old} the new`,
  );
}

/** Does what housekeeping does with members whose time in the trash is over. */
const emptyTrash = `
  import { dropClosedAccounts } from '#server/accounts/closed-accounts.ts';
  import { settleRemovals } from '#server/accounts/removal.ts';
  import { openStore } from '#server/store/open.ts';
  const [dataDir, databaseUrl] = process.argv.slice(1);
  const store = openStore({ dataDir, databaseUrl: databaseUrl || undefined });
  console.log('begun');
  await dropClosedAccounts(store.db, new Date());
  await settleRemovals({ store, config: { dataDir } });
  console.log('emptied');`;

const command = (...words: string[]) => ['scripts/portal.ts', ...words];

describeKills('a kill at a random moment leaves the old portal or the new one', 'sqlite', (engine) => {
  it('of a restore', { timeout: limit }, async () => {
    const { place, backup, before } = await original(engine);
    const wanted = await verifyBackup(backup, encryption(place));
    await killRepeatedly(place, `restore on ${engine}`, {
      work: () => ({ args: command('restore', backup), done: /Restored/ }),
      async outcome(copy) {
        await expectIntact(copy);
        const now = await withStore(copy, stateOf);
        if (differences(before, now).length === 0) return 'old';
        expect(differences(wanted, now)).toEqual([]);
        return 'new';
      },
    });
  });

  it('of a move', { timeout: limit }, async () => {
    const { place, before } = await original(engine);
    const target = (copy: DatabasePlace) => ({
      dataDir: join(copy.dataDir, 'tmp', 'target'),
      databaseUrl: undefined,
    });
    await killRepeatedly(place, `move from ${engine}`, {
      work: (copy) => ({ args: command('move', '--to', `sqlite:${target(copy).dataDir}`), done: /Moved/ }),
      async outcome(copy) {
        await expectIntact(copy);
        expect(differences(before, await withStore(copy, stateOf))).toEqual([]);
        const { applied } = await withStore(target(copy), (store) => schemaState(store.db));
        if (applied.length === 0) return 'old';
        expect(differences(before, await withStore(target(copy), stateOf))).toEqual([]);
        return 'new';
      },
    });
  });

  it('of an upgrade', { timeout: limit }, async () => {
    const { place, before } = await original(engine);
    const program = await nextVersion();
    await killRepeatedly(place, `upgrade on ${engine}`, {
      work: async () => ({
        args: ['server/main.ts'],
        program,
        env: { PORT: String(await freePort()) },
        done: /Sign in:/,
        silent: true,
      }),
      async outcome(copy) {
        const { unknown } = await withStore(copy, (store) => schemaState(store.db));
        await expectIntact(copy, unknown.length > 0 ? program : root);
        // The start notes which account is the administrator's.
        const changing = ['members', 'portal_state', 'rate_limits'];
        const apart = differences(before, await withStore(copy, stateOf));
        expect(apart.filter((table) => !changing.includes(table))).toEqual([]);
        return unknown.length > 0 ? 'new' : 'old';
      },
    });
  });

  it('of the end of a season', { timeout: limit }, async () => {
    const { place, before } = await original(engine);
    await killRepeatedly(place, `season end on ${engine}`, {
      work: () => ({ args: command('season', 'end', '--members', String(members)), done: /has ended/ }),
      async outcome(copy) {
        await expectIntact(copy);
        const now = await withStore(copy, stateOf);
        if (differences(before, now).length === 0) return 'old';
        // Not one is in both, in neither, or without an email about it.
        expect([now.members.rows, now.seasons.rows]).toEqual([0, 1]);
        for (const table of ['past_records', 'closed_accounts', 'mail_outbox'] as const)
          expect(now[table].rows, table).toBe(members);
        const whole = await withStore(copy, ({ db }) =>
          db.selectFrom('past_records').select('id').where('document', 'is', null).execute(),
        );
        expect(whole).toEqual([]);
        return 'new';
      },
    });
  });

  it('of the emptying of the trash', { timeout: limit }, async () => {
    const { place } = await original(engine);
    await withStore(place, async (store) => {
      const uids = (await store.db.selectFrom('members').select('uid').execute()).map(({ uid }) => uid);
      await removeMembers({ store, config: place }, uids, 'admin');
      await store.db.updateTable('closed_accounts').set({ until: '2026-01-01T00:00:00.000Z' }).execute();
    });
    await killRepeatedly(place, `emptying of the trash on ${engine}`, {
      work: ({ dataDir, databaseUrl }) => ({
        args: ['--input-type=module', '--eval', emptyTrash, dataDir, databaseUrl ?? ''],
        done: /emptied/,
      }),
      async outcome(copy) {
        await expectIntact(copy);
        const { rows } = (await withStore(copy, stateOf)).closed_accounts;
        if (rows === members) return 'old';
        expect(rows).toBe(0);
        return 'new';
      },
    });
  });

  it('of a hand-over', { timeout: limit }, async () => {
    const { place, before } = await original(engine);
    await killRepeatedly(place, `hand-over on ${engine}`, {
      work: () => ({
        args: command('admin', 'hand-over', 'next@club.example'),
        done: /signed out everywhere/,
      }),
      async outcome(copy) {
        await expectIntact(copy);
        const apart = differences(before, await withStore(copy, stateOf));
        if (apart.length === 0) return 'old';
        expect(apart).toEqual(
          expect.arrayContaining(['user', 'account', 'mailed_tokens', 'changes', 'mail_outbox']),
        );
        return 'new';
      },
    });
  });
});

it('a kill of a restore in place of a SQLite file of a newer version leaves that file or the new portal', {
  timeout: limit,
}, async () => {
  const { place, backup } = await original('sqlite');
  const wanted = await verifyBackup(backup, encryption(place));
  await killRepeatedly(place, 'restore in place of a newer file', {
    prepare({ dataDir }) {
      const newer = new DatabaseSync(join(dataDir, 'portal.sqlite'));
      newer.exec("insert into kysely_migration (name, timestamp) values ('9999-later', 'now')");
      newer.close();
    },
    work: () => ({ args: command('restore', backup), done: /Restored/ }),
    async outcome(copy) {
      const { err } = await runPortal(['check'], placeVariables(copy));
      if (err.includes('belongs to a newer version')) return 'old';
      await expectIntact(copy);
      expect(differences(wanted, await withStore(copy, stateOf))).toEqual([]);
      return 'new';
    },
  });
});
