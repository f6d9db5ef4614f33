import { listTexts } from '#client/features/member-list/texts.ts';
import hidden from '#client/ui/visually-hidden.module.css';
import { focusFirstRow } from './row-keys.ts';

/** Shown while it has the focus: skips the filters and headings of a table. */
export function SkipToRows() {
  return (
    <button type="button" className={hidden.skip} onClick={focusFirstRow}>
      {listTexts.skip}
    </button>
  );
}
