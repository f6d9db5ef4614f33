import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { administer, createDatabase } from '#tests/helpers/postgres-database.ts';
import { startPostgres } from '#tests/helpers/postgres-server.ts';
import type { ApiRequest } from '../portal.ts';

/** A system under the same work as the portal: the requests of its API. */
export interface Peer {
  url: string;
  signUp(person: Person): ApiRequest;
  signIn(person: Person): ApiRequest;
  /** The requests of the person whom this answer to `signIn` has signed in. */
  own(signedIn: Response): Promise<{ read: ApiRequest; update: (turn: number) => ApiRequest }>;
  /** The first page of all members and their number, for an administrator, newest first. */
  list: ApiRequest;
  /** Opens a stream that follows every change, and calls `onChange` at each. Resolves once it is live. */
  follow(onChange: () => void): Promise<{ close(): void }>;
}

export interface Person {
  email: string;
  password: string;
}

/** Starts a peer with this number of members for `work`, and ends it. */
export type WithPeer = <T>(members: number, work: (peer: Peer) => Promise<T>) => Promise<T>;

const execute = promisify(execFile);

/** Runs a step of building or installing a peer. */
export async function build(cwd: string, program: string, ...parameters: string[]): Promise<void> {
  await execute(program, parameters, { cwd, timeout: 15 * 60_000 });
}

/** PostgreSQL does this by itself within a minute or two of so many new rows. */
export const settle = 'vacuum analyze';

/** A database on a PostgreSQL server whose commits are durable; the one of the tests runs without fsync. */
export async function withDurablePostgres<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres();
  try {
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await administer(postgres.url, `alter system set ${setting} = on`);
    }
    await postgres.restart();
    return await work((await createDatabase(postgres.url)).url);
  } finally {
    await postgres.stop();
  }
}
