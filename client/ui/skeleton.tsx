import classes from './skeleton.module.css';

/** A placeholder for loading content. Decorative: put a `LoadingNote` beside a group of them. */
export function Skeleton({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={classes.skeleton} style={{ width, height }} aria-hidden="true" />;
}
