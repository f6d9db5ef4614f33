// biome-ignore-all lint/a11y/noRedundantRoles: some browsers see no table in the cards of a phone
import type { ReactNode } from 'react';
import table from './table.module.css';

interface CardTableProps {
  label?: string;
  className?: string | undefined;
  /** The labels of the columns, the first of which is that of the heads. */
  columns: readonly string[];
  rows: readonly { key: string; head: ReactNode; cells: readonly ReactNode[] }[];
}

/** A table whose rows are cards on a phone, with the label of its column before each value. */
export function CardTable({ label, className = '', columns, rows }: CardTableProps) {
  return (
    <table role="table" aria-label={label} className={`${table.table} ${table.cards} ${className}`}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, head, cells }) => (
          <tr key={key} role="row">
            <th role="rowheader" scope="row">
              {head}
            </th>
            {cells.map((cell, index) => (
              <td
                key={columns[index + 1]}
                role="cell"
                data-label={columns[index + 1]}
                data-none={cell === '0' || undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
