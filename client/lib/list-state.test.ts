import { describe, expect, it } from 'vitest';
import { memberExportQuery } from '#domain/member-list.ts';
import { listQuery, listState, writeView } from './list-state.ts';

const users = listState(memberExportQuery);
const submissions = listState(memberExportQuery, {
  defaults: { sort: 'submittedAt' },
  fixed: { submitted: true },
});

function read(search: string, state = users) {
  return state.read(new URLSearchParams(search));
}

describe('a view in an address', () => {
  it('has the defaults where the address says nothing', () => {
    expect(read('')).toEqual({ q: '', sort: 'createdAt', dir: 'desc' });
    expect(read('', submissions)).toEqual({ q: '', sort: 'submittedAt', dir: 'desc', submitted: true });
  });

  it('is read', () => {
    expect(read('q=asha&track=none&year=2&step=3&reviewed=false&graded=true&sort=fullName&dir=asc')).toEqual({
      q: 'asha',
      track: 'none',
      year: '2',
      step: '3',
      reviewed: false,
      graded: true,
      sort: 'fullName',
      dir: 'asc',
    });
  });

  it('leaves out what does not fit, and keeps the rest', () => {
    expect(read('track=cooking&year=9&q=asha&sort=shoeSize&reviewed=perhaps&page=3')).toEqual({
      q: 'asha',
      sort: 'createdAt',
      dir: 'desc',
    });
  });

  it('cannot take away what the list is of', () => {
    expect(read('submitted=false', submissions).submitted).toBe(true);
  });

  it.each(['q=asha+rao&track=web&sort=email&dir=asc', 'graded=true&reviewed=false', ''])(
    'comes back: %s',
    (search) => {
      const written = writeView(
        new URLSearchParams('year=3'),
        users,
        Object.fromEntries([['year', ''], ...new URLSearchParams(search)]),
      );
      expect(users.read(written)).toEqual(read(search));
      expect(new Set(written.keys())).toEqual(new Set(new URLSearchParams(search).keys()));
    },
  );

  it('keeps what is not the list’s own', () => {
    const written = writeView(new URLSearchParams('member=u1&track=web'), users, { track: '' });
    expect(String(written)).toBe('member=u1');
  });

  it('asks the server for all it says', () => {
    expect(Object.fromEntries(listQuery(read('q=asha&year=2', submissions)))).toEqual({
      q: 'asha',
      year: '2',
      submitted: 'true',
      sort: 'submittedAt',
      dir: 'desc',
    });
  });
});

it('tells what differs from the defaults', () => {
  expect(users.changed(read('q=asha&track=web&submitted=true&sort=createdAt'))).toEqual([
    'q',
    'track',
    'submitted',
  ]);
  expect(submissions.changed(read('reviewed=false', submissions))).toEqual(['reviewed']);
});

it('does not write a default into the address', () => {
  const written = writeView(new URLSearchParams('sort=email'), users, { sort: 'createdAt', dir: 'desc' });
  expect(String(written)).toBe('');
});
