import { limits } from './limits.ts';
import { webAddress } from './web-address.ts';

/** How a submission's link is displayed. */
export interface ProjectLink {
  href: string;
  /** 'owner/repository' for a repository on GitHub, else host and path: always the host that a click leads to. */
  name: string;
}

/**
 * The display name and address of a stored link. Null for anything but an http or https URL, which must not be
 * rendered as a link.
 */
export function projectLink(stored: string): ProjectLink | null {
  const url = webAddress(stored);
  if (!url) return null;
  const site = url.host.startsWith('www.') ? url.host.slice('www.'.length) : url.host;
  const segments = url.pathname.split('/').filter(Boolean);
  const [owner, repository] = segments;
  const name =
    site === 'github.com' && owner && repository
      ? `${owner}/${withoutGitSuffix(repository)}`
      : [site, ...segments].join('/');
  return { href: url.href, name };
}

/** Longer than any repository's name; an index entry must stay short. */
const longestKey = 200;

/**
 * The same text for every spelling of a repository's address: host and path, decoded and in lower case. Empty for no address.
 */
export function repositoryKey(stored: string | null): string {
  const url = stored === null ? null : webAddress(stored);
  if (!url) return '';
  // A host may end with the dot of the root.
  const site = url.host.replace(/^www\./, '').replace(/\.(?=:|$)/, '');
  const segments = url.pathname.split('/').map(decoded).filter(Boolean);
  const path = site === 'github.com' ? segments.slice(0, 2) : segments;
  return withoutGitSuffix([site, ...path].join('/'))
    .normalize('NFC')
    .toLowerCase()
    .slice(0, longestKey)
    .toWellFormed();
}

/** A segment of a path without encoding and surrounding spaces; as it is if it decodes to no text. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment;
  }
}

function withoutGitSuffix(repository: string): string {
  const suffix = '.git';
  return repository.length > suffix.length && repository.toLowerCase().endsWith(suffix)
    ? repository.slice(0, -suffix.length)
    : repository;
}

/** A host with a dot, then a port, a path, or nothing: an address that lacks only its scheme. */
const hostFirst = /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/;

/** Puts https:// before a link that was typed without a scheme; any other text stays as it is. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  if (text.length > limits.url || !hostFirst.test(text)) return typed;
  return `https://${text}`;
}
