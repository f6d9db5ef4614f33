import table from '#client/ui/table.module.css';
import { statLabels } from '#domain/admin.ts';
import { type Outcome, outcomeLabel, outcomes } from '#domain/outcomes.ts';
import type { ResultsView } from '#domain/results.ts';
import classes from './results-page.module.css';
import { resultsTexts as texts } from './texts.ts';

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
      <td key={outcome} data-none={count === 0 || undefined}>
        {count.toLocaleString('en-US')}
      </td>
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls has to be reached by the keyboard
    <section className={classes.scroll} aria-label={texts.counts} tabIndex={0}>
      <table className={`${table.table} ${classes.counts}`}>
        <thead>
          <tr>
            <th scope="col">{texts.track}</th>
            {columns.map((outcome) => (
              <th key={outcome} scope="col">
                {outcomeLabel(outcome)}
              </th>
            ))}
            <th scope="col">{texts.total}</th>
          </tr>
        </thead>
        <tbody>
          {tracks.map((track) => (
            <tr key={track}>
              <th scope="row">{track ? statLabels.tracks[track] : texts.noTrack}</th>
              {cells.map((outcome) => cell(outcome, (row) => row.track === track))}
            </tr>
          ))}
          <tr>
            <th scope="row">{texts.total}</th>
            {cells.map((outcome) => cell(outcome, () => true))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

export function countDecided({ counts }: Pick<ResultsView, 'counts'>, decided: boolean): number {
  return counts
    .filter(({ outcome }) => (outcome !== null) === decided)
    .reduce((sum, { members }) => sum + members, 0);
}
