import { describe, expect, it } from 'vitest';
import { editDistance } from './link-mark.ts';
import { linkMark, projectLink } from './project-link.ts';

describe('the mark of a project link', () => {
  it.each([
    ['https://github.com/asha/notes', 'asha/notes'],
    ['https://www.github.com/Asha/Notes.git', 'Asha/Notes'],
    ['https://github.com./asha/notes/tree/main?tab=readme', 'asha/notes'],
    ['http://gitlab.com/club/group/notes/-/tree/main', 'club/group/notes'],
    ['https://bitbucket.org/asha/notes', 'asha/notes'],
    ['https://codeberg.org/asha/notes', 'asha/notes'],
  ])('names the repository of %s', (link, repository) => {
    expect(projectLink(link)).toMatchObject({ repository, mark: null, meant: null });
  });

  it.each([
    ['https://gihtub.com/asha/notes?x=1#top', 'https://github.com/asha/notes?x=1#top'],
    ['https://githib.com/asha/notes', 'https://github.com/asha/notes'],
    ['https://www.github.con/asha/notes', 'https://github.com/asha/notes'],
    ['https://github.co/asha/notes', 'https://github.com/asha/notes'],
    ['https://githubcom/asha/notes', 'https://github.com/asha/notes'],
    ['https://gitlab.con/asha/notes', 'https://gitlab.com/asha/notes'],
    ['https://bitbuket.org/asha/notes', 'https://bitbucket.org/asha/notes'],
  ])('asks about the host of %s', (link, href) => {
    const host = new URL(href).host;
    expect(projectLink(link)).toMatchObject({ mark: 'misspelled', meant: { host, href } });
  });

  it.each([
    ['https://github.com/asha', 'profile'],
    ['https://github.com/asha/', 'profile'],
    ['https://gitlab.com/asha/-/activity', 'profile'],
    ['https://github.com', 'no-repository'],
    ['https://github.com/topics/react', 'no-repository'],
    ['http://localhost:5173', 'local'],
    ['http://127.0.0.1:3000/app', 'local'],
    ['http://192.168.1.7/', 'local'],
    ...[16, 20, 31].map((part) => [`http://172.${part}.0.2`, 'local']),
    ['http://raspberry.local/notes', 'local'],
    ['https://drive.google.com/file/d/abc', 'file-share'],
    ['https://www.dropbox.com/s/abc', 'file-share'],
    ['https://club.sharepoint.com/x', 'file-share'],
    ['https://colab.research.google.com/drive/1abc', 'file-share'],
    ['https://t.co/abc', 'redirect'],
    ['https://urldefense.com/v3/__https://github.com/a*b__;!!x', 'redirect'],
    ['https://github.com/asha/notes)', 'no-repository'],
    ['https://github.com/asha/notes\u0964', 'no-repository'],
    ['https://github.com/asha/notes%E2%80%8D', 'no-repository'],
  ])('marks %s as %s', (link, mark) => {
    expect(projectLink(link)).toMatchObject({ repository: null, mark, meant: null });
  });

  it.each([
    'https://asha.github.io/notes',
    'https://github.io/notes',
    'https://gitea.com/asha/notes',
    'https://gist.github.com/asha/abc',
    'https://notes.example.org/',
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://dropbox.com.example.org/',
    'https://xbox.com/notes',
  ])('says nothing about %s', (link) => {
    expect(linkMark(link)).toBeNull();
  });

  it('understands nothing of a text that is no web address', () => {
    for (const text of ['', 'my project', 'javascript:alert(1)', 'github.com/asha/notes'])
      expect(projectLink(text)).toBeNull();
    expect(linkMark(null)).toBeNull();
  });
});

it.each([
  ['', '', 0],
  ['abc', '', 3],
  ['github', 'gihtub', 1],
  ['github', 'githb', 1],
  ['github', 'gitlab', 2],
  ['abcd', 'badc', 2],
])('the distance of %j and %j is %i', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});
