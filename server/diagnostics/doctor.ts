import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { stat, statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Health, HealthFact } from '#domain/diagnostics.ts';
import type { CommandConfig } from '#server/config.ts';
import { defaultAdminEmail } from '#server/config-variables.ts';
import type { Store } from '#server/store/open.ts';
import { fact, goodOr, sizeText } from './health-checks.ts';

const mebibyte = 1024 * 1024;
const day = 24 * 60 * 60 * 1000;
/** The time-out of each network request, in milliseconds. */
const patience = 5_000;

/** Examines the settings and the machine, which `check` does not. */
export async function examine(config: CommandConfig, store: Store): Promise<Health['groups']> {
  return [
    { title: 'Configuration', facts: await configuration(config, store) },
    { title: 'Machine', facts: await machine(config) },
    { title: 'Public address', facts: await publicAddress(config) },
  ];
}

async function configuration(config: CommandConfig, store: Store): Promise<HealthFact[]> {
  const administrator = await store.db
    .selectFrom('user')
    .select('email')
    .where('id', '=', config.adminUid)
    .executeTakeFirst();
  const isSet = (name: CommandConfig['setVariables'][number]) => config.setVariables.includes(name);
  return [
    administratorFact(administrator?.email),
    goodOr(
      config.rateLimit,
      ['RATE_LIMIT', config.rateLimit ? 'on' : 'off'],
      'bad',
      'Passwords can be guessed without limit. Remove RATE_LIMIT.',
    ),
    config.databaseUrl && !isSet('AUTH_SECRET')
      ? fact('AUTH_SECRET', 'not set', 'bad', 'Processes that share a database need the same AUTH_SECRET.')
      : fact('AUTH_SECRET', isSet('AUTH_SECRET') ? 'set' : 'in DATA_DIR', 'good'),
    config.https && config.trustedProxies.length === 0
      ? fact(
          'TRUST_PROXY',
          'not set',
          'attention',
          "Set it to the proxy's address, or all visitors count as one.",
        )
      : fact('TRUST_PROXY', config.trustedProxies.length === 0 ? 'not needed' : 'set', 'good'),
    goodOr(
      isSet('CONTACT_INBOX'),
      ['CONTACT_INBOX', isSet('CONTACT_INBOX') ? 'set' : 'not set'],
      'info',
      'Messages are in the inbox of the portal only.',
    ),
  ];
}

function administratorFact(email: string | undefined): HealthFact {
  const label = 'Administrator';
  if (email === undefined) return fact(label, 'none yet', 'bad', 'Start the portal once.');
  if (email !== defaultAdminEmail) return fact(label, 'has an address', 'good');
  return fact(
    label,
    email,
    'attention',
    'It receives no mail: npm run portal -- admin set-email you@example.org',
  );
}

async function machine({ dataDir, portalUrl }: CommandConfig): Promise<HealthFact[]> {
  return [await disk(dataDir), await dataFolder(dataDir), await clock(portalUrl)];
}

/** A folder that the portal created is its owner's; one that existed keeps its mode (docs/decisions/backups.md). */
async function dataFolder(folder: string): Promise<HealthFact> {
  const label = 'Data folder';
  const mode = (await stat(folder)).mode & 0o777;
  if ((mode & 0o077) === 0) return fact(label, "its owner's only", 'good');
  return fact(
    label,
    `open to other users (${mode.toString(8)})`,
    'attention',
    `They can list its files, though not read the database. Run chmod 700 ${folder}, unless a group needs it.`,
  );
}

async function disk(folder: string): Promise<HealthFact> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const advice = 'Without free space nothing can be saved. Remove old backups or add space.';
  const verdict = free < 100 * mebibyte ? 'bad' : 'attention';
  return goodOr(free >= 1024 * mebibyte, ['Free disk space', sizeText(free)], verdict, advice);
}

/** Compares the clock with the `Date` header of the response from the public address. */
async function clock(portalUrl: string): Promise<HealthFact> {
  const label = 'Clock';
  const answer = await fetch(`${portalUrl}/api/health`, { signal: AbortSignal.timeout(patience) }).catch(
    () => null,
  );
  const date = Date.parse(answer?.headers.get('date') ?? '');
  if (Number.isNaN(date)) return fact(label, `${new Date().toISOString()}, compared with nothing`);
  const apart = Math.round(Math.abs(Date.now() - date) / 1000);
  if (apart <= 5) return fact(label, new Date().toISOString(), 'good');
  return fact(
    label,
    `${apart} seconds off`,
    'attention',
    'Links and sessions end at the wrong time. Switch time synchronisation on.',
  );
}

async function publicAddress({ portalUrl, https }: CommandConfig): Promise<HealthFact[]> {
  const { hostname, port } = new URL(portalUrl);
  const name = hostname.replace(/^\[|\]$/g, '');
  if (!https) return [await dns(name), plain(name)];
  return [await dns(name), await certificate(name, Number(port || 443))];
}

function plain(name: string): HealthFact {
  const isLocal = name === 'localhost' || name === '::1' || name.startsWith('127.');
  if (isLocal) return fact('TLS', 'not needed: PORTAL_URL is this machine', 'info');
  return fact(
    'TLS',
    'none',
    'bad',
    'Passwords are sent unencrypted. Put a proxy with a certificate in front, and set PORTAL_URL to https.',
  );
}

async function dns(name: string): Promise<HealthFact> {
  const label = 'Name';
  if (isIP(name) !== 0) return fact(label, name, 'info');
  try {
    const { address } = await lookup(name);
    return fact(label, `${name} is ${address}`, 'good');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return fact(
      label,
      `${name}: ${code}`,
      'bad',
      'This name does not resolve. Check PORTAL_URL and the DNS record.',
    );
  }
}

async function certificate(name: string, port: number): Promise<HealthFact> {
  const label = 'TLS';
  const socket = connect({ host: name, port, servername: isIP(name) === 0 ? name : '', timeout: patience });
  socket.once('timeout', () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'secureConnect');
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / day);
    const value = `valid for ${days} more days`;
    return goodOr(days >= 14, [label, value], 'attention', 'Renew the certificate.');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fact(label, 'not valid', 'bad', `Browsers refuse the portal: ${reason.replace(/\s+/g, ' ')}.`);
  } finally {
    socket.destroy();
  }
}
