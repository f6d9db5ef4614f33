import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { formatNumber } from '#client/lib/format.ts';
import { listQuery, useListState } from '#client/lib/list-state.ts';
import { MemberList } from '#client/member-list/member-list.tsx';
import { submissionsPreset } from '#client/member-list/presets.ts';
import { submissionCountsQuery } from '#client/member-list/queries.ts';
import type { FilterName, ListView } from '#client/member-ui/filters/list-view.ts';
import { submissionTabTexts as texts } from '#client/member-ui/filters/texts.ts';
import { deskAddress } from '#client/member-ui/reviews/queries.ts';
import { Choice } from '#client/ui/choice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { type SubmissionCounts, submissionTable } from '#domain/admin.ts';

interface Tab {
  label: string;
  filters: Partial<Record<FilterName, string>>;
  count: keyof SubmissionCounts;
}

const tabs: readonly Tab[] = [
  { label: texts.all, filters: {}, count: 'all' },
  { label: texts.waiting, filters: { reviewed: 'false' }, count: 'waitingForReview' },
  { label: texts.reviewed, filters: { reviewed: 'true' }, count: 'reviewed' },
  { label: texts.graded, filters: { graded: 'true' }, count: 'graded' },
];

/** The Project Submissions table (spec, point 2). A row opens the review desk, with the table's filters as its queue. */
export function SubmissionsPanel({ total }: { total: number | undefined }) {
  const control = useListState(submissionsPreset.state);
  const { view, change } = control;
  const addressOf = useCallback((uid: string) => deskAddressIn(view, uid), [view]);
  const { data: counts } = useQuery({ ...submissionCountsQuery(view), placeholderData: keepPreviousData });
  const set = { reviewed: text(view.reviewed), graded: text(view.graded) };
  const chosen = tabs.find(
    ({ filters }) => set.reviewed === (filters.reviewed ?? '') && set.graded === (filters.graded ?? ''),
  );

  function choose(label: string) {
    const filters = tabs.find((tab) => tab.label === label)?.filters;
    change({ reviewed: filters?.reviewed ?? '', graded: filters?.graded ?? '' });
  }

  return (
    <Panel
      dense
      title={submissionTable.title}
      aside={
        <Choice
          inline
          label={texts.legend}
          name="submissions"
          options={tabs.map(({ label, count }) => ({
            value: label,
            label,
            count: counts ? formatNumber(counts[count]) : '–',
          }))}
          value={chosen?.label ?? null}
          onChange={choose}
        />
      }
    >
      <MemberList preset={submissionsPreset} control={control} addressOf={addressOf} expected={total} />
    </Panel>
  );
}

function deskAddressIn({ q, track, year, step, reviewed, reviewedBy }: ListView, uid: string): string {
  const queue = listQuery({ q, track, year, step, reviewed, reviewedBy });
  return `${deskAddress(uid)}${queue.size > 0 ? `&${queue}` : ''}`;
}

function text(flag: boolean | undefined): string {
  return flag === undefined ? '' : String(flag);
}
