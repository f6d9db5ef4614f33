import { trackStyles } from '#client/features/members/track-style.ts';
import type { Track } from '#domain/member-choices.ts';
import classes from './track-comb.module.css';

// Hexagons in a grid: neighbours are one width apart, rows are one and a half sides apart.
const side = 62;
const width = side * Math.sqrt(3);

/** The centre of a cell. */
function middle(column: number, row: number) {
  return { x: (column + (row % 2 ? 0.5 : 0)) * width, y: row * side * 1.5 };
}

/** The path of a pointy-top hexagon centred on the origin. */
function hexagon(radius: number): string {
  const half = (radius * Math.sqrt(3)) / 2;
  return `M0 ${-radius}L${half} ${-radius / 2}V${radius / 2}L0 ${radius}L${-half} ${radius / 2}V${-radius / 2}Z`;
}

const empty = [
  { column: 1, row: -1 },
  { column: -1, row: 0 },
  { column: 1, row: 0 },
  { column: -2, row: 1 },
] as const;

const trackCells: { track: Track; column: number; row: number }[] = [
  { track: 'android', column: -1, row: -1 },
  { track: 'web', column: 0, row: -1 },
  { track: 'ml', column: -1, row: 1 },
  { track: 'game', column: 0, row: 1 },
];

/** The club's mark surrounded by the four tracks, in hexagons. Decorative; wide screens only. */
export function TrackComb() {
  return (
    <svg className={classes.comb} viewBox="-220 -160 440 320" width="440" height="320" aria-hidden="true">
      {empty.map(({ column, row }) => {
        const { x, y } = middle(column, row);
        return (
          <path
            key={`${column} ${row}`}
            className={classes.empty}
            d={hexagon(side - 4)}
            transform={`translate(${x} ${y})`}
          />
        );
      })}
      {trackCells.map(({ track, column, row }) => {
        const { x, y } = middle(column, row);
        const { icon: Icon, color } = trackStyles[track];
        return (
          <g key={track} className={classes.track} color={color} transform={`translate(${x} ${y})`}>
            <path d={hexagon(side - 4)} />
            <Icon x={-21} y={-21} size={42} stroke={1.5} />
          </g>
        );
      })}
      <g className={classes.mark}>
        <path d={hexagon(side - 4)} />
        <path className={classes.prompt} d="m-20 -18 20 18-20 18M8 20h20" />
      </g>
    </svg>
  );
}
