// biome-ignore-all lint/a11y/noRedundantRoles: rendered as cards on a phone, they are no table for some browsers

import { resultsTexts as texts } from '#client/member-ui/results/texts.ts';
import table from '#client/ui/table.module.css';
import { statLabels } from '#domain/admin.ts';
import { type Outcome, outcomeLabel, outcomes } from '#domain/outcomes.ts';
import type { ResultsView } from '#domain/results.ts';
import classes from './results-page.module.css';

const columns = [...outcomes, null];
const cells = [...columns, 'any'] as const;
type Count = ResultsView['counts'][number];

export function OutcomeCounts({ counts }: Pick<ResultsView, 'counts'>) {
  const tracks = [...new Set(counts.map(({ track }) => track))];
  const cell = (outcome: Outcome | null | 'any', belongs: (row: Count) => boolean) => {
    const count = counts
      .filter((row) => belongs(row) && (outcome === 'any' || row.outcome === outcome))
      .reduce((sum, { members }) => sum + members, 0);
    return (
      <td
        key={outcome}
        role="cell"
        data-label={outcome === 'any' ? texts.total : outcomeLabel(outcome)}
        data-none={count === 0 || undefined}
      >
        {count.toLocaleString('en-US')}
      </td>
    );
  };
  return (
    <table
      role="table"
      aria-label={texts.counts}
      className={`${table.table} ${table.cards} ${classes.counts}`}
    >
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {texts.track}
          </th>
          {columns.map((outcome) => (
            <th key={outcome} role="columnheader" scope="col">
              {outcomeLabel(outcome)}
            </th>
          ))}
          <th role="columnheader" scope="col">
            {texts.total}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {tracks.map((track) => (
          <tr key={track} role="row">
            <th role="rowheader" scope="row">
              {track ? statLabels.tracks[track] : texts.noTrack}
            </th>
            {cells.map((outcome) => cell(outcome, (row) => row.track === track))}
          </tr>
        ))}
        <tr role="row">
          <th role="rowheader" scope="row">
            {texts.total}
          </th>
          {cells.map((outcome) => cell(outcome, () => true))}
        </tr>
      </tbody>
    </table>
  );
}

export function countDecided({ counts }: Pick<ResultsView, 'counts'>, decided: boolean): number {
  return counts
    .filter(({ outcome }) => (outcome !== null) === decided)
    .reduce((sum, { members }) => sum + members, 0);
}
