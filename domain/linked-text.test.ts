import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkedText } from './linked-text.ts';

function links(text: string) {
  return linkedText(text).flatMap(({ text: shown, href }) => (href === undefined ? [] : [[shown, href]]));
}

describe('a web address in a text', () => {
  it.each([
    [
      'see https://en.wikipedia.org/wiki/Sphinx_(software) first',
      'https://en.wikipedia.org/wiki/Sphinx_(software)',
    ],
    ['फॉर्म यहाँ भरें: https://forms.example/abc।', 'https://forms.example/abc'],
    ['请填写https://forms.example/abc。谢谢', 'https://forms.example/abc'],
    ['the form “https://forms.example/abc” closes', 'https://forms.example/abc'],
    ['*https://forms.example/abc* or', 'https://forms.example/abc'],
    ['**https://forms.example/abc**', 'https://forms.example/abc'],
    ['_https://forms.example/abc_', 'https://forms.example/abc'],
    ['(form: https://forms.example/abc).', 'https://forms.example/abc'],
    ['Really https://forms.example/abc…', 'https://forms.example/abc'],
    ['[form](https://forms.example/abc)!', 'https://forms.example/abc'],
    ['«https://forms.example/a,b;c?d=e_f&g=[1]#h»', 'https://forms.example/a,b;c?d=e_f&g=[1]#h'],
    ['on http://localhost:5173/app now', 'http://localhost:5173/app'],
  ])('is a link without what surrounds it: %s', (text, address) => {
    expect(links(text)).toEqual([[address, new URL(address).href]]);
  });

  it('needs no scheme if it begins with www, and may have any', () => {
    expect(links('www.club.example/x, WWW.Club.dev')).toEqual([
      ['www.club.example/x', 'https://www.club.example/x'],
      ['WWW.Club.dev', 'https://www.club.dev/'],
    ]);
    expect(links('Https://Club.example')).toEqual([['Https://Club.example', 'https://club.example/']]);
  });

  it.each([
    'main.py and readme.md',
    'asha@club.example',
    'javascript:alert(1)',
    'ftp://a.example',
    '//a.example',
    'www.',
  ])('is not %s', (text) => {
    expect(linkedText(text)).toEqual([{ text }]);
  });

  it.each([
    ['https://\u0430pple.com/x', 'https://xn--pple-43d.com/x'],
    ['https://github.com@evil.example/x', 'https://evil.example/x'],
    ['https://x@https:', 'https://https/'],
    ['https://club.example/\u202egpj.exe', 'https://club.example/gpj.exe'],
    ['https://goo\u202egle.example/', 'https://google.example/'],
  ])('%j shows where it leads: %s', (text, shown) => {
    expect(links(text)).toEqual([[shown, shown]]);
  });

  it('shows the host that it leads to, and leaves the rest of the text as it is', () => {
    const part = fc.constantFrom(
      'https://',
      'www.',
      'a.example',
      '\u0430.example',
      '@',
      '/',
      '\\',
      '(',
      ')',
      '\u202e',
      ' ',
      'x',
      '।',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (pieces) => {
        for (const { text, href } of linkedText(pieces.join(''))) {
          if (href === undefined) continue;
          const { host } = new URL(href);
          expect(
            text
              .toLowerCase()
              .replace(/^https?:\/\//, '')
              .startsWith(host),
            `${text} leads to ${href}`,
          ).toBe(true);
        }
        const plain = pieces.join('').replaceAll(/https:|www\./g, '');
        expect(
          linkedText(plain)
            .map(({ text }) => text)
            .join(''),
        ).toBe(plain);
      }),
    );
  });
});
