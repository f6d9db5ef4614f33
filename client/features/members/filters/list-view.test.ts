import { describe, expect, it } from 'vitest';
import {
  activeFilters,
  type ListPreset,
  readView,
  unfiltered,
  viewQuery,
  writeView,
} from '#client/features/members/filters/list-view.ts';

const users: ListPreset = { sort: 'createdAt', dir: 'desc' };
const submissions: ListPreset = { sort: 'submittedAt', dir: 'desc', submitted: true };

function read(search: string, preset = users) {
  return readView(new URLSearchParams(search), preset);
}

describe('a view in an address', () => {
  it('is the preset where the address says nothing', () => {
    expect(read('')).toEqual({ q: '', sort: 'createdAt', dir: 'desc' });
    expect(read('', submissions)).toEqual({ q: '', sort: 'submittedAt', dir: 'desc', submitted: true });
  });

  it('is read', () => {
    expect(read('q=asha&track=none&year=2&step=3&reviewed=false&graded=true&sort=fullName&dir=asc')).toEqual({
      q: 'asha',
      track: 'none',
      year: 2,
      step: 3,
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
      const written = writeView(new URLSearchParams(), read(search), users);
      expect(readView(written, users)).toEqual(read(search));
      expect(new Set(written.keys())).toEqual(new Set(new URLSearchParams(search).keys()));
    },
  );

  it('keeps what is not the list’s own', () => {
    const written = writeView(
      new URLSearchParams('member=u1&track=web'),
      unfiltered(read('track=web'), users),
      users,
    );
    expect(String(written)).toBe('member=u1');
  });

  it('asks the server for all it says', () => {
    expect(String(viewQuery(read('q=asha&year=2', submissions)))).toBe(
      'q=asha&year=2&submitted=true&sort=submittedAt&dir=desc',
    );
  });
});

describe('filters', () => {
  it('that are set, without what the list is of', () => {
    expect(activeFilters(read('q=asha&track=web&submitted=true'), users)).toEqual(['track', 'submitted']);
    expect(activeFilters(read('reviewed=false', submissions), submissions)).toEqual(['reviewed']);
  });
});
