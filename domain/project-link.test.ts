import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectUrl } from './contact-form.ts';
import { projectLink } from './project-link.ts';

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
    expect(projectLink(link)).toEqual({ href: link, name });
  });

  it.each([
    'https://github.com@example.org/asha/project',
    'https://github.com:443@example.org/asha/project',
    'https://example.org/github.com/asha',
    'https://github.com.example.org/asha/project',
  ])('does not treat %s as a GitHub repository', (link) => {
    expect(projectLink(link)?.name).toMatch(/example\.org/);
  });

  it.each([
    'javascript:alert(1)',
    'javascript://example.org/%0Aalert(1)',
    'ftp://example.org/project',
    'x://example.org/project',
    'xhttps://example.org/project',
    'see https://example.org/project',
    'x:\nhttps://example.org/project',
    'data:text/html,x',
    '/asha/project',
    'asha/project',
    'https://',
    '',
  ])('makes no link from %j', (text) => {
    expect(projectLink(text)).toBeNull();
  });

  it('has a name for every link that the contact form accepts', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        fc.pre(projectUrl.safeParse(url).success);
        const link = projectLink(url);
        expect(link?.href).toBe(url);
        expect(link?.name).not.toBe('');
      }),
    );
  });
});
