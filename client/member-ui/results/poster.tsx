import { type ReactNode, type Ref, useId } from 'react';
import { Pattern } from '#client/member-ui/cell.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkedText } from '#client/ui/linked-text.tsx';
import typography from '#client/ui/typography.module.css';
import { hexagon } from '#domain/hexagon.ts';
import { type Track, trackLabels } from '#domain/member-choices.ts';
import { diamondCells, type PosterCell, ringCells, ringTints } from '#domain/poster.ts';
import type { ResultPanel } from '#domain/results.ts';
import { myResultTexts as texts } from './my-result-texts.ts';
import classes from './poster.module.css';

interface PosterProps {
  ref: Ref<HTMLElement>;
  /** The heading of the page. */
  heading: string;
  panel: Pick<ResultPanel, 'title' | 'text' | 'note' | 'fullName' | 'track' | 'season'>;
  /** Half as large, so that a question about the place is on the first screen. */
  small?: boolean;
  /** The result came while the page is open: the field opens. */
  isNew: boolean;
  /** The buttons. */
  children: ReactNode;
}

/** The prize: a field in the track's colour. Only a member who was selected sees one. */
export function Poster({ ref, heading, panel, small, isNew, children }: PosterProps) {
  const { title, text, note, fullName, track, season } = panel;
  return (
    <section
      ref={ref}
      className={classes.field}
      aria-label={texts.title}
      data-track={track ?? undefined}
      data-small={small || undefined}
      data-new={isNew || undefined}
    >
      <div className={classes.column}>
        <h1 className={classes.heading}>{heading}</h1>
        <Picture track={track} />
        <div className={classes.words}>
          <h2 className={classes.title}>{title}</h2>
          {[text, note].filter(Boolean).map((words) => (
            <p key={words} className={typography.written}>
              <LinkedText text={words} />
            </p>
          ))}
          <p className={`${layout.ends} ${classes.record}`}>
            <span>
              <span data-key>{texts.record.member}</span> <strong>{fullName}</strong>
            </span>
            <span>
              <span data-key>{texts.record.track}</span> <span>{track && trackLabels[track]}</span>
              <span aria-hidden="true">{track && ' · '}</span>
              <span data-key> {texts.record.season}</span> <span>{season}</span>
            </span>
          </p>
          {children}
        </div>
      </div>
    </section>
  );
}

/** The diamond in its ring of cells; decorative. Its middle is the middle of its box. */
function Picture({ track }: { track: Track | null }) {
  const texture = useId();
  return (
    <div className={classes.picture} data-screen-only>
      <svg viewBox="-640 -320 1280 640" aria-hidden="true" focusable="false">
        {track && <Pattern id={texture} track={track} />}
        {ringCells.map((cell) => {
          const { ground, texture: strength } = ringTints[cell.distance - 1] ?? { ground: 0, texture: 0 };
          return (
            <g key={`${cell.x} ${cell.y}`} className={classes.ring} {...placeOf(cell)}>
              <path d={hexagon} fill={`color-mix(in srgb, var(--on-mark) ${ground * 100}%, var(--mark))`} />
              {track && <path d={hexagon} fill={`url(#${texture})`} opacity={strength} />}
            </g>
          );
        })}
        {diamondCells(track).map((cell) => (
          <g key={`${cell.x} ${cell.y}`} {...placeOf(cell)}>
            <path d={hexagon} />
            <path className={classes.glyph} d={cell.glyph} transform="translate(27 34.7) scale(1.917)" />
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The ring stands beside the diamond on a phone, and to the right of the words on a wide screen. */
function placeOf({ x, y }: PosterCell) {
  return {
    transform: `translate(${x - 50} ${y - 57.7})`,
    'data-beside': Math.abs(y) < 100 || undefined,
    'data-left': x < -110 || undefined,
  };
}
