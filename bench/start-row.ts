import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { seedMembers } from '../scripts/seed-members.ts';
import { startProcess } from './bench-process.ts';
import type { Row } from './row.ts';

/** Row h: start-up time until the first response with 10,000 members, and idle memory. */
export async function startRow(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-start-'));
  try {
    const store = openStore({ dataDir });
    await migrate(store);
    await seedMembers(store, 10_000);
    await store.close();
    // The first start fills the compile cache.
    await (await startProcess('scripts/start.ts', dataDir)).stop();
    const portal = await startProcess('scripts/start.ts', dataDir);
    await setTimeout(3_000);
    const memory = await portal.memory();
    await portal.stop();
    return [
      {
        id: 'h1',
        what: 'start to first response, 10,000 members',
        value: portal.startTime / 1000,
        unit: 's',
        bound: { atMost: 1.5 },
      },
      { id: 'h2', what: 'memory when idle', value: memory, unit: 'MB', bound: { atMost: 120 } },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
