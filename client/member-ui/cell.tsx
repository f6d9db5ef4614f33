import { type ReactNode, useId } from 'react';
import { createIcon, type Icon, IconCheck } from '#client/ui/icons.tsx';
import { hexagon as outline } from '#domain/hexagon.ts';
import type { Track } from '#domain/member-choices.ts';
import type { StepStatus } from '#domain/progress.ts';
import { textures } from '#domain/textures.ts';
import classes from './cell.module.css';

export const Prompt = createIcon('m2.5 4.5 8 7.5-8 7.5M13 19.5h8.5');

interface CellProps {
  /** Filled, outlined with the prompt, or dashed with `later`: the shape says the state, not the colour alone. */
  status: StepStatus;
  /** The track whose colour and texture it has; ink without one. */
  track?: Track | null | undefined;
  glyph?: Icon;
  later?: ReactNode;
  /** A completed cell on the pattern, where a filled one is not earned yet. */
  outlined?: boolean;
  /** The present step is with the club: its cell is filled too, and fills up if it was sent now. */
  sent?: boolean | 'now';
  /** Whether it is the member's next step, which alone has the prompt. */
  next?: boolean;
}

/** One hexagon of the comb (docs/design.md). Decorative: the text beside it says the state. */
export function Cell({
  status,
  track,
  glyph: Glyph = IconCheck,
  later,
  outlined,
  sent,
  next = true,
}: CellProps) {
  const texture = useId();
  const isNext = status === 'current' && next;
  return (
    <svg
      className={classes.cell}
      data-status={status}
      data-track={track ?? undefined}
      data-outlined={outlined || undefined}
      data-sent={(sent && status === 'current') || undefined}
      data-new={sent === 'now' || undefined}
      viewBox="0 0 100 115.4"
      aria-hidden="true"
      focusable="false"
    >
      <path className={classes.shape} d={outline} />
      {status === 'completed' && track && !outlined && (
        <>
          <Pattern id={texture} track={track} />
          <path d={outline} fill={`url(#${texture})`} />
          <path className={classes.plate} d={outline} transform="translate(22 25.4) scale(.56)" />
        </>
      )}
      {status === 'completed' && <Glyph className={classes.glyph} x={27} y={34.7} size={46} stroke={2.6} />}
      {isNext && (
        <g className={classes.prompt}>
          <path d="m27 40 19 18-19 18" />
          <path className={classes.caret} d="M54 76h22" />
        </g>
      )}
      {status !== 'completed' && !isNext && (
        <text className={classes.later} x="50" y="66" textAnchor="middle">
          {later}
        </text>
      )}
    </svg>
  );
}

/** A track's texture in units of a cell, from the cell's centre. */
export function Pattern({ id, track }: { id: string; track: Track }) {
  const { kind, d, ...tile } = textures[track];
  return (
    <pattern id={id} patternUnits="userSpaceOnUse" x={50} y={57.7} {...tile}>
      <path className={classes.texture} data-kind={kind} d={d} />
    </pattern>
  );
}
