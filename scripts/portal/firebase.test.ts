import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { describeEachEngine, freshDatabase } from '#tests/helpers/engines.ts';
import { makeFiles } from '#tests/helpers/firebase-export.ts';
import { placeVariables, runPortal, runPortalProgram } from '#tests/helpers/portal-command.ts';
import { stateOf } from '#tests/helpers/records.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { withStore } from '#tests/helpers/with-store.ts';

// Each command is a separate process.
vi.setConfig({ testTimeout: 120_000 });

describeEachEngine('npm run portal -- import firebase --check-password', (engine) => {
  it('notices the signer key of another project before anything is written', async () => {
    const place = await freshDatabase(engine);
    const [ours, theirs] = [await makeFiles({ count: 2 }), await makeFiles({ count: 1 })];
    const [person] = ours.people;
    const env = { ...placeVariables(place), AUTH_SECRET: 'a secret of the tests, long enough to be taken' };
    const files = ['--accounts', ours.accounts, '--hash-config', ours.hashConfig];
    const words = ['import', 'firebase', ...files, '--check-password', person?.email ?? ''];
    const attempt = () => runPortalProgram(words, env, `${person?.password}\n`);

    const before = await withStore(place, stateOf);
    const right = await readFile(ours.hashConfig);
    await writeFile(ours.hashConfig, await readFile(theirs.hashConfig));
    const wrong = await attempt();
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('compare base64_signer_key') });
    expect(await withStore(place, stateOf)).toEqual(before);

    await writeFile(ours.hashConfig, right);
    expect(await attempt()).toMatchObject({
      code: 0,
      out: expect.stringMatching(/is right[\s\S]*Imported:/),
    });
    expect((await withStore(place, stateOf)).user.rows).toBe(2);
  });
});

describeEachEngine('npm run portal -- export firebase', (engine) => {
  it('exports the hashes of one key, the most used that its secret opens, and says what it leaves out', async () => {
    const place = await freshDatabase(engine);
    // The same people with other keys: those who are there keep the hash of the first project.
    const [first, second] = [await makeFiles({ count: 1 }), await makeFiles({ count: 3 })];
    const env = { ...placeVariables(place), AUTH_SECRET: 'a secret of the tests, long enough to be taken' };
    for (const { accounts, hashConfig } of [first, second]) {
      const files = ['--accounts', accounts, '--hash-config', hashConfig];
      expect(await runPortal(['import', 'firebase', ...files], env)).toMatchObject({ code: 0 });
    }

    const folder = join(await newFolder(), 'exported');
    const { out } = await runPortal(['export', 'firebase', '--to', folder], env);
    expect(out).toContain('Exported 3 accounts');
    expect(out).toContain('imported passwords (1) that need');
    expect(await readFile(join(folder, 'hash.txt'), 'utf8')).toBe(await readFile(second.hashConfig, 'utf8'));
    const withFirst = first.people.map(({ uid }) => uid);
    const expected = second.people.map(({ uid }) => uid).filter((uid) => !withFirst.includes(uid));
    expect(await withHash(folder)).toEqual(expected.sort());

    const changed = { ...env, AUTH_SECRET: 'another secret of the tests, long enough too' };
    expect((await runPortal(['export', 'firebase', '--to', folder], changed)).out).toContain(
      'imported passwords (3) that need',
    );
    expect(existsSync(join(folder, 'hash.txt'))).toBe(false);
    expect(await withHash(folder)).toEqual([]);
  });
});

/** The ids of the exported accounts that have a password. */
async function withHash(folder: string): Promise<string[]> {
  const { users } = JSON.parse(await readFile(join(folder, 'accounts.json'), 'utf8')) as {
    users: { localId: string; passwordHash?: string }[];
  };
  return users
    .filter(({ passwordHash }) => passwordHash)
    .map(({ localId }) => localId)
    .sort();
}
