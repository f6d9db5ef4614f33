import { formatNumber } from '#client/lib/format.ts';
import { CardTable } from '#client/ui/card-table.tsx';
import { statLabels } from '#domain/admin.ts';
import { outcomeLabel, outcomes } from '#domain/outcomes.ts';
import { placeLabels } from '#domain/places.ts';
import type { ResultsView } from '#domain/results-page.ts';
import classes from './results-page.module.css';
import { resultsTexts as texts } from './texts.ts';

type Count = ResultsView['counts'][number];
type Belongs = (row: Count) => boolean;

const hasLeft: Belongs = ({ place }) => place === 'declined' || place === 'lapsed';

const columns: readonly { label: string; has: Belongs }[] = [
  ...[...outcomes, null].map((outcome) => ({
    label: outcomeLabel(outcome),
    has: (row: Count) => row.outcome === outcome && !hasLeft(row),
  })),
  { label: texts.prepared, has: isPrepared },
  { label: texts.releasedColumn, has: ({ released }) => released },
  { label: texts.total, has: () => true },
];

/** Only while members are asked whether they take their places. */
const placeColumns: typeof columns = [
  { label: placeLabels.confirmed, has: ({ place }) => place === 'confirmed' },
  { label: placeLabels.open, has: ({ place }) => place === 'open' },
  { label: texts.placeLeft, has: hasLeft },
];

/** Members by track and outcome: those who are selected of the track's places, what is prepared, and what is released. */
export function OutcomeCounts({ counts, places }: Pick<ResultsView, 'counts' | 'places'>) {
  const tracks = [...new Set(counts.map(({ track }) => track))];
  const shown = counts.some(({ place }) => place !== null) ? [...columns, ...placeColumns] : columns;
  const cells = (belongs: Belongs, limit?: number) =>
    shown.map(({ has }, index) => {
      const count = countMembers(counts, (row) => belongs(row) && has(row));
      return index === 0 && limit !== undefined
        ? texts.ofPlaces(formatNumber(count), limit)
        : formatNumber(count);
    });
  const rows = tracks.map((track) => ({
    key: String(track),
    head: track ? statLabels.tracks[track] : texts.noTrack,
    cells: cells((row) => row.track === track, track ? places[track] : undefined),
  }));
  return (
    <CardTable
      label={texts.counts}
      className={classes.counts}
      columns={[texts.track, ...shown.map(({ label }) => label)]}
      rows={[...rows, { key: 'total', head: texts.total, cells: cells(() => true) }]}
    />
  );
}

export function isPrepared({ outcome, released }: Count): boolean {
  return outcome !== null && !released;
}

export function countMembers(counts: readonly Count[], belongs: Belongs): number {
  return counts.filter(belongs).reduce((sum, { members }) => sum + members, 0);
}
