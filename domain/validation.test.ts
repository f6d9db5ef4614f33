import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isStorableLine, requiredMultilineText, requiredText } from './required-text.ts';
import { check, firstFailure } from './validation.ts';

describe('check', () => {
  const rule = z.strictObject({
    first: z.string('first!'),
    second: z.object({ inner: z.array(z.number('number!')) }),
  });

  it('names the field of the first failure, also in nested lists and objects', () => {
    expect(check(rule, { first: 1, second: { inner: ['x'] } })).toEqual({
      ok: false,
      failure: { field: 'first', message: 'first!' },
    });
    expect(check(rule, { first: '', second: { inner: [1, 'x'] } })).toEqual({
      ok: false,
      failure: { field: 'second.inner.1', message: 'number!' },
    });
  });

  it('reports a missing field before an unknown one', () => {
    expect(check(rule, { frist: '' })).toMatchObject({ failure: { field: 'first' } });
  });
});

it('a failure has a text even without an issue', () => {
  expect(firstFailure([])).toEqual({ field: '', message: 'The input is not valid' });
});

describe('requiredText', () => {
  const rule = requiredText('Name', 5);

  it.each([
    ['  a b ', 'a b'],
    ['12345', '12345'],
    ['   12345   ', '12345'],
    ['héllo', 'héllo'],
    ['👋👋👋👋👋', '👋👋👋👋👋'],
    // Joiners are part of how Kannada and emoji are written.
    ['ಕ್\u200dಷ', 'ಕ್\u200dಷ'],
    ['\u202e \u2066ab', 'ab'],
    ['\u202a\u202b\u202cab', 'ab'],
    ['a\u202d\u202eb', 'ab'],
    ['a\u2066\u2067b', 'ab'],
    ['a\u2068\u2069b', 'ab'],
  ])('converts %j to %j', (typed, kept) => {
    expect(check(rule, typed)).toEqual({ ok: true, value: kept });
  });

  it.each([
    ['', 'Name is required'],
    [' \t\n', 'Name is required'],
    [null, 'Name is required'],
    ['\u200b', 'Name is required'],
    ['\u200b \u00ad', 'Name is required'],
    ['\u202e\u202c', 'Name is required'],
    ['\u3164\uffa0', 'Name is required'],
    ['\u2800', 'Name is required'],
    ['123456', 'Name must be at most 5 characters long'],
    ['a\nb', 'Name contains characters that cannot be stored'],
    ['a\0', 'Name contains characters that cannot be stored'],
    ['a\ud800', 'Name contains characters that cannot be stored'],
  ])('rejects %j: %s', (typed, message) => {
    expect(check(rule, typed)).toEqual({ ok: false, failure: { field: '', message } });
  });
});

describe('requiredMultilineText', () => {
  const rule = requiredMultilineText('Message', 100);

  it('keeps line breaks and tabs', () => {
    expect(check(rule, ' one\r\n\ttwo\nthree ')).toEqual({ ok: true, value: 'one\r\n\ttwo\nthree' });
  });

  it('requires something visible, and keeps the direction of its lines', () => {
    expect(check(rule, '\u200b\n\u2060')).toMatchObject({ failure: { message: 'Message is required' } });
    expect(check(rule, '\u2067שלום\u2069 a')).toEqual({ ok: true, value: '\u2067שלום\u2069 a' });
  });

  it.each(['\0', '\x07', '\x1b[31m', '\x7f', '\u0085', '\udfff'])('rejects %j', (character) => {
    expect(check(rule, `a${character}b`)).toMatchObject({
      failure: { message: 'Message contains characters that cannot be stored' },
    });
  });
});

it('a line can be stored if it is text that survives UTF-8 and has no control characters', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const isControl = code < 32 || (code >= 127 && code < 160);
    const isHalf = code >= 0xd800 && code < 0xe000;
    expect(isStorableLine(`a${String.fromCharCode(code)}b`)).toBe(!isControl && !isHalf);
  }
});
