import { listTexts } from '#client/features/member-list/texts.ts';
import { focusFirstRow } from './row-keys.ts';
import classes from './skip-to-rows.module.css';

/** Shown while it has the focus: skips the filters and headings of a table. */
export function SkipToRows() {
  return (
    <button type="button" className={classes.skip} onClick={focusFirstRow}>
      {listTexts.skip}
    </button>
  );
}
