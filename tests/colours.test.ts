import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../client/ui/tokens.css'), 'utf8');
/** The properties that have a plain colour for each scheme. */
const declared = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
const schemes = {
  light: new Map(declared.map(([, name = '', light = '']) => [name, light])),
  dark: new Map(declared.map(([, name = '', , dark = '']) => [name, dark])),
};

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

describe.each(Object.entries(schemes))('the %s scheme', (_name, scheme) => {
  it.each(['surface', 'page'])(
    'shows the border of a field on --%s, which axe does not look at',
    (ground) => {
      expect(contrast(scheme.get('line-strong') ?? '', scheme.get(ground) ?? '')).toBeGreaterThanOrEqual(3);
    },
  );
});
