// biome-ignore-all lint/a11y/noRedundantRoles: some browsers see no table in the cards of a phone

import { useQuery } from '@tanstack/react-query';
import type { VirtualItem } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMediaQuery } from '#client/lib/use-media-query.ts';
import type { Selection } from '#client/lib/use-selection.ts';
import type { ListView } from '#client/member-ui/filters/list-view.ts';
import { Button } from '#client/ui/button.tsx';
import cover from '#client/ui/cover.module.css';
import layout from '#client/ui/layout.module.css';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconRefresh } from '#client/ui/page-icons.ts';
import table from '#client/ui/table.module.css';
import { TickBox } from '#client/ui/tick-box.tsx';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import type { MemberSort } from '#domain/member-list.ts';
import { type CellContext, columns } from './columns.tsx';
import classes from './member-table.module.css';
import type { ListRow } from './pinned-rows.ts';
import type { ColumnId, TablePreset } from './presets.ts';
import { recordQuery } from './queries.ts';
import { cellTexts, listTexts, selectionTexts } from './texts.ts';
import type { MemberList } from './use-member-list.ts';
import { useVisibleRows } from './use-visible-rows.ts';

/** As in the style sheet; taller on touch screens. */
const rowHeight = { mouse: 40, touch: 52 };
const selectionWidth = 3.5;

interface MemberTableProps {
  list: MemberList;
  view: ListView;
  preset: TablePreset;
  shown: readonly ColumnId[];
  context: CellContext;
  selection: Selection<ListRow> | null;
  onSort: (sort: MemberSort) => void;
  empty: ReactNode;
}

/** A table of any length: only visible rows are rendered, and further pages load while it is scrolled. */
export function MemberTable(props: MemberTableProps) {
  const { list, preset, shown, selection, empty } = props;
  const frame = useRef<HTMLDivElement>(null);
  const touch = useMediaQuery('(pointer: coarse)');
  const printing = usePrinting();
  const cards = useMediaQuery('screen and (max-width: 48rem)');
  const isInCard = cards && preset.ofSubmissions;
  const rowLayout = cards
    ? { height: 44 * shown.length + 40, gap: 10 }
    : { height: touch ? rowHeight.touch : rowHeight.mouse, gap: 0 };
  const visible = useVisibleRows(frame, list, rowLayout);
  const { items, before, after } = printing ? allRows(list) : visible;
  const width = shown.reduce((sum, id) => sum + columns[id].width, selection ? selectionWidth : 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      ref={frame}
      className={`${classes.frame} ${printing || isInCard ? '' : layout.card} ${cards && !isInCard ? layout.boxed : ''}`}
      role="group"
      aria-label={listTexts.table(preset.label)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach an area that scrolls
      tabIndex={0}
      onKeyDown={moveBetweenRows}
    >
      <table
        role="table"
        className={`${table.table} ${table.cards} ${classes.table}`}
        style={cards || printing ? undefined : { minWidth: `${width}rem` }}
        aria-label={preset.label}
        aria-rowcount={list.total + 1}
        aria-busy={list.loading}
      >
        <Head {...props} width={width} />
        <tbody role="presentation" aria-hidden="true">
          <tr style={{ height: before }} />
        </tbody>
        <Rows {...props} items={items} measure={cards && !printing ? visible.measure : null} />
        <tbody role="presentation" aria-hidden="true">
          <tr style={{ height: after }} />
        </tbody>
      </table>
      {list.rows.length === 0 && <div className={`${layout.padded} ${typography.faint}`}>{empty}</div>}
      {list.rows.length > 0 && list.hasMore && !printing && <NextPage list={list} />}
      {list.hasMore && printing && <p>{listTexts.printed(list.rows.length, list.total)}</p>}
    </div>
  );
}

/** Columns have a share of the width, so that they fit on paper too. */
function Head({ preset, shown, selection, view, onSort, width }: MemberTableProps & { width: number }) {
  const share = (rem: number) => ({ width: `${(100 * rem) / width}%` });
  return (
    <>
      <colgroup>
        {selection && <col style={share(selectionWidth)} />}
        {shown.map((id) => (
          <col key={id} style={share(columns[id].width)} />
        ))}
      </colgroup>
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {selection && (
            <th role="columnheader" scope="col">
              <SelectAll selection={selection} />
            </th>
          )}
          {shown.map((id) => (
            <Heading key={id} id={id} label={preset.labels[id]} view={view} onSort={onSort} />
          ))}
        </tr>
      </thead>
    </>
  );
}

/** On paper nothing can be scrolled to. */
function allRows({ rows }: MemberList) {
  return { items: rows.map(({ member }, index) => ({ index, key: member.uid })), before: 0, after: 0 };
}

interface RowsProps extends MemberTableProps {
  items: readonly Pick<VirtualItem, 'index' | 'key'>[];
  measure: ((row: HTMLTableRowElement | null) => void) | null;
}

function Rows({ list: { rows }, items, shown, context, selection, measure }: RowsProps) {
  return (
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
              context={context}
              selected={selection ? selection.has(row.member.uid) : null}
              onSelect={selection?.select ?? ignore}
              measure={measure}
            />
          )
        );
      })}
    </tbody>
  );
}

