import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { restore } from '#server/operations/transfer.ts';
import { differences } from '#server/store/copy.ts';
import type { Store } from '#server/store/open.ts';
import { type DatabasePlace, describeEachEngine, freshDatabase, storeAt } from '#tests/helpers/engines.ts';
import { isLongRun, tell } from '#tests/helpers/long-run.ts';
import { placeVariables, runPortalProgram } from '#tests/helpers/portal-command.ts';
import { dataFaults, stateOf, write } from '#tests/helpers/records.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { seedMembers } from '../../scripts/seed-members.ts';

/** `npm run soak` uses 100,000. */
const members = isLongRun ? 100_000 : 300;
const limit = isLongRun ? 60 * 60_000 : 120_000;
/** The limit for a restore of 100,000 members, in milliseconds. */
const restoreBound = 60_000;

/** In a separate process, as an operator does: SQLite's copy would block writers in the same process. */
async function backUp(place: DatabasePlace): Promise<string> {
  const folder = await newFolder();
  const { code, out, err } = await runPortalProgram(['backup', '--to', folder], placeVariables(place));
  expect(code, err).toBe(0);
  return out.trim();
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const started = performance.now();
  const result = await work();
  return { result, ms: Math.round(performance.now() - started) };
}

/** Writes continuously. @returns a function that stops it and returns the number of committed writes */
function keepWriting(store: Store): { committed: () => number; stop: () => Promise<void> } {
  let committed = 0;
  let writing = true;
  const work = (async () => {
    const { uid } = await store.db.selectFrom('members').select('uid').limit(1).executeTakeFirstOrThrow();
    while (writing) {
      await write(store, uid, { studentId: `WRITE-${committed + 1}` });
      committed += 1;
      // SQLite responds synchronously; nothing else would run.
      await setImmediate();
    }
  })();
  return {
    committed: () => committed,
    async stop() {
      writing = false;
      await work;
    },
  };
}

describeEachEngine(`a portal with ${members} members`, (engine) => {
  it('is backed up while it writes, and restored from that to the row', { timeout: limit }, async () => {
    const place = await freshDatabase(engine);
    const store = storeAt(place);
    await seedMembers(store, members);
    const writer = keepWriting(store);
    while (writer.committed() < 5) await setImmediate();
    const before = writer.committed();
    const backup = await timed(() => backUp(place));
    const after = writer.committed();
    await writer.stop();

    const fresh = await freshDatabase(engine);
    const target = storeAt(fresh);
    const first = await timed(() => restore(fresh, backup.result));
    const restored = await stateOf(target);
    expect(differences(first.result.restored, restored)).toEqual([]);
    expect(restored.members.rows).toBe(members);
    expect(await dataFaults(target)).toEqual([]);
    // It contains everything committed before it began, and nothing from after its end.
    const writes = restored.changes.rows - members;
    expect(writes).toBeGreaterThanOrEqual(before);
    expect(writes).toBeLessThanOrEqual(after + 1);

    // It replaces as much data as it contains.
    const second = await timed(() => restore(place, backup.result));
    expect(differences(restored, await stateOf(store))).toEqual([]);
    if (isLongRun) expect(Math.max(first.ms, second.ms)).toBeLessThanOrEqual(restoreBound);
    tell(
      `${engine}: backup of ${members} members during ${after - before} writes ${backup.ms} ms, restore into nothing ${first.ms} ms, in the place of as many ${second.ms} ms`,
    );
  });
});
