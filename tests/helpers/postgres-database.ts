import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  /** Removes the database, even with open connections. */
  drop(): Promise<void>;
}

/** Creates a database on the server at `adminUrl`, empty or as a copy of `template`. */
export async function createDatabase(adminUrl: string, template = 'template0'): Promise<TestDatabase> {
  const name = `portal_${randomBytes(8).toString('hex')}`;
  // Copying files takes half the processor time of logging each page, and this server keeps no log worth having.
  await administer(
    adminUrl,
    `create database ${name} template ${pg.escapeIdentifier(template)} strategy file_copy`,
  );
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

export function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement as the superuser of `adminUrl`. */
export async function administer(adminUrl: string, statement: string): Promise<void> {
  await withClient(adminUrl, (client) => client.query(statement));
}

/** Connects to a database for this work only. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
