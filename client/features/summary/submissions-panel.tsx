import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { FilterName, ListView } from '#client/features/members/filters/list-view.ts';
import { submissionTabTexts as texts } from '#client/features/members/filters/texts.ts';
import { MemberList } from '#client/features/members/list/member-list.tsx';
import { submissionsPreset } from '#client/features/members/list/presets.ts';
import { submissionCountsQuery } from '#client/features/members/list/queries.ts';
import { deskAddress } from '#client/features/reviews/queries.ts';
import { formatNumber } from '#client/lib/format.ts';
import { listQuery, useListState } from '#client/lib/list-state.ts';
import { Panel } from '#client/ui/panel.tsx';
import { type SubmissionCounts, submissionTable } from '#domain/admin.ts';
import classes from './submissions-panel.module.css';

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
export function SubmissionsPanel() {
  const control = useListState(submissionsPreset.state);
  const { view, change } = control;
  const addressOf = useCallback((uid: string) => deskAddressIn(view, uid), [view]);
  const { data: counts } = useQuery({ ...submissionCountsQuery(view), placeholderData: keepPreviousData });
  const set = { reviewed: text(view.reviewed), graded: text(view.graded) };

  function choose({ filters }: Tab) {
    change({ reviewed: filters.reviewed ?? '', graded: filters.graded ?? '' });
  }

  return (
    <Panel
      dense
      title={submissionTable.title}
      aside={
        <fieldset className={classes.tabs}>
          <legend className={classes.legend}>{texts.legend}</legend>
          {tabs.map((tab) => (
            <label key={tab.label} className={classes.tab}>
              <input
                type="radio"
                name="submissions"
                checked={
                  set.reviewed === (tab.filters.reviewed ?? '') && set.graded === (tab.filters.graded ?? '')
                }
                onChange={() => choose(tab)}
              />
              {tab.label}
              {counts && <span className={classes.number}>{formatNumber(counts[tab.count])}</span>}
            </label>
          ))}
        </fieldset>
      }
    >
      <MemberList preset={submissionsPreset} control={control} addressOf={addressOf} />
    </Panel>
  );
}

function deskAddressIn({ q, track, year, step, reviewed }: ListView, uid: string): string {
  const queue = listQuery({ q, track, year, step, reviewed });
  return `${deskAddress(uid)}${queue.size > 0 ? `&${queue}` : ''}`;
}

function text(flag: boolean | undefined): string {
  return flag === undefined ? '' : String(flag);
}
