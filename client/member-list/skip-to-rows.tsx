import hidden from '#client/ui/visually-hidden.module.css';
import { listTexts } from './texts.ts';

/** Shown while it has the focus: skips the header, the filters and the headings of a table. */
export function SkipToRows() {
  const focusFirstRow = () => document.querySelector<HTMLElement>('[role=row][data-uid] a')?.focus();
  return (
    <button type="button" className={hidden.skip} onClick={focusFirstRow}>
      {listTexts.skip}
    </button>
  );
}
