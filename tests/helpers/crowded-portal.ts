import { seedMembers } from '../../scripts/seed-members.ts';
import { test } from './fixtures.ts';
import { type Portal, startPortal } from './portal.ts';
import { withStore } from './with-store.ts';

/** A `test` whose portal has this many made-up members. The tests of a worker share it. */
export function testWithMembers(count: number) {
  return test.extend<object, { portal: Portal }>({
    portal: [
      async ({ browserName: _ }, provide) => {
        const portal = await startPortal();
        await withStore(portal, (store) => seedMembers(store, count));
        await provide(portal);
        await portal.discard();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  });
}
