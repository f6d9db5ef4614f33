import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';

/** The largest file, in bytes, and the largest size of a picture, in pixels. */
export const logoLimits = { file: 100 * 1024, pixels: 1024 } as const;

/** Texts about the club's logo. */
export const logoTexts = {
  kind: 'must be an SVG or PNG file',
  tooLarge: 'must have at most 100 KB',
  damaged: 'must be a whole PNG file without interlacing, and nothing else',
  pixels: (max: number) => `must be at most ${max} pixels wide and high`,
  noBox: 'must say its size, in the attribute viewBox',
  uncommonSvg: 'must be a plain SVG file, without entities, scripts or embedded pictures',
  tooMuch:
    'takes browsers too long to draw: it has too many points with a stroke, in clip paths, or of gradients',
  element: (name: string) => `has the element <${name}>, which is not allowed; export it as a plain SVG file`,
  attribute: (name: string) =>
    `has an attribute ‘${name}’ that is not allowed; export it as a plain SVG file`,
} as const;

/** The club's logo as a data URL, which keeps it with the rest of the settings. Null: the portal's own mark. */
export const logo = z.nullable(
  boundedString(Math.ceil(logoLimits.file / 3) * 4 + 40, { tooLong: logoTexts.tooLarge }).check(
    z.regex(/^data:image\/(?:png|svg\+xml);base64,[A-Za-z\d+/]+={0,2}$/, logoTexts.kind),
  ),
);
