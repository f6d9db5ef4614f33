import type { Track } from './member-choices.ts';
import { trackGlyphs } from './track-glyphs.ts';

/** A cell of the poster, in units of a cell's drawing (`hexagon`) from the middle of the diamond to the cell's. */
export interface PosterCell {
  x: number;
  y: number;
  /** The glyph of a cell of the diamond; a cell of the ring has none. */
  glyph?: string;
  /** Cells between it and the diamond, itself included. */
  distance: number;
}

/** The glyphs of the steps; the second is the track's. */
export const stepGlyphs = {
  account: 'm2.5 4.5 8 7.5-8 7.5M13 19.5h8.5',
  task: 'M3.5 5.5 5 7l2.5-2.5M3.5 11.5 5 13l2.5-2.5M3.5 17.5 5 19l2.5-2.5M11 6h9M11 12h9M11 18h9',
  submission: 'm5 12 5 5L20 7',
};

/** The four steps of a member, by half a pitch and by row. */
const diamond = [
  { x: 0, y: -1, glyph: stepGlyphs.account },
  { x: -1, y: 0, glyph: stepGlyphs.submission },
  { x: 1, y: 0, glyph: stepGlyphs.task },
  { x: 0, y: 1, glyph: stepGlyphs.submission },
];

/** The distance between neighbouring cells of a row, and between rows. */
const pitch = 106.67;
const rowPitch = 92.38;

function cellAt(x: number, y: number, glyph?: string): PosterCell {
  const steps = ({ x: toX, y: toY }: { x: number; y: number }) => {
    const [dx, dy] = [Math.abs(x - toX), Math.abs(y - toY)];
    return dy + Math.max(0, (dx - dy) / 2);
  };
  const distance = Math.min(...diamond.map(steps));
  return { x: (x * pitch) / 2, y: y * rowPitch, distance, ...(glyph && { glyph }) };
}

/** How strong a cell of the ring is, by its distance from the diamond: its ground and its texture. */
export const ringTints = [
  { ground: 0.11, texture: 0.26 },
  { ground: 0.06, texture: 0.15 },
  { ground: 0.03, texture: 0.07 },
] as const;

/** The ring around the diamond, without it. */
export const ringCells: readonly PosterCell[] = [-3, -2, -1, 0, 1, 2, 3].flatMap((y) =>
  Array.from({ length: 23 }, (_, index) => index - 11)
    .filter((x) => (x + y) % 2 !== 0)
    .map((x) => cellAt(x, y))
    .filter(({ distance }) => distance > 0 && distance <= ringTints.length),
);

/** The diamond of those who were selected for a track. */
export function diamondCells(track: Track | null): PosterCell[] {
  return diamond.map(({ x, y, glyph }, index) =>
    cellAt(x, y, index === 1 && track ? trackGlyphs[track] : glyph),
  );
}
