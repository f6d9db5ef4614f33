import { createIcon } from '#client/ui/icons.tsx';
import type { Track } from '#domain/member-choices.ts';
import { stepGlyphs } from '#domain/poster.ts';
import board from './board.module.css';
import { Cell } from './cell.tsx';
import classes from './diamond.module.css';
import { trackStyles } from './track-style.ts';

const Account = createIcon(stepGlyphs.account);
const Task = createIcon(stepGlyphs.task);

interface DiamondProps {
  track: Track | null;
  /** The last step waits: its cell is dashed. */
  waiting?: boolean;
  /** The last step was completed while the page is open: the strip of cells turns into the diamond. */
  isNew?: boolean;
}

/** The four steps in outlines on the pattern: one, two and one. Filled, they are the poster of those who were selected. */
export function Diamond({ track, waiting = false, isNew = false }: DiamondProps) {
  return (
    <div className={board.board} data-track={track ?? undefined} aria-hidden="true">
      <div className={classes.diamond} data-new={isNew || undefined}>
        <Cell outlined status="completed" glyph={Account} />
        <Cell outlined status="completed" {...(track && { glyph: trackStyles[track].icon })} />
        <Cell outlined status="completed" glyph={Task} />
        <Cell outlined={!waiting} status={waiting ? 'pending' : 'completed'} later={4} />
      </div>
    </div>
  );
}
