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
  /** The port of their public origin, where a proxy must listen. */
  port: number;
  origin: string;
  /** Their own ports, for a proxy. */
  ports: [number, number];
  /** Stops both and removes their data. */
  discard(): Promise<void>;
}

/**
 * Two portal processes on one new PostgreSQL database, started at the same moment, with the public origin
 * https://localhost and a port; `ofOther` are variables of the second alone. The caller must discard them; `openTwoPortals` does so in Vitest.
 */
export async function startTwoPortals(
  postgresUrl: string,
  env: Record<string, string> = {},
  ofOther: Record<string, string> = {},
): Promise<TwoPortals> {
  const database = await createDatabase(postgresUrl);
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const shared = {
    DATABASE_URL: database.url,
    PORTAL_URL: origin,
    AUTH_SECRET: randomBytes(24).toString('base64url'),
    ADMIN_PASSWORD: randomBytes(9).toString('base64url'),
    TRUST_PROXY: '127.0.0.1',
    ...env,
  };
  const [one, other] = await Promise.all([
    startPortal({ env: shared }),
    startPortal({ env: { ...shared, ...ofOther } }),
  ]);
  const ports = [one, other].map(({ url }) => Number(new URL(url).port)) as [number, number];
  return {
    one,
    other,
    port,
    origin,
    ports,
    async discard() {
      await Promise.all([one.discard(), other.discard()]);
      await database.drop();
    },
  };
}

/** Makes every later `fetch` of this process trust the proxy's certificate. */
export async function trustCertificate({ certificate }: Pick<RunningProxy, 'certificate'>): Promise<void> {
  const pem = await readFile(certificate.certificate, 'utf8');
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), pem]);
}
