/** Why reviewers may not be able to open a link. It is a remark for student and reviewer, and never a refusal. */
export const linkMarks = [
  'misspelled',
  'profile',
  'no-repository',
  'local',
  'file-share',
  'redirect',
] as const;
export type LinkMark = (typeof linkMarks)[number];

/** The forges whose repositories are recognised. */
export const forges = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org'] as const;
export type Forge = (typeof forges)[number];

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
  'colab.research.google.com',
];

/** Their addresses lead elsewhere, and only they know where. */
const redirects = [
  ...['t.co', 'bit.ly', 'tinyurl.com', 'lnkd.in', 'goo.gl', 'is.gd', 'cutt.ly', 'rb.gy', 'ow.ly', 'tiny.cc'],
  ...[
    'share.google',
    'search.app',
    'urldefense.com',
    'urldefense.proofpoint.com',
    'safelinks.protection.outlook.com',
  ],
];

/** Pages of known hosts with an address like that of a profile or repository. */
const ownPages = new Set([
  'about',
  'apps',
  'codespaces',
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

/** The mark of a path on a forge; null for a repository. */
export function markOfPath(owner: string | undefined, name: string | undefined): LinkMark | null {
  if (owner === undefined || ownPages.has(owner.toLowerCase())) return 'no-repository';
  if (name === undefined) return 'profile';
  return /^[\w.~-]+$/.test(owner) && /^[\w.~/-]+$/.test(name) ? null : 'no-repository';
}

export function markOfHost(host: string): LinkMark | null {
  const isOneOf = (names: readonly string[]) =>
    names.some((name) => host === name || host.endsWith(`.${name}`));
  if (isLocal(host)) return 'local';
  if (isOneOf(redirects)) return 'redirect';
  return isOneOf(fileShares) ? 'file-share' : null;
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

/** The forge whose name was mistyped, or null. */
export function meantHost(host: string): Forge | null {
  if (namesakes.includes(host) || host.length > 20) return null;
  const near = forges
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
    redirect: 'Redirect',
  } satisfies Record<LinkMark, string>,
  /** To the author. */
  toAuthor: {
    misspelled: '',
    profile: 'This is a profile page. Link to the project itself, so that reviewers know which one you mean.',
    'no-repository': 'This page isn’t a repository. Reviewers may not find your project there.',
    local: 'This address works only on your own computer. Reviewers can’t open it.',
    'file-share': 'Reviewers can open a shared file only if you let everyone with the link view it.',
    redirect: 'This address only leads to another one. Open it, and copy the address of the project itself.',
  } satisfies Record<LinkMark, string>,
  /** To reviewers. */
  toReviewer: {
    misspelled: 'The address looks mistyped.',
    profile: 'This is a profile page, not a project.',
    'no-repository': 'This page isn’t a repository.',
    local: 'This address works only on the author’s computer.',
    'file-share': 'A file share opens only if its owner lets everyone with the link view it.',
    redirect: 'This address leads to another one, which it doesn’t show.',
  } satisfies Record<LinkMark, string>,
  didYouMean: (host: string) => `Did you mean ${host}?`,
  use: (host: string) => `Use ${host}`,
  credentials:
    'The part before the @ isn’t sent. If it is a password or token that others may have seen, revoke it.',
} as const;
