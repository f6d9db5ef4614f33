import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startPostgres } from './postgres-server.ts';

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

it('starts, is down during a restart, returns with its data, and stops', async () => {
  const server = await startPostgres();
  let stopped = false;
  onTestFinished(() => (stopped ? undefined : server.stop()));

  await ask(server.url, 'create table kept (n int)');
  await server.restart(async () => {
    await expect(ask(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  });
  expect(await ask(server.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);

  await server.stop();
  stopped = true;
  await expect(ask(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
});
