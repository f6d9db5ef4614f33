import { tracks } from '#domain/member-choices.ts';
import { Cell, Prompt } from './cell.tsx';
import classes from './track-strip.module.css';
import { trackStyles } from './track-style.ts';

/** The club's mark and the four tracks as a strip of cells. Decorative. */
export function TrackStrip() {
  return (
    <div className={classes.strip} aria-hidden="true">
      <Cell status="completed" glyph={Prompt} />
      {tracks.map((track) => (
        <Cell key={track} status="completed" track={track} glyph={trackStyles[track].icon} />
      ))}
    </div>
  );
}
