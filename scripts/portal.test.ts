import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { memberExportQuery } from '#domain/member-list.ts';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { readConfig } from '#server/config/config.ts';
import { contentFolder, loadContent } from '#server/config/content.ts';
import { byteOrderMark } from '#server/http/csv.ts';
import { membersAsCsv } from '#server/members/member-export.ts';
import { locationName } from '#server/operations/data-location.ts';
import { schemaState } from '#server/store/migrate.ts';
import { type DatabasePlace, describeEachEngine, freshDatabase, storeAt } from '#tests/helpers/engines.ts';
import { addMadeUpMigration, madeUpMigration } from '#tests/helpers/made-up-migration.ts';
import { placeVariables, runPortal, runPortalProgram } from '#tests/helpers/portal-command.ts';
import { dataFaults, rowsOf } from '#tests/helpers/records.ts';
import { commands, usage } from './portal/commands.ts';

describe('npm run portal', () => {
  it.each([
    [[], '', /command's own\.\n$/],
    [['admin'], 'admin ', /\n\nThere is no command 'admin'\.\n$/],
    [['settings', 'delete'], 'settings ', /\n\nThere is no command 'settings delete'\.\n$/],
    [['seed-members', 'x'], '', /\n\nThere is no command 'seed-members x'\.\n$/],
  ])('%j says what there is of its kind, and the error last', async (args, group, end) => {
    const { code, out, err } = await runPortal(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^Usage:/);
    expect(err).toMatch(end);
    const shown = commands.filter(
      ({ name }) => err.includes(`\n  ${name} `) || err.includes(`\n  ${name}\n`),
    );
    expect(shown).toEqual(commands.filter(({ name }) => name.startsWith(group)));
  });

  it('explains itself, or one command, on request', async () => {
    expect(await runPortal(['--help'])).toMatchObject({ code: 0, out: `${usage()}\n`, err: '' });
    expect((await runPortal(['season', '--help'])).out.split('\n')).toHaveLength(8);
    const out = expect.stringMatching(/^Usage: npm run portal -- backup verify \[FILE\]\n +restore a backup/);
    expect(await runPortal(['backup', 'verify', '--help'])).toMatchObject({ code: 0, out, err: '' });
  });

  it('prints commands as they are typed beside the units', async () => {
    const PORTAL_COMMAND = 'sudo /srv/$portal/deploy/portal-command';
    const { err } = await runPortal(['check', 'now'], { PORTAL_COMMAND });
    expect(err).toBe(`Unexpected argument 'now'. Usage: ${PORTAL_COMMAND} check [--repair]\n`);
  });

  it('shows an example and the exit codes of each command', async () => {
    for (const { name, example = '' } of commands) {
      const { out } = await runPortal([...name.split(' '), '--help']);
      expect(out).toContain(`\nExample: npm run portal -- ${`${name} ${example}`.trim()}\n`);
      expect(out).toContain('\nExit codes: 0 done; 1 failed');
    }
  });

  it('prints one object for scripts on request', async () => {
    const env = placeVariables(await freshDatabase('sqlite'));
    const asked = async (...words: string[]) => {
      const { code, out } = await runPortal([...words, '--json'], env);
      const { exitCode, ...rest } = JSON.parse(out);
      expect(exitCode).toBe(code);
      return rest;
    };
    expect(await asked('version')).toMatchObject({
      release: '1.0.0',
      output: [expect.stringContaining('1.0.0')],
    });
    expect(await asked('check')).toMatchObject({
      sound: true,
      data: expect.any(Array),
      groups: expect.any(Array),
    });
    const { file } = await asked('backup');
    expect(await asked('backup', 'verify')).toMatchObject({ file, members: 0, changes: 0 });
    expect(await asked('admin', 'reset-second-factor', 'nobody@club.example')).toEqual({
      output: [],
      error: 'There is no account with nobody@club.example.',
    });
    expect(await asked('export')).toMatchObject({ error: expect.stringContaining('--to FILE') });
  });

  it('is a program that prints to both outputs and ends with the exit code of the command', async () => {
    const place = await freshDatabase('sqlite');
    const env = placeVariables(place);
    const check = await runPortalProgram(['check'], env);
    expect(check).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^ok /m),
      err: expect.stringMatching(/^Portal: /),
    });
    expect(await runPortalProgram(['check', 'now'], env)).toMatchObject({ code: 2, out: '' });
    await writeFile(join(place.dataDir, 'portal.sqlite'), 'Dear members, '.repeat(100));
    const damaged = await runPortalProgram(['check'], env);
    expect(damaged).toMatchObject({ code: 1, out: expect.stringMatching(/^FAIL /), err: '' });
  });
});

