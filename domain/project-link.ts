/** How a submission's link is displayed. */
export interface ProjectLink {
  href: string;
  /** 'owner/repository' for a GitHub repository, otherwise the URL without its scheme. */
  name: string;
}

const webAddress = /^https?:\/\/(?:[^/?#@]*@)?([^/?#@]+)([^?#]*)/i;

/**
 * The display name and address of a stored link. Null for anything but an http or https URL, which must not be
 * rendered as a link.
 */
export function projectLink(stored: string): ProjectLink | null {
  const href = stored.trim();
  const [, host, path = ''] = webAddress.exec(href) ?? [];
  if (!host) return null;
  const site = host.toLowerCase().replace(/^www\./, '');
  const segments = path.split('/').filter(Boolean);
  const [owner, repository] = segments;
  const name =
    site === 'github.com' && owner && repository
      ? `${owner}/${repository.replace(/(?!^)\.git$/i, '')}`
      : [site, ...segments].join('/');
  return { href, name };
}
