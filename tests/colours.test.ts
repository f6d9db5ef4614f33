import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Track, tracks } from '#domain/member-choices.ts';

const css = readFileSync(join(import.meta.dirname, '../client/ui/tokens.css'), 'utf8');
// As text: the types of what draws the icons would take the place of the browser's, which other tests know.
const trackStyle = readFileSync(
  join(import.meta.dirname, '../client/features/members/track-style.ts'),
  'utf8',
);
/** The properties that have a plain colour for each scheme. */
const declared = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
const schemes = {
  light: new Map(declared.map(([, name = '', light = '']) => [name, light])),
  dark: new Map(declared.map(([, name = '', , dark = '']) => [name, dark])),
};

/** A track's glyph, as its source, and the property that holds its colour. */
function styleOf(track: Track): { icon: string; color: string } {
  const found = new RegExp(`${track}: {\\s+icon: (.*?),\\s+color: 'var\\(--([\\w-]+)\\)'`, 's').exec(
    trackStyle,
  );
  const [, icon, color] = found ?? [];
  if (!icon || !color) throw new Error(`${track} has no style`);
  return { icon, color };
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As WCAG 2.2 defines it. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

const texts = [
  'ink',
  'ink-soft',
  'ink-faint',
  'error',
  'success',
  'warning',
  ...tracks.map((track) => `track-${track}`),
];
const outcomes = ['error', 'success', 'warning'];

describe.each(Object.entries(schemes))('the %s scheme', (_name, scheme) => {
  const colour = (name: string) => {
    const hex = scheme.get(name);
    if (!hex) throw new Error(`--${name} is no colour`);
    return hex;
  };
  const pairs: [string, string, number][] = [
    ...texts.flatMap((text) =>
      ['page', 'surface', 'sunken'].map((ground): [string, string, number] => [text, ground, 4.5]),
    ),
    ...outcomes.map((outcome): [string, string, number] => [outcome, `${outcome}-soft`, 4.5]),
    ['page', 'ink', 4.5],
    ...tracks.map((track): [string, string, number] => ['on-track', `track-${track}`, 4.5]),
    ['line-strong', 'surface', 3],
    ['line-strong', 'page', 3],
  ];

  it.each(pairs)('--%s on --%s has a contrast of %d', (front, ground, least) => {
    expect(contrast(colour(front), colour(ground))).toBeGreaterThanOrEqual(least);
  });

  it('has a distinct colour and icon for each track', () => {
    const own = tracks.map((track) => colour(styleOf(track).color));
    expect(new Set(own).size).toBe(tracks.length);
    expect(new Set(tracks.map((track) => styleOf(track).icon)).size).toBe(tracks.length);
  });
});
