import { inject } from 'vitest';
import { cleanUpAfterwards } from './clean-up.ts';
import type { TestEngine } from './engines.ts';
import { type Portal, startPortal } from './portal.ts';

/** For Vitest: the real program as a process, gone when the test, or else its file, ends. */
export async function openTestPortal(engine: TestEngine, env: Record<string, string> = {}): Promise<Portal> {
  const portal = await startPortal({ engine, postgresUrl: inject('postgresUrl'), env });
  cleanUpAfterwards(portal.discard);
  return portal;
}