/** Each command as somebody would type it. */
const typed: Record<string, string[]> = {
  'admin reset-password': [],
  'admin reset-second-factor': [],
  'admin set-email': ['lead@club.example'],
  'admin hand-over': ['lead@club.example'],
  backup: [],
  'backup verify': [],
  restore: ['no-such-backup.sqlite'],
  move: ['--to', 'sqlite:nowhere'],
  check: [],
  doctor: [],
  'mail test': ['you@example.org'],
  'settings export': ['nowhere'],
  'settings import': ['nowhere'],
  export: [],
  'season end': ['--rehearse'],
  'import firebase': ['--accounts', 'nowhere'],
  seed: ['--members', '1'],
};

/** These work on a backup, on no data at all, or make a portal where an operator says so. */
const withoutPortal: Record<string, RegExp> = {
  'backup verify': /^There is no backup in .+backups\. .+\n$/,
  restore: /^There is no folder .+\n$|no-such-backup\.sqlite is not a complete backup: .+\n$/,
};

/** With its words; those that write do it below the place. */
function commandsOn({ dataDir }: DatabasePlace): [name: string, words: string[]][] {
  return Object.entries(typed).map(([name, args]) => [
    name,
    [...name.split(' '), ...args.map((word) => word.replace('nowhere', join(dataDir, 'nowhere')))],
  ]);
}

it('every command of the usage is tested here', () => {
  // tests/install.test.ts runs the others.
  expect(Object.keys(typed)).toEqual(
    commands.filter(({ withoutData }) => !withoutData).map(({ name }) => name),
  );
});

it('every command answers a script with one object: what it found, or the error', async () => {
  const place = await freshDatabase('sqlite');
  const env = placeVariables(place);
  await ensureAdministrator(storeAt(place), readConfig({ ...env, ADMIN_PASSWORD: 'a password' }));
  const words: typeof typed = { ...typed, export: ['--to', 'members.csv'], move: ['--to', 'sqlite:moved'] };
  const failed: string[] = [];
  for (const { name } of commands.filter((command) => command.name !== 'setup')) {
    const typedWords = (words[name] ?? []).map((word) =>
      word.replace(/nowhere|members\.csv|moved/, (found) => join(place.dataDir, found)),
    );
    const { code, out } = await runPortal([...name.split(' '), ...typedWords, '--json'], env);
    const { output, exitCode, error, ...found } = JSON.parse(out);
    expect({ name, exitCode, output }).toEqual({ name, exitCode: code, output: expect.any(Array) });
    if (code === 0) expect(Object.keys(found), name).not.toEqual([]);
    else expect(error, name).toEqual(expect.any(String));
    if (code !== 0) failed.push(name);
  }
  // They are given what does not exist.
  expect(failed).toEqual(['restore', 'mail test', 'import firebase', 'upgrade']);
});

describeEachEngine('every command', (engine) => {
  it('refuses if there is no portal, and creates none', async () => {
    const place = await freshDatabase(engine, 'empty');
    const dataDir = join(place.dataDir, 'mistyped');
    for (const [name, words] of commandsOn(place)) {
      const { code, out, err } = await runPortal(words, { ...placeVariables(place), DATA_DIR: dataDir });
      expect({ name, code, out }).toEqual({ name, code: 1, out: '' });
      const usual = /^There is no portal at .+\. Set (DATA_DIR|DATABASE_URL) to the one that you mean.+\n$/;
      expect(err).toMatch(withoutPortal[name] ?? usual);
      if (!withoutPortal[name]) expect(err).toContain(locationName({ ...place, dataDir }));
    }
    expect(existsSync(dataDir)).toBe(false);
    const store = storeAt(place);
    expect(await store.db.introspection.getTables()).toEqual([]);
  });

  it('says which portal it works on', async () => {
    const place = await freshDatabase(engine);
    for (const [name, words] of commandsOn(place)) {
      if (name === 'backup verify') continue;
      const { err } = await runPortal(words, placeVariables(place));
      // Before a restore the former data may be damaged, and opening a damaged database changes it.
      const members = name === 'restore' ? '' : ', 0 members';
      expect(err.split('\n')[0], name).toBe(`Portal: ${locationName(place)}${members}`);
    }
  });

  it('refuses a portal of another version, and changes nothing', async () => {
    const place = await freshDatabase(engine);
    const store = storeAt(place);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(store.db);
    const newer = await runPortal(['export'], placeVariables(place));
    expect(newer).toMatchObject({ code: 1, out: '' });
    expect(newer.err).toMatch(
      /^The database belongs to a newer version of the portal \(it has had 9999-later\).+\n$/,
    );
    await sql`delete from kysely_migration where name = '9999-later'`.execute(store.db);
    addMadeUpMigration();
    const older = await runPortal(['export'], placeVariables(place));
    expect(older).toMatchObject({ code: 1, out: '' });
    expect(older.err).toMatch(/belongs to an older version of the portal\. Start this version once.+\n$/);
    expect((await schemaState(store.db)).applied).not.toContain(madeUpMigration);
  });
});

