import type { Track } from './member-choices.ts';

export interface Texture {
  width: number;
  height: number;
  /** Whether the path is stroked or filled. */
  kind: 'line' | 'fill';
  d: string;
}

/** Tracks differ by texture too: stacked bars, chevrons, growing dots, a checker. A tile in units of a cell (`hexagon`). */
export const textures: Record<Track, Texture> = {
  android: { width: 40, height: 23.08, kind: 'fill', d: 'M3 3h22v6H3zM23 14.5h22v6H23zM-17 14.5H5v6h-22z' },
  web: { width: 25, height: 46.16, kind: 'line', d: 'm6.5-11.54 12 23.08-12 23.08 12 23.08' },
  ml: {
    ...{ width: 25, height: 28.85, kind: 'fill' },
    d: 'M6.5 3.5a4.5 4.5 0 1 0 .1 0zM19 17.5a3 3 0 1 0 .1 0zM19 6a1.8 1.8 0 1 0 .1 0zM6.5 19a1.8 1.8 0 1 0 .1 0z',
  },
  game: { width: 20, height: 20, kind: 'fill', d: 'M0 0h10v10H0zM10 10h10v10H10z' },
};
