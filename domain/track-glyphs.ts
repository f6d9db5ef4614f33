import type { Track } from './member-choices.ts';

/** The glyph of each track as SVG path data, in a box of 24 by 24: strokes without a fill (docs/design.md). */
export const trackGlyphs: Record<Track, string> = {
  android: 'M8.5 3h7a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM12 17.5v.01',
  web: 'm7.5 8-4 4 4 4M16.5 8l4 4-4 4M13.5 5.5l-3 13',
  ml: 'M8.3 6.5a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0zM8.3 17.5a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0zM20.3 12a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0zM8.1 7.5l7.8 3.6M8.1 16.5l7.8-3.6',
  game: 'M9 3.5h6V9h5.5v6H15v5.5H9V15H3.5V9H9z',
};