describeEachEngine('every command that needs this version', (engine) => {
  it('refuses an ADMIN_UID that is not the administrator of the portal', async () => {
    const place = await freshDatabase(engine);
    const env = { ...placeVariables(place), ADMIN_UID: 'the-lead' };
    await ensureAdministrator(storeAt(place), readConfig({ ...env, ADMIN_PASSWORD: 'a password' }));
    for (const [name, words] of commandsOn(place)) {
      if (name === 'backup' || withoutPortal[name]) continue;
      const { code, out, err } = await runPortal(words, placeVariables(place));
      expect({ name, code, out }).toEqual({ name, code: 1, out: '' });
      expect(err).toMatch(
        /\nADMIN_UID is sdc-admin, but this portal's administrator has the id the-lead\. .+\n$/,
      );
    }
    expect(await runPortal(['admin', 'reset-password'], env)).toMatchObject({ code: 0 });
  });
});

describe('errors are one line, with a trace on request', () => {
  const nowhere = 'postgres://portal:secret-word@127.0.0.1:1/portal';

  it.each([
    ['backup --fast', {}, 2, /^Unknown option '--fast'. Usage: npm run portal -- backup .+\n$/],
    ['check now', {}, 2, /^Unexpected argument 'now'. Usage: npm run portal -- check \[--repair\]\n$/],
    // As npm runs `npm run portal check --repair`, or `season end --members 3`, without --.
    [
      'check',
      { npm_config_repair: 'true' },
      2,
      /^npm took --repair for itself: type -- before the command\. Usage: npm/,
    ],
    ['season end 3', { npm_config_members: 'true' }, 2, /^npm took --members for itself: /],
    ['check', { DATABASE_URL: nowhere }, 1, /: no PostgreSQL server listens there; .+\n$/],
    ['admin reset-password', { LOG_LEVEL: 'loud' }, 2, /^LOG_LEVEL must be .+\n$/],
  ])('%s with %j', async (command, env, exitCode, line) => {
    const { code, err, out } = await runPortal(command.split(' '), env);
    expect({ code, out }).toEqual({ code: exitCode, out: '' });
    expect(err).toMatch(line);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain('secret-word');
  });

  it('a move names the target that is down', async () => {
    const place = await freshDatabase('sqlite');
    const { code, err } = await runPortal(['move', '--to', nowhere], placeVariables(place));
    expect(code).toBe(1);
    expect(err).toMatch(
      /\npostgres:\/\/portal@127\.0\.0\.1:1\/portal: no PostgreSQL server listens there; .+\n$/,
    );
  });

  it('a trace', async () => {
    const { err } = await runPortal(['check', '--debug'], { DATABASE_URL: nowhere });
    expect(err).toMatch(/\n +at /);
  });
});

describeEachEngine('npm run portal -- admin', (engine) => {
  it('says when the link of a hand-over is mailed, and claims no running portal', async () => {
    const place = await freshDatabase(engine);
    const store = storeAt(place);
    await ensureAdministrator(store, readConfig({ ...placeVariables(place), ADMIN_PASSWORD: 'a password' }));
    const env = { ...placeVariables(place), SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'club@club.example' };
    const { code, out } = await runPortal(['admin', 'hand-over', 'lead@club.example'], env);
    expect(code).toBe(0);
    expect(out).toContain('mailed immediately if the portal runs, otherwise when it starts');
    expect(out).not.toContain('/reset-password');
    const mails = await store.db.selectFrom('mail_outbox').select(['to', 'state']).execute();
    expect(mails).toEqual([{ to: 'lead@club.example', state: 'waiting' }]);
  });

  it('reports a missing administrator', async () => {
    const place = await freshDatabase(engine);
    const { code, out, err } = await runPortal(['admin', 'reset-password'], placeVariables(place));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(
      'There is no administrator yet: open the link that the portal prints when it starts.',
    );
  });
});

