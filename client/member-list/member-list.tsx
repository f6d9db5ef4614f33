import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiFailure, currentValues } from '#client/lib/api.ts';
import { formatCount } from '#client/lib/format.ts';
import type { useListState } from '#client/lib/list-state.ts';
import { usePageCommands } from '#client/lib/page-commands.ts';
import { type Selection, useSelection } from '#client/lib/use-selection.ts';
import { useNotifyOnFailure } from '#client/live/use-notify-on-failure.ts';
import { useUndo } from '#client/member-ui/changes/mutations.ts';
import { activeFilters, type ListView, noFilters } from '#client/member-ui/filters/list-view.ts';
import { filterTexts } from '#client/member-ui/filters/texts.ts';
import { useDecide } from '#client/member-ui/results/use-decide.ts';
import { useReviews } from '#client/member-ui/reviews/use-reviews.ts';
import { writeReviews } from '#client/member-ui/reviews/write-reviews.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import layout from '#client/ui/layout.module.css';
import { LoadFailure, LoadingNote } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { IconArrowUp, IconSearchOff, IconUsers } from '#client/ui/page-icons.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { adminMessages, userTable } from '#domain/admin.ts';
import type { MemberSort } from '#domain/member-list.ts';
import type { Outcome } from '#domain/outcomes.ts';
import {
  currentReviews,
  type ReviewFlags,
  reviewsCap,
  type ShownReview,
  shownSubmission,
} from '#domain/review.ts';
import type { CellContext } from './columns.tsx';
import { FilterChips, ListToolbar } from './list-toolbar.tsx';
import classes from './member-table.module.css';
import { MemberTable } from './member-table.tsx';
import { type ListRow, selectionCap } from './pinned-rows.ts';
import type { TablePreset } from './presets.ts';
import { exportAddress } from './queries.ts';
import { listTexts, reviewManyTexts } from './texts.ts';
import { useColumns } from './use-columns.ts';
import { type MemberList as List, useMemberList } from './use-member-list.ts';

/** Most visits select nothing, and many filter nothing. */
const ListFilters = lazy(() => import('./list-filters.tsx').then((m) => ({ default: m.ListFilters })));
const SelectionBar = lazy(() => import('./selection-bar.tsx').then((m) => ({ default: m.SelectionBar })));

interface MemberListProps {
  preset: TablePreset;
  control: Pick<ReturnType<typeof useListState<ListView>>, 'view' | 'change'>;
  addressOf: (uid: string) => string;
  /** How many rows there are without a filter, if that is known before they are loaded. */
  expected?: number | undefined;
}

/** A table of members with search, filters, order, columns, selection and export; it follows what happens. */
export function MemberList({ preset, control, addressOf, expected }: MemberListProps) {
  const { view, change } = control;
  const list = useMemberList(view);
  const chosen = useColumns(preset);
  const filtersId = useId();
  const [filtersOpen, setFiltersOpen] = useState(false);
  const selection = useSelection({ items: list.rows, keyOf, view: list.hash, cap: selectionCap });
  const { context, reviewSelected, decideSelected } = useRowReviews(list, selection, {
    preset,
    addressOf,
    fixesAddresses: view.address !== undefined,
  });

  usePageCommands([
    { label: listTexts.select, run: selection.start },
    { label: filterTexts.list, run: () => setFiltersOpen(true) },
    { label: listTexts.exports[0].label, run: () => window.location.assign(exportAddress(view)) },
  ]);

  return (
    <div className={layout.stackM}>
      <ListToolbar
        view={view}
        onSearch={(q) => change({ q })}
        preset={preset}
        chosen={chosen}
        selection={selection}
        filters={
          <FilterChips
            {...{ view, preset }}
            onChange={change}
            add={{
              'aria-expanded': filtersOpen,
              'aria-controls': filtersId,
              onClick: () => setFiltersOpen(!filtersOpen),
            }}
          />
        }
      >
        {!list.loading && !list.error && countText(list, view, preset)}
      </ListToolbar>
      <div id={filtersId} hidden={!filtersOpen}>
        <Suspense>{filtersOpen && <ListFilters view={view} preset={preset} onChange={change} />}</Suspense>
      </div>
      {selection.active && (
        <Suspense>
          <SelectionBar
            list={list}
            view={view}
            selection={selection}
            onReview={reviewSelected}
            onDecide={decideSelected}
          />
        </Suspense>
      )}
      {list.error && list.rows.length > 0 && <Notice tone="error">{adminMessages.loadFailed}</Notice>}
      {list.outdated && (
        <Button variant="light" size="sm" icon={IconArrowUp} onClick={list.restart}>
          {listTexts.outdated}
        </Button>
      )}
      <MemberTable
        list={list}
        view={view}
        preset={preset}
        shown={chosen.shown}
        context={context}
        selection={selection.active ? selection : null}
        onSort={(sort) => change(sortedBy(sort, view))}
        empty={<EmptyRows {...{ list, view, preset, expected }} onClear={() => change(noFilters)} />}
      />
    </div>
  );
}

const keyOf = ({ member }: ListRow) => member.uid;

