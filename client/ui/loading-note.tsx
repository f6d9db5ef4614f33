import classes from './visually-hidden.module.css';

/** Announces to screen readers what the skeletons beside it show. Takes no space in the layout. */
export function LoadingNote() {
  return (
    <div role="status" className={classes.hidden}>
      Loading...
    </div>
  );
}