describeEachEngine('npm run portal -- seed', (engine) => {
  it('adds members at every stage, each with account and change', async () => {
    const place = await freshDatabase(engine);
    for (const members of ['12', '1']) {
      const { code, out } = await runPortal(['seed', '--members', members], placeVariables(place));
      expect({ code, out }).toEqual({ code: 0, out: `Added ${members} members.\n` });
    }
    const store = storeAt(place);
    expect(await dataFaults(store)).toEqual([]);
    const records = await rowsOf(store, 'members');
    expect(records).toHaveLength(13);
    expect(records.some(({ submissionReviewed }) => submissionReviewed === 1)).toBe(true);
    expect(records.some(({ developmentTrack }) => developmentTrack === null)).toBe(true);
  });

  it('refuses a real portal', async () => {
    const place = await freshDatabase(engine);
    const seedIn = (env = {}) => runPortal(['seed', '--members', '1'], { ...placeVariables(place), ...env });
    const PORTAL_URL = 'https://portal.example.edu';
    expect((await seedIn({ PORTAL_URL })).err).toContain(
      'This is a real portal: PORTAL_URL is a public address.',
    );
    expect(await seedIn({ PORTAL_URL, DEMO: 'on' })).toMatchObject({ code: 0 });
    await storeAt(place).db.updateTable('members').set({ email: 'asha@students.example' }).execute();
    expect((await seedIn({ DEMO: 'on' })).err).toContain('it has members who are not made up.');
    expect(await rowsOf(storeAt(place), 'members')).toHaveLength(1);
  });

  it('refuses an invalid number of members, and adds nobody', async () => {
    const place = await freshDatabase(engine);
    for (const args of [[], ['--members'], ['--members', '0'], ['--members', '1.5'], ['--members', 'many']]) {
      const { code, out, err } = await runPortal(['seed', ...args], placeVariables(place));
      expect(code).toBeGreaterThan(0);
      expect(out).toBe('');
      expect(err).toContain('--members');
    }
    expect(await storeAt(place).db.selectFrom('members').select('uid').execute()).toEqual([]);
  });
});

describeEachEngine('npm run portal -- export', (engine) => {
  it('writes the administrator’s export, to standard output or to a file for this user only', async () => {
    const place = await freshDatabase(engine);
    await runPortal(['seed', '--members', '12'], placeVariables(place));
    const store = storeAt(place);
    const { tasks } = loadContent(contentFolder);
    const timeZone = 'Asia/Kolkata';
    const variables = { ...placeVariables(place), TIME_ZONE: timeZone };
    let wanted = byteOrderMark;
    for await (const piece of membersAsCsv(store.db, { tasks, timeZone }, memberExportQuery.parse({})))
      wanted += piece;
    expect(wanted.split('\r\n')).toHaveLength(14);

    // Read as text, the output has lost the mark at its start.
    const out = wanted.slice(byteOrderMark.length);
    const err = `Portal: ${locationName(place)}, 12 members\n`;
    expect(await runPortal(['export'], variables)).toEqual({ code: 0, out, err });
    const file = join(place.dataDir, 'members.csv');
    expect(await runPortal(['export', '--to', file], variables)).toEqual({
      code: 0,
      out: '',
      err,
    });
    expect(await readFile(file, 'utf8')).toBe(wanted);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

it('a relative path leads from the folder in which npm was called', async () => {
  const place = await freshDatabase('sqlite');
  await mkdir(join(place.dataDir, 'caller'));
  const env = { ...placeVariables(place), INIT_CWD: join(place.dataDir, 'caller') };
  expect((await runPortal(['seed', '--members', '2'], env)).code).toBe(0);
  const { err } = await runPortal(['backup', '--to', '../copies'], env);
  expect(err).toContain(`There is no folder ${join(place.dataDir, 'copies')}. Mount its disk,`);
  await mkdir(join(place.dataDir, 'copies'));
  const { out } = await runPortal(['backup', '--to', '../copies'], env);
  const copy = relative(env.INIT_CWD, out.trim());
  expect(copy).toMatch(/^\.\.\/copies\/portal-/);
  await utimes(out.trim(), 0, 0);
  const verified = (await runPortal(['backup', 'verify', copy], env)).out;
  expect(verified).toContain('2 members');
  // By its name: the time of the file is that of a copy.
  expect(Date.now() - Date.parse(/Made (\S+)\./.exec(verified)?.[1] ?? '')).toBeLessThan(600_000);
  expect((await runPortal(['restore', copy], env)).out).toContain('Restored 2 members');
  expect((await runPortal(['export', '--to', 'members.csv'], env)).code).toBe(0);
  expect((await runPortal(['move', '--to', 'sqlite:moved'], env)).out).toContain('Moved 2 members');
  expect((await readdir(env.INIT_CWD)).toSorted()).toEqual(['members.csv', 'moved']);
});
