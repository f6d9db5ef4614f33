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
    ['a\tb', 'a b'],
    ['a\r\nb', 'a b'],
    ['a\u2028b', 'a b'],
    ['a\u0007b', 'a b'],
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
    ['a\0', 'Name contains a character that cannot be stored: U+0000 after “a”'],
    ['\x1b[m', 'Name contains a character that cannot be stored: U+001B at the beginning'],
    ['a\ud800', 'Name contains a character that cannot be stored: U+D800 after “a”'],
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

  it.each([
    ['What it does\u000bHow to run it', 'What it does\nHow to run it'],
    ['Page one\u000cPage two', 'Page one\nPage two'],
    ['a\u0085b\u2029c', 'a\nb\nc'],
    ['A note\u0003 in Word, a\u001fhyphen', 'A note in Word, ahyphen'],
  ])('accepts what PowerPoint, PDF readers and Word paste: %j', (pasted, kept) => {
    expect(check(rule, pasted)).toEqual({ ok: true, value: kept });
  });

  it.each([
    ['\0', 'U+0000'],
    ['\x1b[31m', 'U+001B'],
    ['\x7f', 'U+007F'],
    ['\udfff', 'U+DFFF'],
  ])('rejects %j, and says where it is', (character, code) => {
    expect(check(rule, `It works. A long line before${character}b`)).toMatchObject({
      failure: {
        message: `Message contains a character that cannot be stored: ${code} after “. A long line before”`,
      },
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
