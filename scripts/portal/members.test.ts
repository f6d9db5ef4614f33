import { expect, it, vi } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { readConfig } from '#server/config/config.ts';
import { describeEachEngine, freshDatabase, storeAt, type TestEngine } from '#tests/helpers/engines.ts';
import { placeVariables, runPortal } from '#tests/helpers/portal-command.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { seedMembers } from '../seed-members.ts';

// Each command is a process.
vi.setConfig({ testTimeout: 240_000 });

async function seededPortal(engine: TestEngine) {
  const place = await freshDatabase(engine);
  const env = placeVariables(place);
  const store = storeAt(place);
  const config = readConfig(env);
  await ensureAdministrator(store, { ...config, adminPassword: 'a password' });
  await seedMembers(store, 10);
  const first = await store.db.selectFrom('members').selectAll().orderBy('uid').executeTakeFirstOrThrow();
  return { place, env, store, config, first };
}

describeEachEngine('a member', (engine) => {
  it('that somebody changed by SQL is found by check, and check --repair corrects the lists', async () => {
    const { env, store, first } = await seededPortal(engine);
    await store.db.updateTable('members').set({ searchText: '' }).where('uid', '=', first.uid).execute();
    const found = await runPortal(['check'], env);
    expect(found).toMatchObject({ code: 1, out: expect.stringContaining('FAIL  lists agree') });
    const repaired = await runPortal(['check', '--repair'], env);
    expect(repaired.code).toBe(0);
    expect(repaired.out).toContain('The lists’ columns were recomputed');
    expect((await runPortal(['check'], env)).code).toBe(0);
  });
});

describeEachEngine('a season', (engine) => {
  it('is rehearsed, then ended, and the administrator stays', async () => {
    const { env, store, config, first } = await seededPortal(engine);
    const end = (...words: string[]) => runPortal(['season', 'end', ...words], env);
    const rehearsal = await end('--rehearse');
    expect(rehearsal.code).toBe(0);
    expect(rehearsal.out).toContain('of 10 members and close 10 accounts');
    expect(rehearsal.out).toContain('npm run portal -- season end --members 10');
    for (const words of [[], ['--members', '9'], ['--members', '10', '--keep', 'nobody']])
      expect(await end(...words)).toMatchObject({ code: 2, out: '' });
    expect(await rowsOf(store, 'members')).toHaveLength(10);

    expect(await end('--members', '10', '--keep', first.uid)).toMatchObject({ code: 0 });
    expect((await rowsOf(store, 'members')).map(({ uid }) => uid)).toEqual([first.uid]);
    const accounts = await store.db.selectFrom('user').select('id').execute();
    expect(accounts.map(({ id }) => id).toSorted()).toEqual([config.adminUid, first.uid].toSorted());
    expect((await runPortal(['check'], env)).out).not.toContain('FAIL');
  });
});
