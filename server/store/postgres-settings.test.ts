import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { explain } from '#server/operations/explain.ts';
import { openTestApp, registerPerson, signIn } from '#tests/helpers/app.ts';
import { freshDatabase, storeAt } from '#tests/helpers/engines.ts';
import { listening } from '#tests/helpers/listen.ts';
import { administer, databaseName } from '#tests/helpers/postgres-database.ts';
import { selfSigned } from '#tests/helpers/proxies.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { sharedPostgres } from '#tests/helpers/shared-postgres.ts';
import { migrate } from './migrate.ts';
import { connectionOptions } from './postgres.ts';

async function databaseWith(settings: Record<string, string>) {
  const { databaseUrl = '', ...place } = await freshDatabase('postgres', 'empty');
  const { url } = await sharedPostgres();
  for (const [name, value] of Object.entries(settings)) {
    await administer(url, `alter database ${databaseName(databaseUrl)} set ${name} to '${value}'`);
  }
  return { ...place, databaseUrl };
}

async function whyNot(place: { dataDir: string; databaseUrl: string }): Promise<string | null> {
  return migrate(storeAt(place)).then(
    () => null,
    (error: unknown) => explain(error, 'postgres://portal@db/portal') ?? `unexplained: ${error}`,
  );
}

describe('a PostgreSQL database', () => {
  it.each([{ datestyle: 'German' }, { datestyle: 'SQL, DMY' }, { datestyle: 'Postgres, MDY' }])(
    'with %j and other defaults of its own lets members sign in',
    async (style) => {
      const defaults = { timezone: 'Asia/Kolkata', standard_conforming_strings: 'off' };
      const place = await databaseWith({ ...style, ...defaults });
      await migrate(storeAt(place));
      const portal = await openTestApp('postgres', { place });
      const { registration } = await registerPerson(portal, { fullName: "O'Neil \\ 👋" });
      const person = await signIn(portal, registration.email, registration.password);
      expect((await person.get('/api/me')).body).toMatchObject({ fullName: "O'Neil \\ 👋" });
    },
  );

  it('keeps the options of its address beside the portal’s', async () => {
    const { databaseUrl } = await databaseWith({ datestyle: 'German' });
    const url = new URL(databaseUrl);
    url.searchParams.set('options', '-c work_mem=5MB');
    const client = new pg.Client(connectionOptions(url.href));
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('work_mem') as memory, current_setting('DateStyle') as style",
    );
    await client.end();
    expect(rows).toEqual([{ memory: '5MB', style: expect.stringMatching(/^ISO/) }]);
  });

  it('in LATIN1 is refused in one line', async () => {
    const place = await databaseWith({});
    const { url } = await sharedPostgres();
    const name = databaseName(place.databaseUrl);
    await administer(url, `drop database ${name}`);
    await administer(url, `create database ${name} encoding 'LATIN1' locale 'C' template template0`);
    expect(await whyNot(place)).toMatch(/^The PostgreSQL database has the encoding LATIN1, .*'UTF8'.*$/);
  });

  it('that is read-only is refused in one line', async () => {
    const place = await databaseWith({ default_transaction_read_only: 'on' });
    expect(await whyNot(place)).toMatch(/^The PostgreSQL database is read-only.*$/);
  });

  it('in which the user cannot create tables is refused in one line that says how to allow it', async () => {
    const place = await databaseWith({});
    const role = `r_${databaseName(place.databaseUrl)}`;
    await administer(place.databaseUrl, `create role ${role} login password 'secret'`);
    await administer(place.databaseUrl, 'revoke create on schema public from public');
    const url = new URL(place.databaseUrl);
    Object.assign(url, { username: role, password: 'secret' });
    const why = await whyNot({ ...place, databaseUrl: url.href });
    expect(why).toMatch(
      /^The PostgreSQL user \S+ cannot create tables in this database: .*grant usage, create.*$/,
    );
    await administer(place.databaseUrl, `drop role ${role}`);
  });
});

describe('an encrypted connection', () => {
  /** Answers the driver's question for encryption; with a certificate it goes on with it. */
  async function serverWith(certificate: { key: Buffer; cert: Buffer } | null): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(certificate ? 'S' : 'N');
        if (certificate) new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => {});
      });
    });
    return listening(server);
  }

  it.each(['ssl=true', 'sslmode=prefer', 'sslmode=require', 'sslmode=verify-ca', 'sslmode=verify-full'])(
    'to a self-signed server with %s fails in one line that names the way out',
    async (mode) => {
      const { key, certificate } = await selfSigned(await newFolder());
      const port = await serverWith({ key: readFileSync(key), cert: readFileSync(certificate) });
      const place = { dataDir: '', databaseUrl: `postgres://u:canary@127.0.0.1:${port}/portal?${mode}` };
      expect(await whyNot(place)).toMatch(/^postgres:\S+ this machine does not trust .*sslmode=no-verify.*$/);
    },
  );

  it('to a server without encryption fails in one line', async () => {
    const port = await serverWith(null);
    const place = { dataDir: '', databaseUrl: `postgres://u:p@127.0.0.1:${port}/portal?sslmode=require` };
    expect(await whyNot(place)).toMatch(/^postgres:\S+ the PostgreSQL server offers no encryption; .*$/);
  });
});
