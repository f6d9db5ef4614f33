import { useState } from 'react';
import type { ViewTexts } from '#client/lib/list-state.ts';
import { namedFilter, useFilterChoices } from '#client/member-ui/filters/filter-choices.ts';
import { type FilterName, filterNames, type ListView } from '#client/member-ui/filters/list-view.ts';
import { filterTexts as texts } from '#client/member-ui/filters/texts.ts';
import { SelectField } from '#client/ui/select-field.tsx';
import toolbar from '#client/ui/toolbar.module.css';
import { columnIds, columns } from './columns.tsx';
import type { TablePreset } from './presets.ts';

export interface ListFiltersProps {
  view: ListView;
  preset: TablePreset;
  onChange: (texts: ViewTexts<ListView>) => void;
}

/** One filter at a time, and the order: cards have no headings to sort by, and neither has a hidden column. */
export function ListFilters({ view, preset, onChange }: ListFiltersProps) {
  const filters = useFilterChoices();
  const [name, setName] = useState<FilterName>('track');
  const names = filterNames.filter((each) => !(each === 'submitted' && preset.ofSubmissions));
  const value = String(view[name] ?? '');
  const options = [{ value: '', label: texts.any }, ...filters[name].choices];
  // The several that an address has chosen.
  if (!options.some((option) => option.value === value))
    options.push({ value, label: namedFilter(name, value).words });
  return (
    <div className={toolbar.filters}>
      <SelectField
        label={texts.by}
        options={names.map((each) => ({ value: each, label: filters[each].label }))}
        value={name}
        onChange={({ currentTarget }) => setName(names[currentTarget.selectedIndex] ?? 'track')}
      />
      <SelectField
        label={filters[name].label}
        options={options}
        value={value}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
      <SelectField
        label={texts.sort}
        options={columnIds.map((sort) => ({
          value: sort,
          label: preset.labels[sort] ?? columns[sort].label,
        }))}
        value={view.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value })}
      />
      <SelectField
        label={texts.order}
        options={[
          { value: 'asc', label: texts.ascending },
          { value: 'desc', label: texts.descending },
        ]}
        value={view.dir}
        onChange={(event) => onChange({ dir: event.currentTarget.value })}
      />
    </div>
  );
}
