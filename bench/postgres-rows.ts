import { sql } from 'kysely';
import { openStore } from '#server/store/open.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { createDatabase } from '#tests/helpers/postgres-database.ts';
import { seedMembers } from '../scripts/seed-members.ts';
import { type BenchProcess, startProcess } from './bench-process.ts';
import { cookieFrom } from './cookie.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { load, trackChoices } from './load.ts';
import type { Row, Unit } from './row.ts';

const members = 10_000;

/** Figures on PostgreSQL for docs/scaling.md. Nothing is promised about them, so no row can fail. */
export async function postgresRows(): Promise<Row[]> {
  const postgres = await startDurablePostgres();
  try {
    const { url } = await createDatabase(postgres.url);
    return [...(await throughput(url)), await size(url)];
  } finally {
    await postgres.stop();
  }
}

async function throughput(databaseUrl: string): Promise<Row[]> {
  // A session created by one process must be valid in the other.
  const variables = { DATABASE_URL: databaseUrl, AUTH_SECRET: 'bench-bench-bench-bench-bench-bench' };
  const one = await startProcess('server/main.ts', undefined, variables);
  const other = await startProcess('server/main.ts', undefined, variables);
  try {
    const headers = { cookie: await cookieFrom(`${one.url}/api/register`, newRegistration()) };
    const read = ({ url }: BenchProcess) => load({ url: `${url}/api/me`, headers });
    const write = ({ url }: BenchProcess) =>
      load({ url: `${url}/api/me/track`, method: 'PUT', headers, body: trackChoices });
    return [
      cost('GET /api/me, one process', await perSecond([one], read), '/s'),
      cost('GET /api/me, two processes', await perSecond([one, other], read), '/s'),
      cost('PUT /api/me/track, durable, one process', await perSecond([one], write), '/s'),
      cost('PUT /api/me/track, durable, two processes', await perSecond([one, other], write), '/s'),
    ];
  } finally {
    await one.stop();
    await other.stop();
  }
}

async function perSecond(
  processes: BenchProcess[],
  work: (process: BenchProcess) => Promise<{ perSecond: number }>,
): Promise<number> {
  const results = await Promise.all(processes.map(work));
  return results.reduce((sum, result) => sum + result.perSecond, 0);
}

async function size(databaseUrl: string): Promise<Row> {
  const store = openStore({ dataDir: '', databaseUrl });
  const bytes = async () => {
    const answer = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(
      store.db,
    );
    return Number(answer.rows[0]?.bytes);
  };
  try {
    const before = await bytes();
    await seedMembers(store, members);
    const each = ((await bytes()) - before) / members / 1000;
    return cost(`A member of ${members}, with account and change`, each, 'KB');
  } finally {
    await store.close();
  }
}

function cost(what: string, value: number, unit: Unit): Row {
  return { id: `PostgreSQL: ${what}`, what: `PostgreSQL: ${what}`, value, unit, bound: null };
}
