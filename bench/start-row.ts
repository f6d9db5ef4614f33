import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { seedMembers } from '../scripts/seed-members.ts';
import { startProcess } from './bench-process.ts';
import { median } from './load.ts';
import type { Row } from './row.ts';

/** Row h: start-up time until the first response with 10,000 members, and idle memory. */
export async function startRow(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-start-'));
  try {
    const store = openStore({ dataDir });
    await migrate(store);
    await seedMembers(store, 10_000);
    await store.close();
    await (await startProcess('scripts/start.ts', dataDir)).stop();
    const times: number[] = [];
    let memory = 0;
    for (let round = 0; round < 3; round += 1) {
      const portal = await startProcess('scripts/start.ts', dataDir);
      times.push(portal.startTime);
      await setTimeout(3_000);
      memory = await portal.memory();
      await portal.stop();
    }
    const time = median(times);
    return [
      row(
        'h1',
        'start to first answer, 10,000 members',
        `${(time / 1000).toFixed(2)} s`,
        '1.5 s',
        time <= 1_500,
      ),
      row('h2', 'memory when idle', `${memory.toFixed(0)} MB`, '120 MB', memory <= 120),
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function row(id: string, what: string, measured: string, bound: string, held: boolean): Row {
  return { id, what, measured, bound: `at most ${bound}`, held };
}
