import classes from './skeleton.module.css';

/**
 * A placeholder for loading content. Decorative: put a `LoadingNote` beside a group of them. It is an SVG because the
 * Content-Security-Policy refuses `style` attributes in prerendered HTML.
 */
export function Skeleton({ width = '100%', height }: { width?: string; height: string }) {
  return <svg className={classes.skeleton} width={width} height={height} aria-hidden="true" />;
}
