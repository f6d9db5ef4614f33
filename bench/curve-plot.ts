import type { Run } from './report.ts';
import { median } from './statistics.ts';

const width = 720;
const height = 400;
const margin = { left: 56, right: 190, top: 20, bottom: 44 };
const colours = [
  '#4263eb',
  '#e8590c',
  '#2b8a3e',
  '#c2255c',
  '#0b7285',
  '#862e9c',
  '#5f3dc4',
  '#a87900',
  '#495057',
];

/** One cost at each number of members. */
interface Curve {
  name: string;
  points: { members: number; cost: number }[];
}

/**
 * The cost curves of a run as an SVG picture, each as a multiple of its first point, both axes logarithmic.
 * @returns undefined if the run measured none
 */
export function drawCurves(rows: Run['rows']): string | undefined {
  const curves = curvesOf(rows);
  const [members, factors] = [curves.flatMap(membersOf), curves.flatMap(factorsOf)];
  if (members.length === 0) return undefined;
  const x = scale(decades(members), margin.left, width - margin.right);
  const y = scale(decades(factors), height - margin.bottom, margin.top);
  const grid = [
    ...decades(members).map((at) =>
      label(x(at), height - margin.bottom + 18, at.toLocaleString('en'), 'middle'),
    ),
    ...decades(factors).map(
      (at) =>
        `<path d="M${margin.left} ${y(at)}H${width - margin.right}" stroke="#8888" stroke-width="0.5"/>` +
        label(margin.left - 8, y(at) + 4, `× ${at}`, 'end'),
    ),
    label((margin.left + width - margin.right) / 2, height - 6, 'members', 'middle'),
  ];
  const ends = spreadOut(curves.map((curve) => y(factorsOf(curve).at(-1) ?? 1)));
  const lines = curves.map((curve, index) => {
    const factors = factorsOf(curve);
    const points = curve.points.map(
      ({ members: at }, step) => `${x(at).toFixed(1)},${y(factors[step] ?? 1).toFixed(1)}`,
    );
    const colour = colours[index % colours.length];
    return (
      `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      label(width - margin.right + 10, (ends[index] ?? 0) + 4, curve.name, 'start', colour)
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">
<title>Costs at ${members[0]?.toLocaleString('en')} to ${Math.max(...members).toLocaleString('en')} members, as multiples of those at the fewest</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${[...grid, ...lines].join('\n')}
</svg>
`;
}

function curvesOf(rows: Run['rows']): Curve[] {
  const curves = new Map<string, Curve>();
  for (const { id, values } of rows) {
    const [, name, members] = /^curve (.+), (\d+)$/.exec(id) ?? [];
    if (!name) continue;
    const curve = curves.get(name) ?? { name, points: [] };
    curve.points.push({ members: Number(members), cost: median(values) });
    curves.set(name, curve);
  }
  return [...curves.values()];
}

function membersOf({ points }: Curve): number[] {
  return points.map(({ members }) => members);
}

function factorsOf({ points }: Curve): number[] {
  return points.map(({ cost }) => cost / (points[0]?.cost ?? Number.NaN));
}

/** The powers of ten around the values. */
function decades(values: number[]): number[] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  const to = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: to - from + 1 }, (_, step) => 10 ** (from + step));
}

function scale(ticks: number[], start: number, end: number): (value: number) => number {
  const [from, to] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 1)];
  return (value) => start + ((Math.log10(value) - from) / (to - from || 1)) * (end - start);
}

/** Moves labels apart that would cover each other. */
function spreadOut(heights: number[]): number[] {
  const placed = new Map<number, number>();
  let last = Number.NEGATIVE_INFINITY;
  const fromTop = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height);
  for (const { height, index } of fromTop) {
    last = Math.max(height, last + 15);
    placed.set(index, last);
  }
  return heights.map((_, index) => placed.get(index) ?? 0);
}

function label(x: number, y: number, text: string, anchor: string, colour = '#555'): string {
  return `<text x="${x}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${text}</text>`;
}
