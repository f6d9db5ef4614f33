import { Panel } from '#client/ui/panel.tsx';
import { type AdminSummary, submissionTable } from '#domain/admin.ts';
import { formatNumber } from '../format.ts';
import type { FilterName } from '../list-view.ts';
import { MemberList } from '../member-list/member-list.tsx';
import { submissionsPreset } from '../member-list/presets.ts';
import { useListView } from '../member-list/use-list-view.ts';
import classes from './submissions-panel.module.css';

interface Shortcut {
  label: string;
  filters: Partial<Record<FilterName, string>>;
  count: (summary: AdminSummary) => number;
}

const shortcuts: readonly Shortcut[] = [
  { label: 'All', filters: {}, count: ({ submissions }) => submissions },
  { label: 'To review', filters: { reviewed: 'false' }, count: ({ waitingForReview }) => waitingForReview },
  { label: 'Reviewed', filters: { reviewed: 'true' }, count: ({ reviewed }) => reviewed },
  { label: 'Graded', filters: { graded: 'true' }, count: ({ graded }) => graded },
];

interface SubmissionsPanelProps {
  summary: AdminSummary | undefined;
  onOpen: (uid: string) => void;
}

/** The Project Submissions table (spec, point 2), with what waits for review one click away. */
export function SubmissionsPanel({ summary, onOpen }: SubmissionsPanelProps) {
  const control = useListView(submissionsPreset);
  const { view, show } = control;
  const set = { reviewed: text(view.reviewed), graded: text(view.graded) };
  return (
    <Panel title={submissionTable.title}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div className={classes.shortcuts} role="group" aria-label="Filter submissions">
        {shortcuts.map(({ label, filters, count }) => (
          <button
            key={label}
            type="button"
            className={classes.shortcut}
            aria-pressed={set.reviewed === (filters.reviewed ?? '') && set.graded === (filters.graded ?? '')}
            onClick={() => show(filters)}
          >
            {label}
            {summary && <span className={classes.number}>{formatNumber(count(summary))}</span>}
          </button>
        ))}
      </div>
      <MemberList preset={submissionsPreset} control={control} onOpen={onOpen} />
    </Panel>
  );
}

function text(flag: boolean | undefined): string {
  return flag === undefined ? '' : String(flag);
}
