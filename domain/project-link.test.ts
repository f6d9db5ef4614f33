import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectLink, repositoryKey, withScheme } from './project-link.ts';

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
    expect(projectLink(link)).toEqual({ href: new URL(link).href, name });
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
    ['https://github.com/dup%ff/one', 'github.com/dup%ff/one'],
    ['https://example.edu/caf%C3%A9', 'example.edu/café'],
    ['https://example.edu/cafe%CC%81', 'example.edu/café'],
    ['javascript:alert(1)', ''],
    [null, ''],
  ])('of %s is %s', (link, key) => {
    expect(repositoryKey(link)).toBe(key);
  });
});