/** Reviews and outcomes from the list's rows. A reviewed row keeps its place although it may leave the view. */
function useRowReviews(
  { pin }: List,
  selection: Selection<ListRow>,
  { preset, addressOf, fixesAddresses }: Pick<CellContext, 'preset' | 'addressOf' | 'fixesAddresses'>,
) {
  const { save } = useReviews();
  const reviewMany = useReviewMany();
  const decide = useDecide();
  const { pathname, search } = useLocation();
  const context = useMemo<CellContext>(
    () => ({
      preset,
      addressOf,
      fixesAddresses,
      list: `${pathname}${search}`,
      onReview: (member, flags) => {
        pin(member.uid, flags);
        void save(member, shownSubmission(member), flags);
      },
    }),
    [preset, addressOf, fixesAddresses, pathname, search, save, pin],
  );

  async function reviewSelected(flags: ReviewFlags) {
    const shown = new Map([...selection.seen].map(([uid, { member }]) => [uid, shownSubmission(member)]));
    for (const uid of shown.keys()) pin(uid, flags);
    const changed = await reviewMany(shown, flags);
    if (changed) selection.drop(changed);
    else selection.clear();
  }

  async function decideSelected(outcome: Outcome | null) {
    const shown = selection.selected.map(({ member }) => ({ uid: member.uid, outcome: member.outcome }));
    const answer = await decide({ uids: shown.map(({ uid }) => uid), outcome, shown: () => shown });
    if (answer) selection.clear();
  }

  return { context, reviewSelected, decideSelected };
}

/** Orders that begin with the latest, the best, and those who are in. */
const latestFirst: readonly MemberSort[] = [
  'createdAt',
  'submittedAt',
  'score',
  'mean',
  'opinions',
  'spread',
  'outcome',
];

/** A second click reverses the order. */
function sortedBy(sort: MemberSort, view: ListView): Pick<ListView, 'sort' | 'dir'> {
  const first = latestFirst.includes(sort) ? 'desc' : 'asc';
  const other = view.dir === 'asc' ? 'desc' : 'asc';
  return { sort, dir: view.sort === sort ? other : first };
}

function isNarrowed(view: ListView, preset: TablePreset): boolean {
  return view.q !== '' || activeFilters(view, preset.state).length > 0;
}

function countText({ total }: List, view: ListView, preset: TablePreset): string {
  const [one, many] = preset.nouns;
  const number = formatCount(total, one, many);
  return isNarrowed(view, preset) ? listTexts.matching(number, total === 1) : number;
}

interface EmptyRowsProps {
  list: List;
  view: ListView;
  preset: TablePreset;
  expected: number | undefined;
  onClear: () => void;
}

/** More than a window has room for. */
const skeletonCap = 20;

/** Shown instead of rows: loading, a failure, or that there are none. */
function EmptyRows({ list, view, preset, expected, onClear }: EmptyRowsProps): ReactNode {
  const narrowed = isNarrowed(view, preset);
  if (list.error) {
    const refused = list.error instanceof ApiFailure && list.error.status !== 0;
    return (
      <LoadFailure
        title={userTable.emptyAfterError}
        error={list.error}
        text={refused ? adminMessages.loadFailed : `${adminMessages.loadFailed} ${list.error.message}`}
        onRetry={list.retry}
      />
    );
  }
  const rows = (narrowed ? undefined : expected) ?? 6;
  if (list.loading && rows > 0) {
    return (
      <div className={classes.loading}>
        <LoadingNote />
        {Array.from({ length: Math.min(rows, skeletonCap) }, (_, row) => row).map((row) => (
          <Skeleton key={row} height="20px" />
        ))}
      </div>
    );
  }
  if (narrowed) {
    return (
      <EmptyState
        mark={IconSearchOff}
        title={listTexts.nothingFound(preset.nouns[1])}
        action={<Button onClick={onClear}>{listTexts.showAll}</Button>}
      >
        {listTexts.nothingFoundHint}
      </EmptyState>
    );
  }
  return <EmptyState mark={IconUsers} title={preset.empty} />;
}

/**
 * Sets marks of many submissions. The outcome, with undo, is a notification.
 * @returns for what the page showed, by uid: the submissions that have changed, if they were not saved because of that;
 *   null if all were saved
 */
function useReviewMany() {
  const client = useQueryClient();
  const notify = useNotify();
  const notifyOnFailure = useNotifyOnFailure();
  const undo = useUndo();

  return async (shown: ReadonlyMap<string, ShownReview>, set: ReviewFlags): Promise<string[] | null> => {
    const reviews = [...shown].map(([uid, seen]) => ({ uid, shown: seen, set }));
    const saved = { changed: 0, skipped: 0, changes: [] as number[] };
    let outdated: string[] | null = null;
    for (let from = 0; from < reviews.length && !outdated; from += reviewsCap) {
      const work = writeReviews(client, reviews.slice(from, from + reviewsCap));
      const answer = await notifyOnFailure(work, (reason, error) => {
        outdated = currentValues(error, currentReviews)?.map(({ member }) => member.uid) ?? [];
        return { text: `${reviewManyTexts.notSaved} ${reason}`, error };
      });
      if (!answer) break;
      saved.changed += answer.changed;
      saved.skipped += answer.skipped.length;
      if (answer.seq !== null) saved.changes.push(answer.seq);
    }
    const { changed, skipped, changes } = saved;
    const undoAll = async () => {
      for (const seq of changes) await undo(seq);
    };
    if (!outdated || changed > 0) {
      notify({
        tone: 'success',
        text: reviewManyTexts.saved(changed, skipped, set),
        ...(changes.length > 0 && { action: { label: reviewManyTexts.undo, run: () => void undoAll() } }),
      });
    }
    return outdated;
  };
}
