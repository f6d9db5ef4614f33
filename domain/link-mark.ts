import { webAddress } from './web-address.ts';

/** Why reviewers may not be able to open a link. It is a remark for student and reviewer, and never a refusal. */
export const linkMarks = ['misspelled', 'profile', 'no-repository', 'local', 'file-share'] as const;
export type LinkMark = (typeof linkMarks)[number];

/** A project's link as it was understood, without asking its host. */
export interface UnderstoodLink {
  /** 'owner/name' for a repository of a known host, else null. */
  repository: string | null;
  host: string;
  mark: LinkMark | null;
  /** For a misspelled host: the host that was meant, and the link with it. */
  meant: { host: string; href: string } | null;
}

/** The hosts whose repositories are recognised. */
const knownHosts = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org'] as const;

/** Hosts that resemble a known one, and exist. */
const namesakes = [
  'gitea.com',
  'gitee.com',
  'github.dev',
  'github.io',
  'github.blog',
  'gitlab.io',
  'gitlab.org',
];

/** Their links open only for people with whom a file was shared. */
const fileShares = [
  'drive.google.com',
  'docs.google.com',
  'dropbox.com',
  'db.tt',
  'onedrive.live.com',
  '1drv.ms',
  'sharepoint.com',
  'box.com',
  'icloud.com',
  'mega.nz',
  'mediafire.com',
  'wetransfer.com',
  'we.tl',
];

/** Pages of known hosts with an address like that of a profile or repository. */
const ownPages = new Set([
  'about',
  'apps',
  'collections',
  'dashboard',
  'explore',
  'features',
  'login',
  'marketplace',
  'new',
  'orgs',
  'search',
  'settings',
  'signup',
  'sponsors',
  'topics',
  'trending',
  'users',
]);

/** Reads a link as far as its text tells; null for a text that is no web address. */
export function understandLink(link: string): UnderstoodLink | null {
  const url = webAddress(link);
  if (!url) return null;
  const host = plainHost(url.host);
  const known = knownHosts.find((name) => name === host);
  if (known) return { host, meant: null, ...repositoryOf(known, segmentsOf(url.pathname)) };
  const other = { repository: null, host };
  const meant = meantHost(host);
  if (meant) {
    const href = `https://${meant}${url.pathname}${url.search}${url.hash}`;
    return { ...other, mark: 'misspelled', meant: { host: meant, href } };
  }
  return { ...other, mark: markOf(host), meant: null };
}

/** The mark of a stored link; null for none, and without a link. */
export function linkMark(link: string | null): LinkMark | null {
  return link === null ? null : (understandLink(link)?.mark ?? null);
}

/** Without port, `www.` and the dot of the root. */
function plainHost(host: string): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

function repositoryOf(
  host: string,
  segments: readonly string[],
): Pick<UnderstoodLink, 'repository' | 'mark'> {
  const end = segments.indexOf('-');
  // Groups of GitLab have groups, and `-` ends the name.
  const path = host === 'gitlab.com' && end !== -1 ? segments.slice(0, end) : segments;
  const [owner, ...names] = path;
  if (owner === undefined || ownPages.has(owner.toLowerCase())) {
    return { repository: null, mark: 'no-repository' };
  }
  if (names.length === 0) return { repository: null, mark: 'profile' };
  const name = host === 'gitlab.com' ? names.join('/') : (names[0] ?? '');
  return { repository: `${owner}/${name.replace(/(?<=.)\.git$/i, '')}`, mark: null };
}

function markOf(host: string): LinkMark | null {
  if (isLocal(host)) return 'local';
  return fileShares.some((name) => host === name || host.endsWith(`.${name}`)) ? 'file-share' : null;
}

/** Whether an address leads only to the computer or network of its author. */
function isLocal(host: string): boolean {
  return (
    !host.includes('.') ||
    /\.(local|localhost|internal|lan|home)$/.test(host) ||
    /^(127|10)\.\d+\.\d+\.\d+$|^192\.168\.\d+\.\d+$|^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$|^0\.0\.0\.0$/.test(
      host,
    )
  );
}

/** Two typing errors at most. */
const furthest = 2;

function meantHost(host: string): string | null {
  if (namesakes.includes(host) || host.length > 20) return null;
  const near = knownHosts
    .map((name) => ({ name, distance: editDistance(host, name) }))
    .filter(({ distance }) => distance <= furthest)
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.name ?? null;
}

/** How many characters have to be added, left out, replaced or swapped with the next to make one text the other. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (up: number, left: number) => rows[i - up]?.[j - left] ?? 0;
      const replaced = at(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replaced, at(1, 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, at(2, 2) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** The remarks about a link, to its author while typing and to reviewers. */
export const linkTexts = {
  /** In a list, and as the name of a filter. */
  labels: {
    misspelled: 'Mistyped host',
    profile: 'Profile page',
    'no-repository': 'Not a repository',
    local: 'Only on their computer',
    'file-share': 'File share',
  } satisfies Record<LinkMark, string>,
  /** To the author. */
  toAuthor: {
    misspelled: '',
    profile: 'This is a profile page. Link to the project itself, so that reviewers know which one you mean.',
    'no-repository': 'This page isn’t a repository. Reviewers may not find your project there.',
    local: 'This address works only on your own computer. Reviewers can’t open it.',
    'file-share': 'Reviewers can open a shared file only if you let everyone with the link view it.',
  } satisfies Record<LinkMark, string>,
  /** To reviewers. */
  toReviewer: {
    misspelled: 'The address looks mistyped.',
    profile: 'This is a profile page, not a project.',
    'no-repository': 'This page isn’t a repository.',
    local: 'This address works only on the author’s computer.',
    'file-share': 'A file share opens only if its owner lets everyone with the link view it.',
  } satisfies Record<LinkMark, string>,
  didYouMean: (host: string) => `Did you mean ${host}?`,
  use: (host: string) => `Use ${host}`,
} as const;
