import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Health, HealthFact } from '#domain/diagnostics.ts';
import type { CommandConfig } from '#server/config/config.ts';
import { defaultAdminEmail } from '#server/config/config-variables.ts';
import type { Store } from '#server/store/open.ts';
import { readState } from '#server/store/portal-state.ts';
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
    { title: 'Public address', facts: await publicAddress(config, store) },
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

async function publicAddress({ portalUrl, https }: CommandConfig, { db }: Store): Promise<HealthFact[]> {
  const { hostname, port } = new URL(portalUrl);
  const name = hostname.replace(/^\[|\]$/g, '');
  const encryption = https ? await certificate(name, Number(port || 443)) : plain(name);
  const isAsked = https ? encryption.verdict !== 'bad' : encryption.verdict !== 'info';
  const jumped = (await readState(db, 'clock'))?.jumpedAt;
  return [
    encryption,
    ...(isAsked ? await throughProxy(portalUrl) : []),
    ...(jumped ? [fact('Clock', `jumped to ${jumped}`, 'bad', wrongClock)] : []),
  ];
}

const wrongClock = 'One of the clocks is wrong. Let time servers set them (timedatectl set-ntp true).';

/** Fetches what a browser would. A difference of a minute in time is no fault of the network. */
async function throughProxy(portalUrl: string): Promise<HealthFact[]> {
  const label = 'Portal';
  try {
    const signal = AbortSignal.timeout(patience);
    const answer = await fetch(`${portalUrl}/api/health`, { redirect: 'manual', signal });
    const text = await answer.text();
    const { status, headers } = answer;
    if ([502, 503, 504].includes(status))
      return [
        fact(
          label,
          `down (${status})`,
          'bad',
          'The proxy does not reach it: see that it runs, and its port in the settings of the proxy.',
        ),
      ];
    if (!/^{"status":"up"}$/.test(text))
      return [
        fact(
          label,
          `another program responds (${status})`,
          'bad',
          'PORTAL_URL or the settings of the proxy lead elsewhere.',
        ),
      ];
    const apart = Math.round(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now()) / 1000);
    return [
      goodOr(
        headers.has('content-security-policy'),
        [
          label,
          headers.has('content-security-policy') ? 'responds' : 'responds without its security headers',
        ],
        'bad',
        'The proxy removes headers: let it pass all of them on.',
      ),
      goodOr(
        !(apart > 60),
        ['Clock', apart > 60 ? `${apart} s from that of the proxy` : 'as that of the proxy'],
        'bad',
        wrongClock,
      ),
    ];
  } catch (error) {
    return [fact(label, 'no response', 'bad', `Browsers cannot fetch a page: ${reasonOf(error)}.`)];
  }
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
    const reason = reasonOf(error);
    // Before TLS begins.
    if (/^(ENOTFOUND|EAI_AGAIN)$/.test(reason))
      return fact('Host name', 'not found', 'bad', `The name service does not know ${name}: see PORTAL_URL.`);
    if (networkCodes.test(reason) || reason === 'no answer')
      return fact(
        'Proxy',
        'no response',
        'bad',
        `${name}:${port} does not respond: see that the proxy runs, and any firewall.`,
      );
    return fact(label, 'not valid', 'bad', `Browsers refuse the portal: ${reason}.`);
  } finally {
    socket.destroy();
  }
}

const networkCodes = /^(ENOTFOUND|EAI_AGAIN|ECONN(REFUSED|RESET)|E(TIMEDOUT|HOSTUNREACH|NETUNREACH))$/;

/** The code of a network error, or the words of another one. */
function reasonOf(error: unknown): string {
  const { cause, code, message } = error as Error & { code?: string | number };
  if (cause instanceof Error) return reasonOf(cause);
  return networkCodes.test(String(code)) ? String(code) : message.replace(/\s+/g, ' ');
}
