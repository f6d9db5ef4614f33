/** How the link of a submission is shown. */
export interface ProjectLink {
  href: string;
  /** 'owner/repository' for a repository on GitHub, else the address without its scheme. */
  name: string;
}

const webAddress = /^https?:\/\/(?:[^/?#@]*@)?([^/?#@]+)([^?#]*)/i;

/**
 * Names the project behind a stored link by its repository. Answers null for what is no http or https address,
 * which must not become a link.
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
