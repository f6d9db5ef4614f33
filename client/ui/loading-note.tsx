import classes from './visually-hidden.module.css';

/** Tells a screen reader what the skeletons around it tell the eye. Takes no place among them. */
export function LoadingNote() {
  return (
    <div role="status" className={classes.hidden}>
      Loading...
    </div>
  );
}
