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

/** The database name in a URL. */
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
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
