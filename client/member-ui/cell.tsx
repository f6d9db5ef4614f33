import { type ReactNode, useId } from 'react';
import { hexagon as outline } from '#client/ui/hexagon.ts';
import { createIcon, type Icon, IconCheck } from '#client/ui/icons.tsx';
import type { Track } from '#domain/member-choices.ts';
import type { StepStatus } from '#domain/progress.ts';
import classes from './cell.module.css';

export const Prompt = createIcon('m2.5 4.5 8 7.5-8 7.5M13 19.5h8.5');

interface CellProps {
  /** Filled, outlined with the prompt, or dashed with `later`: the shape says the state, not the colour alone. */
  status: StepStatus;
  /** The track whose colour and texture it has; ink without one. */
  track?: Track | null | undefined;
  glyph?: Icon;
  later?: ReactNode;
}

/** One hexagon of the comb (docs/design.md). Decorative: the text beside it says the state. */
export function Cell({ status, track, glyph: Glyph = IconCheck, later }: CellProps) {
  const texture = useId();
  return (
    <svg
      className={classes.cell}
      data-status={status}
      data-track={track ?? undefined}
      viewBox="0 0 100 115.4"
      aria-hidden="true"
      focusable="false"
    >
      <path className={classes.shape} d={outline} />
      {status === 'completed' && track && (
        <>
          <Pattern id={texture} track={track} />
          <path d={outline} fill={`url(#${texture})`} />
          <path className={classes.plate} d={outline} transform="translate(22 25.4) scale(.56)" />
        </>
      )}
      {status === 'completed' && <Glyph className={classes.glyph} x={27} y={34.7} size={46} stroke={2.6} />}
      {status === 'current' && (
        <g className={classes.prompt}>
          <path d="m27 40 19 18-19 18" />
          <path className={classes.caret} d="M54 76h22" />
        </g>
      )}
      {status === 'pending' && (
        <text className={classes.later} x="50" y="66" textAnchor="middle">
          {later}
        </text>
      )}
    </svg>
  );
}

/** Fills its box, which has the track's colour, with the track's texture. */
export function Texture({ track }: { track: Track | null }) {
  const id = useId();
  if (!track) return null;
  return (
    <svg className={classes.fill} width="100%" height="100%" aria-hidden="true" focusable="false">
      <Pattern id={id} track={track} />
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}

function Pattern({ id, track }: { id: string; track: Track }) {
  const { tile, kind, d } = textures[track];
  return (
    <pattern id={id} patternUnits="userSpaceOnUse" {...tile}>
      <path className={classes.texture} data-kind={kind} d={d} />
    </pattern>
  );
}

/** Tracks differ by texture too: stacked bars, chevrons, growing dots, a checker. */
const textures: Record<Track, { tile: { width: number; height: number }; kind: 'line' | 'fill'; d: string }> =
  {
    android: {
      tile: { width: 38, height: 22 },
      kind: 'fill',
      d: 'M2 4h22v6H2zM21 15h22v6H21zM-17 15H5v6h-22z',
    },
    web: {
      tile: { width: 26, height: 44 },
      kind: 'line',
      d: 'm7-11 12 22L7 33l12 22',
    },
    ml: {
      tile: { width: 26, height: 26 },
      kind: 'fill',
      d: 'M6.5 2a4.5 4.5 0 1 0 .1 0zM19.5 16.5a3 3 0 1 0 .1 0zM20 4.5a1.8 1.8 0 1 0 .1 0zM6.5 18a1.8 1.8 0 1 0 .1 0z',
    },
    game: { tile: { width: 26, height: 26 }, kind: 'fill', d: 'M0 0h13v13H0zM13 13h13v13H13z' },
  };
