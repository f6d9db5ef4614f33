import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { memberExportQuery } from '#domain/member-list.ts';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { verifyPassword } from '#server/accounts/password.ts';
import { membersAsCsv } from '#server/admin/member-export.ts';
import { readConfig } from '#server/config.ts';
import { byteOrderMark } from '#server/http/csv.ts';
import { openStore } from '#server/store/open.ts';
import { type DatabasePlace, describeEachEngine, freshDatabase } from '#tests/helpers/engines.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 120_000 });

/** Runs one of the operator's commands as a person would, and waits for its end. */
async function portal(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'portal.ts'), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

function variables({ dataDir, databaseUrl }: DatabasePlace): NodeJS.ProcessEnv {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
}

describe('npm run portal', () => {
  it.each([[[]], [['admin']], [['seed-members']]])('%j says what there is', async (args) => {
    const { code, out, err } = await portal(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    for (const command of ['Usage:', 'admin reset-password', 'seed --members N'])
      expect(err).toContain(command);
  });

  it('says in one line which variable is wrong', async () => {
    const { code, out, err } = await portal(['admin', 'reset-password'], { LOG_LEVEL: 'loud' });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^LOG_LEVEL must be .+\n$/);
  });
});

describeEachEngine('npm run portal -- admin reset-password', (engine) => {
  it('gives the administrator a new password', async () => {
    const place = await freshDatabase(engine);
    const store = await openStore(place);
    await ensureAdministrator(store, readConfig({ ...variables(place), ADMIN_PASSWORD: 'the first one' }));

    const { code, out } = await portal(['admin', 'reset-password'], variables(place));
    expect(code).toBe(0);
    const [, email, password = ''] =
      /^Administrator: (\S+)\nNew password \(shown once\): (\S+)\n$/.exec(out) ?? [];
    expect(email).toBe('admin@sdc.example');
    const account = await store.db.selectFrom('account').select('password').executeTakeFirstOrThrow();
    const hash = account.password ?? '';
    expect(await verifyPassword({ hash, password })).toBe(true);
    expect(await verifyPassword({ hash, password: 'the first one' })).toBe(false);
    await store.close();
  });

  it('says so where there is none yet, also on an empty database', async () => {
    for (const content of ['migrated', 'empty'] as const) {
      const place = await freshDatabase(engine, content);
      const { code, out, err } = await portal(['admin', 'reset-password'], variables(place));
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain('There is no administrator yet: start the portal once first.');
    }
  });
});

describeEachEngine('npm run portal -- seed', (engine) => {
  it('adds members at every stage, each with account and change', async () => {
    const place = await freshDatabase(engine);
    for (const members of ['12', '1']) {
      const { code, out } = await portal(['seed', '--members', members], variables(place));
      expect({ code, out }).toEqual({ code: 0, out: `Added ${members} members.\n` });
    }
    const store = await openStore(place);
    const records = await store.db.selectFrom('members').selectAll().execute();
    const changes = await store.db.selectFrom('changes').select(['uid', 'kind']).execute();
    const users = await store.db.selectFrom('user').select('id').execute();
    await store.close();
    expect([records.length, changes.length, users.length]).toEqual([13, 13, 13]);
    expect(new Set(changes.map(({ uid }) => uid)).size).toBe(13);
    expect(records.some(({ submissionReviewed }) => submissionReviewed === 1)).toBe(true);
    expect(records.some(({ developmentTrack }) => developmentTrack === null)).toBe(true);
  });
});

describeEachEngine('npm run portal -- export', (engine) => {
  it('writes what the administrator’s export has, to standard output or to a file for this user only', async () => {
    const place = await freshDatabase(engine);
    await portal(['seed', '--members', '12'], variables(place));
    const store = await openStore(place);
    let wanted = byteOrderMark;
    for await (const piece of membersAsCsv(store.db, memberExportQuery.parse({}))) wanted += piece;
    await store.close();
    expect(wanted.split('\r\n')).toHaveLength(14);

    // Read as text, the output has lost the mark at its start.
    const out = wanted.slice(byteOrderMark.length);
    expect(await portal(['export'], variables(place))).toEqual({ code: 0, out, err: '' });
    const file = join(place.dataDir, 'members.csv');
    expect(await portal(['export', '--to', file], variables(place))).toEqual({ code: 0, out: '', err: '' });
    expect(await readFile(file, 'utf8')).toBe(wanted);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

describe('npm run portal -- seed', () => {
  it('refuses what is no number of members, and adds nobody', async () => {
    const place = await freshDatabase('sqlite');
    for (const args of [[], ['--members'], ['--members', '0'], ['--members', '1.5'], ['--members', 'many']]) {
      const { code, out, err } = await portal(['seed', ...args], variables(place));
      expect(code).toBeGreaterThan(0);
      expect(out).toBe('');
      expect(err).toContain('--members');
    }
    const store = await openStore(place);
    expect(await store.db.selectFrom('members').select('uid').execute()).toEqual([]);
    await store.close();
  });
});
