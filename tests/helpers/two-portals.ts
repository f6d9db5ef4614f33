import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import tls from 'node:tls';
import { freePort } from './free-port.ts';
import { type Portal, startPortal } from './portal.ts';
import { createDatabase } from './postgres-database.ts';
import type { RunningProxy } from './proxies.ts';

export interface TwoPortals {
  one: Portal;
  other: Portal;
  /** The port in their public address, where a proxy is to listen. */
  port: number;
  /** Their public address. */
  origin: string;
  databaseUrl: string;
  /** Their ports, as a proxy needs them. */
  ports: [number, number];
  /** Ends both and removes their data. */
  discard(): Promise<void>;
}

/**
 * Two processes of the portal on one new PostgreSQL database, started at the same moment, public as
 * https://localhost with a port of its own. Whoever calls this discards them; in Vitest `openTwoPortals` does.
 */
export async function startTwoPortals(
  postgresUrl: string,
  env: Record<string, string> = {},
): Promise<TwoPortals> {
  const database = await createDatabase(postgresUrl);
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const shared = {
    PORTAL_URL: origin,
    AUTH_SECRET: randomBytes(24).toString('base64url'),
    ADMIN_PASSWORD: randomBytes(9).toString('base64url'),
    TRUST_PROXY: '127.0.0.1',
    ...env,
  };
  const start = () => startPortal({ databaseUrl: database.url, env: shared });
  const [one, other] = await Promise.all([start(), start()]);
  const ports = [one, other].map(({ url }) => Number(new URL(url).port)) as [number, number];
  return {
    one,
    other,
    port,
    origin,
    databaseUrl: database.url,
    ports,
    async discard() {
      await Promise.all([one.discard(), other.discard()]);
      await database.drop();
    },
  };
}

/** From now on this process believes the proxy's certificate, in every `fetch`. */
export async function trustCertificate({ certificate }: RunningProxy): Promise<void> {
  const pem = await readFile(certificate.certificate, 'utf8');
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), pem]);
}
