import classes from './honeycomb.module.css';

// The dimensions of ui/hexagons.svg, so that these cells coincide with the background pattern.
const side = 28;
const width = 48.5;
const half = width / 2;

/** The outline of a cell. Columns count from the centre of the page, rows from its top. */
function cell(column: number, row: number): string {
  const x = column * width + (row % 2 ? half : 0);
  const top = row * side * 1.5;
  return `M${x} ${top}l${half} 14v${side}l${-half} 14l${-half} -14v${-side}z`;
}

const cells = [
  { at: cell(-9, 3), tone: 'web' },
  { at: cell(-10, 4), tone: 'accent' },
  { at: cell(-8, 8), tone: 'android' },
  { at: cell(-11, 9), tone: 'accent' },
  { at: cell(8, 2), tone: 'accent' },
  { at: cell(8, 3), tone: 'game' },
  { at: cell(10, 7), tone: 'ml' },
  { at: cell(8, 10), tone: 'accent' },
] as const;

/** A few tinted cells of the background pattern, one per track. Decorative; wide screens only. */
export function Honeycomb() {
  return (
    <svg className={classes.honeycomb} viewBox="-600 0 1200 560" width="1200" height="560" aria-hidden="true">
      {cells.map(({ at, tone }) => (
        <path key={at} d={at} data-tone={tone} />
      ))}
    </svg>
  );
}
