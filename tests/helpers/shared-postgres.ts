import { inject } from 'vitest';

/** The PostgreSQL server that all tests of a run share. */
export interface SharedPostgres {
  /** The superuser's URL. */
  url: string;
  /** The name of a migrated, empty database to copy. */
  template: string;
}

let shared: Promise<SharedPostgres> | undefined;

/** Starts the server unless another test has (tests/setup/postgres.ts). */
export function sharedPostgres(): Promise<SharedPostgres> {
  shared ??= ask();
  return shared;
}

async function ask(): Promise<SharedPostgres> {
  const response = await fetch(inject('postgresStarter'));
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as SharedPostgres;
}
