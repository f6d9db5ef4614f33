import { describe, expect, it } from 'vitest';
import { columnIds } from './columns.tsx';
import type { ColumnId } from './presets.ts';
import { columnsOf, withColumns } from './use-columns.ts';

describe('the columns of an address', () => {
  const choices: (readonly ColumnId[])[] = [['email'], ['fullName', 'step', 'graded'], columnIds];
  it.each(choices.map((columns) => ({ columns })))('come back: $columns', ({ columns }) => {
    const search = withColumns(new URLSearchParams('q=asha&columns=email'), columns);
    expect(search.get('q')).toBe('asha');
    expect(columnsOf(search.get('columns')?.split('.'))).toEqual(columns);
    expect(search.toString()).not.toContain('%');
  });

  it('are taken out with the table’s own', () => {
    expect(withColumns(new URLSearchParams('q=asha&columns=email'), null).toString()).toBe('q=asha');
  });

  it('are those that there are, in their order', () => {
    expect(columnsOf(['graded', 'shoeSize', 'email', 'email'])).toEqual(['email', 'graded']);
  });

  it.each([[null], [undefined], ['email'], [[]], [['shoeSize']], [[{}]]])('are none: %s', (names) => {
    expect(columnsOf(names)).toBeNull();
  });
});
