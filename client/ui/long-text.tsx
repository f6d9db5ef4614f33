import { type FocusEvent, type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from './long-text.module.css';
import { LinkButton } from './text-link.tsx';
import typography from './typography.module.css';

interface LongTextProps {
  text: string;
  /** How many lines are shown of a longer text. */
  lines: 4 | 12;
  children?: ReactNode;
}

/** In the widths at which texts are read a line has at most this many characters. */
const charactersPerLine = 60;

/** Text with its line breaks. A long one is cut to its first lines until it is expanded. */
export function LongText({ text, lines, children = text }: LongTextProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!isLonger(text, lines)) return <p className={classes.text}>{children}</p>;

  /** The keyboard may have reached a link below the last line that is shown. */
  function showFocused({ target }: FocusEvent) {
    if (open) return;
    flushSync(() => setOpen(true));
    target.scrollIntoView({ block: 'center' });
  }

  return (
    <>
      <p
        id={id}
        className={open ? classes.text : `${typography.clamp} ${classes.text}`}
        data-lines={lines}
        onFocus={showFocused}
      >
        {children}
      </p>
      <LinkButton aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? 'Show less' : 'Show more'}
      </LinkButton>
    </>
  );
}

function isLonger(text: string, lines: number): boolean {
  return text.length > lines * charactersPerLine || text.split('\n').length > lines;
}
