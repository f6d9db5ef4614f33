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

function withoutGitSuffix(repository: string): string {
  const suffix = '.git';
  return repository.length > suffix.length && repository.toLowerCase().endsWith(suffix)
    ? repository.slice(0, -suffix.length)
    : repository;
}
