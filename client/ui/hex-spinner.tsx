import classes from './hex-spinner.module.css';

/** The logo as a spinner. Decorative: put text beside it, visible or for screen readers. */
export function HexSpinner({ size }: { size: number }) {
  return (
    <svg className={classes.spinner} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <path className={classes.track} d="M20 3 34.7 11.5v17L20 37 5.3 28.5v-17Z" />
      <path className={classes.runner} d="M20 3 34.7 11.5v17L20 37 5.3 28.5v-17Z" pathLength={100} />
    </svg>
  );
}