function NextPage({ list: { moreFailed, loadingMore, loadMore } }: { list: MemberList }) {
  return (
    <p className={`${layout.padded} ${typography.faint}`} role="status">
      {moreFailed ? (
        <Button size="sm" icon={IconRefresh} onClick={() => void loadMore()}>
          {listTexts.loadMoreFailed}
        </Button>
      ) : (
        loadingMore && listTexts.loadingMore
      )}
    </p>
  );
}

function ignore() {}

function SelectAll({ selection }: { selection: Selection<ListRow> }) {
  const { all, seen, selectAll } = selection;
  return (
    <TickBox
      ref={(box) => {
        if (box) box.indeterminate = seen.size > 0 && !all;
      }}
      label={selectionTexts.loaded}
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
  const text = label ?? columns[id].label;
  const direction = view.sort === id ? view.dir : null;
  const Icon = direction === null ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      {...(direction && { 'aria-sort': direction === 'asc' ? 'ascending' : 'descending' })}
    >
      <button type="button" className={classes.sort} onClick={() => onSort(id)}>
        {text}
        <Icon size={15} stroke={1.9} aria-hidden="true" />
        {direction === null && <VisuallyHidden>{listTexts.sortable}</VisuallyHidden>}
      </button>
    </th>
  );
}

const control = 'a, button, input';

/** ArrowUp and ArrowDown move the focus to the same control in the row above or below. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
  const cell = event.target.closest<HTMLElement>('[data-column]');
  const row = event.target.closest<HTMLElement>('[data-index]');
  if (!cell || !row) return;
  const step = event.key === 'ArrowDown' ? 1 : -1;
  const next = event.currentTarget.querySelector(`[data-index="${Number(row.dataset.index) + step}"]`);
  const controls = [...cell.querySelectorAll(control)];
  const others = next?.querySelectorAll<HTMLElement>(
    `[data-column="${cell.dataset.column}"] :is(${control})`,
  );
  const wanted = others?.[controls.indexOf(event.target)] ?? next?.querySelector<HTMLElement>(control);
  if (!wanted) return;
  event.preventDefault();
  wanted.focus();
}

/** Whether the page is being printed. The browser waits for no later render, so this one is rendered immediately. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}

interface MemberRowProps {
  row: ListRow;
  index: number;
  shown: readonly ColumnId[];
  context: CellContext;
  selected: boolean | null;
  onSelect: (index: number, selected: boolean, range: boolean) => void;
  /** Set if the row is a card, whose height is known only once it is rendered. */
  measure: Ref<HTMLTableRowElement> | null;
}

const MemberRow = memo(function MemberRow(props: MemberRowProps) {
  const { row, index, shown, context, selected, onSelect, measure } = props;
  // A row that has left the list is no longer fetched with it.
  const { data } = useQuery({ ...recordQuery(row.member.uid), enabled: row.pinned === true });
  const member = row.pinned && data ? { ...row.member, ...data } : row.member;
  return (
    <tr
      ref={measure}
      role="row"
      className={`${cover.card} ${classes.row}`}
      data-index={index}
      data-uid={row.member.uid}
      data-pinned={row.pinned || undefined}
      data-selected={selected || undefined}
      aria-rowindex={index + 2}
      {...(selected !== null && { 'aria-selected': selected })}
    >
      {selected !== null && (
        <td role="cell" data-column="selection">
          <TickBox
            label={cellTexts.select(member.fullName || member.email)}
            checked={selected}
            onChange={(event) => {
              const { nativeEvent, currentTarget } = event;
              onSelect(
                index,
                currentTarget.checked,
                'shiftKey' in nativeEvent && nativeEvent.shiftKey === true,
              );
            }}
          />
        </td>
      )}
      {shown.map((id) => (
        <td
          key={id}
          role="cell"
          data-column={id}
          dir={id === 'fullName' ? 'auto' : undefined}
          data-label={
            measure && id !== 'fullName' ? (context.preset.labels[id] ?? columns[id].label) : undefined
          }
        >
          <span>{columns[id].cell(member, context)}</span>
          {id === 'fullName' && row.pinned && <VisuallyHidden> {cellTexts.gone}</VisuallyHidden>}
        </td>
      ))}
    </tr>
  );
});
