import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Health, HealthFact } from '#domain/diagnostics.ts';
import type { CommandConfig } from '#server/config.ts';
import { defaultAdminEmail } from '#server/config-variables.ts';
import type { Store } from '#server/store/open.ts';
import { fact, goodOr, sizeText } from './health-facts.ts';

const mebibyte = 1024 * 1024;
const day = 24 * 60 * 60 * 1000;
/** The time-out of the connection to the public address, in milliseconds. */
const patience = 5_000;

/** Examines the settings and the machine, which `check` does not. */
export async function examine(config: CommandConfig, store: Store): Promise<Health['groups']> {
  return [
    { title: 'Configuration', facts: await configuration(config, store) },
    { title: 'Machine', facts: [...(await disk(config.dataDir)), ...(await dataFolder(config.dataDir))] },
    { title: 'Public address', facts: [await publicAddress(config)] },
  ];
}

async function configuration(config: CommandConfig, store: Store): Promise<HealthFact[]> {
  const administrator = await store.db
    .selectFrom('user')
    .select('email')
    .where('id', '=', config.adminUid)
    .executeTakeFirst();
  const hasSecret = config.setVariables.includes('AUTH_SECRET');
  const hasProxies = config.trustedProxies.length > 0;
  return [
    administrator
      ? goodOr(
          administrator.email !== defaultAdminEmail,
          ['Administrator', administrator.email === defaultAdminEmail ? defaultAdminEmail : 'has an address'],
          'attention',
          'It receives no email: npm run portal -- admin set-email you@example.org',
        )
      : fact('Administrator', 'none yet', 'bad', 'Start the portal once.'),
    goodOr(
      config.rateLimit,
      ['RATE_LIMIT', config.rateLimit ? 'on' : 'off'],
      'bad',
      'Passwords can be guessed without limit. Remove RATE_LIMIT.',
    ),
    goodOr(
      hasSecret || !config.databaseUrl,
      ['AUTH_SECRET', hasSecret ? 'set' : config.databaseUrl ? 'not set' : 'in DATA_DIR'],
      'bad',
      'Processes that share a database need the same AUTH_SECRET.',
    ),
    goodOr(
      hasProxies || !config.https,
      ['TRUST_PROXY', hasProxies ? 'set' : config.https ? 'not set' : 'not needed'],
      'attention',
      "Set it to the proxy's address, or all visitors count as one.",
    ),
  ];
}

/** A folder that the portal created is its owner's; one that existed keeps its mode (docs/decisions/backups.md). */
async function dataFolder(folder: string): Promise<HealthFact[]> {
  if (!existsSync(folder)) return [];
  const mode = (await stat(folder)).mode & 0o777;
  const isPrivate = (mode & 0o077) === 0;
  return [
    goodOr(
      isPrivate,
      ['Data folder', isPrivate ? "its owner's only" : `open to other users (${mode.toString(8)})`],
      'attention',
      `They can list its files, though not read the database. Run chmod 700 ${folder}, unless a group needs it.`,
    ),
  ];
}

/** Free space in DATA_DIR; empty if there is none, as beside PostgreSQL. */
export async function disk(folder: string): Promise<HealthFact[]> {
  if (!existsSync(folder)) return [];
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const advice = 'Without free space nothing can be saved. Remove old backups or add space.';
  const verdict = free < 100 * mebibyte ? 'bad' : 'attention';
  return [goodOr(free >= 1024 * mebibyte, ['Free disk space', sizeText(free)], verdict, advice)];
}

async function publicAddress({ portalUrl, https }: CommandConfig): Promise<HealthFact> {
  const { hostname, port } = new URL(portalUrl);
  const name = hostname.replace(/^\[|\]$/g, '');
  return https ? await certificate(name, Number(port || 443)) : plain(name);
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
