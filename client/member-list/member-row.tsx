// biome-ignore-all lint/a11y/noRedundantRoles: some browsers see no table in the cards of a phone
import { useQuery } from '@tanstack/react-query';
import { memo, type Ref } from 'react';
import cover from '#client/ui/cover.module.css';
import { TickBox } from '#client/ui/tick-box.tsx';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { type CellContext, columns } from './columns.tsx';
import classes from './member-table.module.css';
import type { ListRow } from './pinned-rows.ts';
import type { ColumnId } from './presets.ts';
import { recordQuery } from './queries.ts';
import { cellTexts } from './texts.ts';

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

export const MemberRow = memo(function MemberRow(props: MemberRowProps) {
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
