// biome-ignore-all lint/a11y/noRedundantRoles: drawn as cards on a phone, they are no table for some browsers
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconRefresh } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TickBox } from '#client/ui/tick-box.tsx';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { type MemberSort, memberSorts } from '#domain/member-list.ts';
import type { ListView } from '../list-view.ts';
import { useLive } from '../live.tsx';
import { type CellContext, type ColumnId, columns } from './columns.tsx';
import { MemberRow } from './member-row.tsx';
import classes from './member-table.module.css';
import type { TablePreset } from './presets.ts';
import { moveBetweenRows } from './row-keys.ts';
import { useKeepPlace } from './use-keep-place.ts';
import type { MemberList } from './use-member-list.ts';
import { useScrollPlace } from './use-scroll-place.ts';
import type { Selection } from './use-selection.ts';

/** As in the style sheet: high enough for a finger only where there is one. */
const rowHeight = { mouse: 40, touch: 52 };
/** Rows before the end of what is loaded at which the next page is asked for: over half a second of a hard flick. */
const lookAhead = 60;

interface MemberTableProps {
  list: MemberList;
  view: ListView;
  preset: TablePreset;
  shown: readonly ColumnId[];
  context: CellContext;
  /** Null while rows are not being selected. */
  selection: Selection | null;
  onSort: (sort: MemberSort) => void;
  /** What stands in place of rows where there are none. */
  empty: ReactNode;
}

/** A table of any length: only the rows in sight are drawn, further pages come as it is scrolled. */
export function MemberTable(props: MemberTableProps) {
  const { list, view, preset, shown, context, selection, onSort, empty } = props;
  const { rows, hasMore, loadingMore, moreFailed, loadMore } = list;
  const { records } = useLive();
  const frame = useRef<HTMLDivElement>(null);
  const touch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false });
  const cards = useMediaQuery('(max-width: 48rem)', undefined, { getInitialValueInEffect: false });

  // Another function would have every row's place worked out anew, at each step of a scroll.
  const getItemKey = useCallback((index: number) => rows[index]?.member.uid ?? index, [rows]);
  const place = useScrollPlace(frame);
  const virtual = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: rows.length,
    // Where there is nothing to scroll nothing is measured.
    enabled: rows.length > 0,
    getScrollElement: () => frame.current,
    getItemKey,
    estimateSize: () => (cards ? 44 * shown.length + 40 : touch ? rowHeight.touch : rowHeight.mouse),
    initialOffset: place,
    gap: cards ? 10 : 0,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const firstStart = items[0]?.start ?? 0;
  const last = items.at(-1);
  const rest = virtual.getTotalSize() - (last?.end ?? 0);

  useKeepPlace(frame, virtual, rows, list.name);

  const nearEnd = last !== undefined && last.index >= rows.length - lookAhead;
  useEffect(() => {
    if (nearEnd && hasMore && !loadingMore && !moreFailed) void loadMore();
  }, [nearEnd, hasMore, loadingMore, moreFailed, loadMore]);

  const width = shown.reduce((sum, id) => sum + columns[id].width, selection ? 3.5 : 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      ref={frame}
      className={classes.frame}
      role="group"
      aria-label={`${preset.label} table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      onKeyDown={moveBetweenRows}
    >
      <table
        role="table"
        className={classes.table}
        style={cards ? undefined : { minWidth: `${width}rem` }}
        aria-label={preset.label}
        aria-rowcount={list.total + 1}
        aria-busy={list.loading}
      >
        <colgroup>
          {selection && <col style={{ width: '3.5rem' }} />}
          {shown.map((id) => (
            <col key={id} style={{ width: `${columns[id].width}rem` }} />
          ))}
        </colgroup>
        <thead role="rowgroup" className={classes.head}>
          <tr role="row" aria-rowindex={1}>
            {selection && (
              <th role="columnheader" scope="col" className={classes.tick}>
                <SelectAll selection={selection} />
              </th>
            )}
            {shown.map((id) => (
              <Heading key={id} id={id} label={preset.labels[id]} view={view} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="presentation" aria-hidden="true">
          <tr style={{ height: firstStart }} />
        </tbody>
        <tbody role="rowgroup">
          {items.map(({ index, key }) => {
            const row = rows[index];
            return (
              row && (
                <MemberRow
                  key={key}
                  row={row}
                  index={index}
                  shown={shown}
                  labels={preset.labels}
                  context={context}
                  records={records}
                  selected={selection ? selection.has(row.member.uid) : null}
                  onSelect={selection?.select ?? ignore}
                  measure={cards ? virtual.measureElement : null}
                />
              )
            );
          })}
        </tbody>
        <tbody role="presentation" aria-hidden="true">
          <tr style={{ height: rest }} />
        </tbody>
      </table>
      {rows.length === 0 && <div className={classes.empty}>{empty}</div>}
      {rows.length > 0 && hasMore && (
        <p className={classes.more} role="status">
          {moreFailed ? (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconRefresh size={17} stroke={1.8} aria-hidden="true" />}
              onClick={() => void loadMore()}
            >
              Could not load more. Try again
            </Button>
          ) : (
            loadingMore && 'Loading more...'
          )}
        </p>
      )}
    </div>
  );
}

function ignore() {}

function SelectAll({ selection }: { selection: Selection }) {
  const { all, some, selectAll } = selection;
  return (
    <TickBox
      ref={(box) => {
        if (box) box.indeterminate = some && !all;
      }}
      label="Select loaded rows"
      checked={all}
      onChange={(event) => selectAll(event.currentTarget.checked)}
    />
  );
}

interface HeadingProps {
  id: ColumnId;
  label: string | undefined;
  view: ListView;
  onSort: (sort: MemberSort) => void;
}

function Heading({ id, label, view, onSort }: HeadingProps) {
  const sort = memberSorts.find((name) => name === id);
  const text = label ?? columns[id].label;
  const direction = view.sort === sort ? view.dir : null;
  const Icon = direction === null ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      className={classes.heading}
      {...(direction && { 'aria-sort': direction === 'asc' ? 'ascending' : 'descending' })}
    >
      {sort ? (
        <button type="button" className={classes.sort} onClick={() => onSort(sort)}>
          {text}
          <Icon size={15} stroke={1.9} data-set={direction !== null || undefined} aria-hidden="true" />
          {direction === null && <VisuallyHidden>, sort by this</VisuallyHidden>}
        </button>
      ) : (
        text
      )}
    </th>
  );
}
