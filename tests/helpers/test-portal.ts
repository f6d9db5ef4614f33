import { inject } from 'vitest';
import { cleanUpAfterwards } from './clean-up.ts';
import type { TestEngine } from './engines.ts';
import { type Portal, type PortalOptions, startPortal } from './portal.ts';
import { sharedPostgres } from './shared-postgres.ts';
import { startTwoPortals, type TwoPortals } from './two-portals.ts';

/** For Vitest: the real program as a process, discarded when the test, or otherwise its file, ends. */
export async function openTestPortal(
  engine: TestEngine,
  env: Record<string, string> = {},
  options: PortalOptions = {},
): Promise<Portal> {
  const postgres = engine === 'postgres' ? await sharedPostgres() : undefined;
  const portal = await startPortal({
    postgresUrl: postgres?.url,
    template: { dataDir: inject('sqliteTemplate'), database: postgres?.template },
    env,
    ...options,
  });
  cleanUpAfterwards(portal.discard);
  return portal;
}

/** For Vitest: two processes on one PostgreSQL, discarded when the test, or otherwise its file, ends. */
export async function openTwoPortals(...portals: Parameters<typeof startTwoPortals>): Promise<TwoPortals> {
  const two = await startTwoPortals(...portals);
  cleanUpAfterwards(two.discard);
  return two;
}
