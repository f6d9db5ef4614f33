import classes from './skeleton.module.css';

/** Keeps the place of what is being loaded. Decorative: put a `LoadingNote` beside a group of them. */
export function Skeleton({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={classes.skeleton} style={{ width, height }} aria-hidden="true" />;
}
