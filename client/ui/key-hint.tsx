import classes from './key-hint.module.css';

/** The key of a control, for people who see it: `aria-keyshortcuts` tells others. */
export function KeyHint({ keys }: { keys: string | number }) {
  return (
    <span className={classes.hint} aria-hidden="true">
      <kbd>{keys}</kbd>
    </span>
  );
}
