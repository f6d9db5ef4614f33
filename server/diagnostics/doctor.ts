import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getByTls } from 'node:https';
import { TLSSocket } from 'node:tls';
import type { Health, HealthFact } from '#domain/diagnostics.ts';
import type { CommandConfig } from '#server/config/config.ts';
import type { Store } from '#server/store/open.ts';
import { readState } from '#server/store/portal-state.ts';
import { fact, goodOr } from './health-facts.ts';

const day = 24 * 60 * 60 * 1000;
/** The time-out of the connection to the public address, in milliseconds. */
const longestWait = 5_000;

/** Examines the settings and the machine, which `check` does not. */
export async function examine(config: CommandConfig, store: Store): Promise<Health['groups']> {
  return [
    { title: 'Configuration', facts: configuration(config) },
    { title: 'Machine', facts: await dataFolder(config.dataDir) },
    { title: 'Public address', facts: await publicAddress(config, store) },
  ];
}

/** The address of the administrator and the limits are the matter of each start, which says what is wrong with them. */
function configuration(config: CommandConfig): HealthFact[] {
  const hasSecret = config.setVariables.includes('AUTH_SECRET');
  const hasProxies = config.trustedProxies.length > 0;
  return [
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

async function publicAddress({ portalUrl, https }: CommandConfig, { db }: Store): Promise<HealthFact[]> {
  const { hostname } = new URL(portalUrl);
  const isLocal = /^(localhost|\[::1\]|127\..*)$/.test(hostname);
  const jumped = (await readState(db, 'clock'))?.jumpedAt;
  return [
    ...(https ? [] : [withoutTls(isLocal)]),
    ...(https || !isLocal ? await fetchPortal(portalUrl) : []),
    ...(jumped ? [fact('Clock', `jumped to ${jumped}`, 'bad', wrongClock)] : []),
  ];
}

const wrongClock = 'One of the clocks is wrong. Let time servers set them (timedatectl set-ntp true).';

function withoutTls(isLocal: boolean): HealthFact {
  if (isLocal) return fact('TLS', 'not needed: PORTAL_URL is this machine', 'info');
  const advice =
    'Passwords are sent unencrypted. Put a proxy with a certificate in front, and set PORTAL_URL to https.';
  return fact('TLS', 'none', 'bad', advice);
}

/** Fetches what a browser would, through the proxy. */
async function fetchPortal(portalUrl: string): Promise<HealthFact[]> {
  const url = new URL('/api/health', portalUrl);
  try {
    const get = url.protocol === 'https:' ? getByTls : getPlain;
    // Without an agent, the connection ends with the response.
    const request = get(url, { agent: false, signal: AbortSignal.timeout(longestWait) });
    const answer: IncomingMessage = (await once(request, 'response'))[0];
    const certified = answer.socket instanceof TLSSocket ? [certificate(answer.socket)] : [];
    const text = (await answer.setEncoding('utf8').toArray()).join('');
    return [...certified, ...responseFacts(answer, text)];
  } catch (error) {
    return [unreachable(url, error)];
  }
}

function certificate(socket: TLSSocket): HealthFact {
  const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / day);
  return goodOr(days >= 14, ['TLS', `valid for ${days} more days`], 'attention', 'Renew the certificate.');
}

function responseFacts({ statusCode: status = 0, headers }: IncomingMessage, text: string): HealthFact[] {
  const portal = (value: string, advice: string) => fact('Portal', value, 'bad', advice);
  if ([502, 503, 504].includes(status)) {
    const advice =
      'The proxy does not reach it: see that it runs, and its port in the settings of the proxy.';
    return [portal(`down (${status})`, advice)];
  }
  if (!text.startsWith('{"status":"up"')) {
    const advice = 'PORTAL_URL or the settings of the proxy lead elsewhere.';
    return [portal(`another program responds (${status})`, advice)];
  }
  // A difference of a minute in time is no fault of the network.
  const apart = Math.round(Math.abs(Date.parse(headers.date ?? '') - Date.now()) / 1000);
  return [
    headers['content-security-policy']
      ? fact('Portal', 'responds', 'good')
      : portal(
          'responds without its security headers',
          'The proxy removes headers: let it pass all of them on.',
        ),
    apart > 60
      ? fact('Clock', `${apart} s from that of the proxy`, 'bad', wrongClock)
      : fact('Clock', 'as that of the proxy', 'good'),
  ];
}

function unreachable({ host, hostname }: URL, error: unknown): HealthFact {
  const { name, code = '', message } = error as Error & { code?: string };
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) {
    const advice = `The name service does not know ${hostname}: see PORTAL_URL.`;
    return fact('Host name', 'not found', 'bad', advice);
  }
  if (name === 'AbortError' || /^E(CONN(REFUSED|RESET)|TIMEDOUT|HOSTUNREACH|NETUNREACH)$/.test(code)) {
    const advice = `${host} does not respond: see that the proxy runs, and any firewall.`;
    return fact('Proxy', 'no response', 'bad', advice);
  }
  return fact('TLS', 'not valid', 'bad', `Browsers refuse the portal: ${message.replace(/\s+/g, ' ')}.`);
}
