import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLink, projectLink, repositoryKey, withScheme } from './project-link.ts';

describe('withScheme', () => {
  it.each([
    ['github.com/asha/events-board', 'https://github.com/asha/events-board'],
    ['  www.github.com/asha ', 'https://www.github.com/asha'],
    ['example.edu:8080/~asha?tab=1#top', 'https://example.edu:8080/~asha?tab=1#top'],
  ])('puts https:// before %s', (typed, link) => {
    expect(withScheme(typed)).toBe(link);
    expect(withScheme(link)).toBe(link);
  });

  it.each([
    '',
    ' ',
    'http://github.com/asha',
    'HTTPS://github.com/asha',
    'javascript:alert(1)',
    'git@github.com:asha/events-board.git',
    'mailto:asha@students.example',
    'my project',
    'project',
    '.com',
    'a..b',
    `${'a.'.repeat(2_000)}com`,
  ])('leaves %j as it is', (typed) => {
    expect(withScheme(typed)).toBe(typed);
  });
});

describe('projectLink', () => {
  it.each([
    ['https://github.com/asha/events-board', 'asha/events-board'],
    ['https://github.com/asha/events-board/', 'asha/events-board'],
    ['https://github.com/asha/events-board.git', 'asha/events-board'],
    ['https://www.github.com/asha/events-board', 'asha/events-board'],
    ['HTTPS://GitHub.com/Asha/Events-Board', 'Asha/Events-Board'],
    ['https://github.com/asha/events-board/tree/main/src?tab=readme#top', 'asha/events-board'],
    ['http://github.com/asha/.git', 'asha/.git'],
    ['https://github.com/asha', 'github.com/asha'],
    ['https://github.com', 'github.com'],
    ['https://gitlab.com/club/group/project', 'gitlab.com/club/group/project'],
    ['https://example.edu:8080/~asha/', 'example.edu:8080/~asha'],
  ])('names %s as %s', (link, name) => {
    expect(projectLink(link)).toMatchObject({ href: new URL(link).href, name });
  });

  it.each([
    'https://github.com@example.org/asha/project',
    'https://github.com:443@example.org/asha/project',
    'https://example.org/github.com/asha',
    'https://github.com.example.org/asha/project',
    'https://example.org\\@github.com/asha/project',
    'https://example.org\\.github.com/asha/project',
    'https://github.com\\@github.com:x@example.org/asha/project',
  ])('does not take %s for a repository on GitHub', (link) => {
    expect(projectLink(link)?.name).toMatch(/example\.org/);
  });

  it.each([
    ...['javascript:alert(1)', 'data:text/html,x', '/asha/project', 'asha/project', 'https://', ''],
    ...[
      'x://github.com/asha/project',
      'javascript://github.com/asha/project',
      'ftp://github.com/asha/project',
      'xhttps://example.org/project',
      'see https://example.org/project',
      'x:\nhttps://example.org/project',
    ],
    ...['https:github.com/asha/project', 'https:/github.com/asha/project'],
  ])('makes no link of %j', (text) => {
    expect(projectLink(text)).toBeNull();
  });

  it('shows the host that a click leads to, or a repository on GitHub', () => {
    const part = fc.constantFrom('github.com', 'evil.example', 'asha', '\t', '%2f', ...'\\/@:.?#');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        const link = projectLink(`https://${parts.join('')}`);
        if (!link) return;
        const { host } = new URL(link.href);
        const isRepository = host === 'github.com' && /^[^/]+\/[^/]+$/.test(link.name);
        expect(isRepository || link.name.startsWith(host), `${link.href} as ${link.name}`).toBe(true);
      }),
    );
  });
});

