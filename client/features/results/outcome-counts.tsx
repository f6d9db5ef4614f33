import { trackLabels } from '#domain/member-choices.ts';
import { outcomeLabel, outcomes } from '#domain/outcomes.ts';
import type { ResultsView } from '#domain/results.ts';
import classes from './results-page.module.css';
import { resultsTexts as texts } from './texts.ts';

const columns = [...outcomes, null];

/** How many members have which outcome, by track. */
export function OutcomeCounts({ counts }: Pick<ResultsView, 'counts'>) {
  const tracks = [...new Set(counts.map(({ track }) => track))];
  const count = (belongs: (row: ResultsView['counts'][number]) => boolean) =>
    counts
      .filter(belongs)
      .reduce((sum, { members }) => sum + members, 0)
      .toLocaleString('en-US');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls has to be reached by the keyboard
    <section className={classes.scroll} aria-label={texts.counts} tabIndex={0}>
      <table className={classes.table}>
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
              <th scope="row">{track ? trackLabels[track] : texts.noTrack}</th>
              {columns.map((outcome) => (
                <td key={outcome}>{count((row) => row.track === track && row.outcome === outcome)}</td>
              ))}
              <td>{count((row) => row.track === track)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{texts.total}</th>
            {columns.map((outcome) => (
              <td key={outcome}>{count((row) => row.outcome === outcome)}</td>
            ))}
            <td>{count(() => true)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** How many members have an outcome, or none. */
export function countDecided({ counts }: Pick<ResultsView, 'counts'>, decided: boolean): number {
  return counts
    .filter(({ outcome }) => (outcome !== null) === decided)
    .reduce((sum, { members }) => sum + members, 0);
}
