import { withoutInvisible } from './invisible.ts';
import { limits } from './limits.ts';
import { type Forge, forges, type LinkMark, markOfHost, markOfPath, meantHost } from './link-mark.ts';
import type { WebAddress } from './url-parts.ts';
import { hasCredentials, webAddress } from './web-address.ts';

/** A project's link as far as its text tells, without asking its host. */
export interface ProjectLink {
  href: string;
  /** 'owner/repository' for a repository on GitHub, else host and path: always the host that a click leads to. */
  name: string;
  /** Without port, `www.` and the dot of the root. */
  host: string;
  /** 'owner/name' for a repository of a known forge, else null. */
  repository: string | null;
  /** The repository's address in one spelling, and otherwise host and path. */
  key: string;
  mark: LinkMark | null;
  /** For a misspelled host: the host that was meant, and the link with it. */
  meant: { host: string; href: string } | null;
}

/** Longer than any repository's name; an index entry must stay short. */
const longestKey = 200;

/** Null for anything but an http or https URL, which must not be rendered as a link. */
export function projectLink(stored: string): ProjectLink | null {
  const url = webAddress(stored);
  if (!url) return null;
  const site = url.host.replace(/^www\./, '');
  const [host, port] = plainHost(site);
  const forge = forges.find((name) => name === host);
  const segments = url.pathname.split('/').map(decoded).filter(Boolean);
  const { owner, name, mark } = forge ? repositoryOn(forge, segments) : { mark: markOfHost(host) };
  const repository = owner && name && !mark ? `${owner}/${name}` : null;
  const shown = repository ?? url.pathname.split('/').filter(Boolean).join('/');
  const meant = forge ? null : meantHost(host);
  return {
    href: url.href,
    name: repository && site === 'github.com' ? repository : [site, shown].filter(Boolean).join('/'),
    host,
    repository,
    key: keyOf([host + port, repository ?? segments.join('/')].filter(Boolean).join('/')),
    mark: meant ? 'misspelled' : mark,
    meant: meant && { host: meant, href: `https://${meant}${url.pathname}${url.search}${url.hash}` },
  };
}

/** The identity of the repository behind a stored link; empty for no address. */
export function repositoryKey(stored: string | null): string {
  return (stored === null ? null : projectLink(stored)?.key) ?? '';
}

/** The mark of a stored link; null for none, and without a link. */
export function linkMark(stored: string | null): LinkMark | null {
  return (stored === null ? null : projectLink(stored)?.mark) ?? null;
}

function plainHost(typed: string): [host: string, port: string] {
  const [, host = '', port = ''] = /^(?:www\.)?(.*?)\.?(:\d+)?$/.exec(typed) ?? [];
  return [host, port];
}

/** A segment of a path without encoding and surrounding spaces; as it is if it decodes to no text. */
function decoded(segment: string): string {
  try {
    return withoutInvisible(decodeURIComponent(segment)).trim();
  } catch {
    return segment;
  }
}

function repositoryOn(forge: Forge, segments: readonly string[]) {
  const end = segments.indexOf('-');
  // Groups of GitLab have groups, and `-` ends the name.
  const path = forge !== 'gitlab.com' ? segments.slice(0, 2) : end === -1 ? segments : segments.slice(0, end);
  const [owner, ...names] = path;
  const name = names.length === 0 ? undefined : withoutGitSuffix(names.join('/'));
  return { owner, name, mark: markOfPath(owner, name) };
}

function keyOf(text: string): string {
  return withoutGitSuffix(text).normalize('NFC').toLowerCase().slice(0, longestKey).toWellFormed();
}

function withoutGitSuffix(repository: string): string {
  return repository.replace(/(?<=[^/])\.git$/i, '');
}

/** A host with a dot, then a port, a path, or nothing: an address that lacks only its scheme. */
const hostFirst = /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/;

/** Puts https:// before a link that was typed without a scheme; any other text stays as it is. */
export function withScheme(typed: string): string {
  const text = withoutInvisible(typed).trim();
  if (text.length > limits.url || !hostFirst.test(text)) return typed;
  return `https://${text}`;
}

/** Search engines, apps and mail filters that put their own address around a link, and the parameter that holds it. */
const wrappers: readonly [host: RegExp, parameters: string[]][] = [
  [/^google(\.[a-z]{2,3}){1,2}$/, ['q', 'url']],
  [/^(.+\.)?safelinks\.protection\.outlook\.com$/, ['url']],
  [/^(l|lm)\.(facebook|messenger)\.com$|^l\.(instagram|threads)\.(com|net)$|^l\.wl\.co$/, ['u']],
  [/^youtube\.com$/, ['q']],
  [/^linkedin\.com$|^slack-redir\.net$|^out\.reddit\.com$/, ['url']],
  [/^duckduckgo\.com$/, ['uddg']],
];

/** Of a forge, whose pages open without it. Elsewhere a preview may need it. */
const tokenParameter = /(?<=[?&])(?:access|private|oauth)_token=[^&#]*&?/gi;

/**
 * A link as it is stored: without invisible characters, what an app or a mail filter put around it, and the password or
 * token of its author. A text that is no address stays as it is, to be refused.
 */
export function cleanLink(typed: string): string {
  let text = withoutInvisible(typed).trim();
  // An app may wrap what a mail filter has wrapped.
  for (let wraps = 0; wraps < 3; wraps += 1) {
    const url = webAddress(text);
    const inner = url && unwrapped(url);
    if (!inner || !webAddress(inner)) break;
    text = withoutInvisible(inner).trim();
  }
  if (hasCredentials(text)) text = webAddress(text)?.href ?? text;
  const [host] = plainHost(webAddress(text)?.host ?? '');
  const rest = forges.some((name) => name === host) ? text.replace(tokenParameter, '') : text;
  return rest === text ? text : rest.replace(/[?&](?=#|$)/, '');
}

function unwrapped({ host: typedHost, pathname, search, searchParams: query }: WebAddress): string | null {
  const [host] = plainHost(typedHost);
  if (host === 'urldefense.com') return /^\/v3\/__([^*]+?)__;/.exec(`${pathname}${search}`)?.[1] ?? null;
  if (host === 'urldefense.proofpoint.com') {
    const encoded = query.get('u')?.replaceAll('-', '%').replaceAll('_', '/');
    return encoded ? decoded(encoded) : null;
  }
  const [, parameters = []] = wrappers.find(([pattern]) => pattern.test(host)) ?? [];
  return parameters.map((name) => query.get(name)).find((inner) => inner !== null) ?? null;
}
