import { readFile, writeFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { describeEachEngine, freshDatabase } from '#tests/helpers/engines.ts';
import { makeFiles } from '#tests/helpers/firebase-export.ts';
import { placeVariables, runPortalProgram } from '#tests/helpers/portal-command.ts';
import { stateOf } from '#tests/helpers/records.ts';
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