describe('repositoryKey', () => {
  it.each([
    'https://github.com/Dup/One',
    'http://www.github.com/dup/one.git',
    'https://github.com./dup/one',
    'https://www.github.com.:443/dup/one/',
    'https://github.com/%64up/one',
    'https://github.com/%44up/o%6Ee.git',
    'https://github.com/dup/one%20',
    'https://github.com/dup/one.git%20',
    'https://github.com/%20dup/%20one%09/tree/main',
    'https://github.com//dup/one?tab=readme#top',
    'https://github.com/./dup/%2e/one',
    'https://user@github.com/dup/one',
  ])('is the same for %s', (link) => {
    expect(repositoryKey(link)).toBe('github.com/dup/one');
  });

  it.each([
    ['https://github.com/dup/two', 'github.com/dup/two'],
    ['https://github.com.example/dup/one', 'github.com.example/dup/one'],
    ['https://gitlab.com./%64up/one.git', 'gitlab.com/dup/one'],
    ['https://gitlab.com/Dup/group/one/-/tree/main', 'gitlab.com/dup/group/one'],
    ['https://bitbucket.org/dup/one/src/main/README.md', 'bitbucket.org/dup/one'],
    ['https://user@bitbucket.org/dup/one.git', 'bitbucket.org/dup/one'],
    ['https://codeberg.org/dup/one/src/branch/main?x=1', 'codeberg.org/dup/one'],
    ['https://github.com/dup/one%E2%80%8B', 'github.com/dup/one'],
    ['https://github.com/dup%ff/one', 'github.com/dup%ff/one'],
    ['https://example.edu/caf%C3%A9', 'example.edu/café'],
    ['https://example.edu/cafe%CC%81', 'example.edu/café'],
    ['javascript:alert(1)', ''],
    [null, ''],
  ])('of %s is %s', (link, key) => {
    expect(repositoryKey(link)).toBe(key);
  });
});

describe('a link as it is stored', () => {
  const plain = 'https://github.com/asha/notes';

  it.each([
    plain,
    'Https://GitHub.com/asha/notes',
    'https://a.example/?q=https://b.example',
    'my project',
    '',
  ])('is %j as typed', (typed) => {
    expect(cleanLink(typed)).toBe(typed);
  });

  it.each(['\u200b', '\u200e', '\ufeff', '\u2060', '\u202c', '\u00ad'])(
    'has no invisible character: %j',
    (sign) => {
      expect(cleanLink(`${sign}https://github.com/as${sign}ha/notes${sign}`)).toBe(plain);
    },
  );

  it.each(['ghp_Ab3', 'asha', 'x:ghp_Ab3', ':ghp_Ab3', 'a%40b:c', 'a@b'])(
    'has no credentials: %s',
    (before) => {
      expect(cleanLink(`https://${before}@github.com/asha/notes`)).toBe(plain);
      expect(cleanLink(`HTTPS:///${before}@github.com/asha/notes`)).toBe(plain);
    },
  );

  it('has no token in its query at a forge, where nothing needs it', () => {
    for (const query of ['?access_token=ghp_1', '?PRIVATE_TOKEN=glpat-1&oauth_token=2'])
      expect(cleanLink(`${plain}${query}`)).toBe(plain);
    expect(cleanLink(`${plain}?tab=readme&access_token=ghp_1#usage`)).toBe(`${plain}?tab=readme#usage`);
    for (const kept of ['https://demo.example/?access_token=x', `${plain}?tab=token`])
      expect(cleanLink(kept)).toBe(kept);
  });

  it.each([
    'https://www.google.com/url?sa=t&url=https%3A%2F%2Fgithub.com%2Fasha%2Fnotes&usg=x',
    'https://www.google.co.in/url?q=https://github.com/asha/notes&sa=D',
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fgithub.com%2Fasha%2Fnotes&data=05',
    'https://urldefense.com/v3/__https://github.com/asha/notes__;!!abc!def$',
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__github.com_asha_notes&d=x',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fgithub.com%2Fasha%2Fnotes&h=x',
    'https://l.instagram.com/?u=https%3A%2F%2Fgithub.com%2Fasha%2Fnotes&e=x',
    'https://www.youtube.com/redirect?q=https%3A%2F%2Fx%3Aghp_1%40github.com%2Fasha%2Fnotes',
    `https://www.google.com/url?q=${encodeURIComponent('https://l.facebook.com/l.php?u=https%3A%2F%2Fgithub.com%2Fasha%2Fnotes')}`,
  ])('has no wrapper: %s', (wrapped) => {
    expect(cleanLink(wrapped)).toBe(plain);
  });

  it('keeps a wrapper around anything else', () => {
    for (const wrapped of ['https://google.com/url?q=javascript:alert(1)', 'https://google.com/url?q=x'])
      expect(cleanLink(wrapped)).toBe(wrapped);
  });
});
