import type { ViewTexts } from '#client/lib/list-state.ts';
import { type Choice, namedFilter, useFilterChoices } from '#client/member-ui/filters/filter-choices.ts';
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

/** The choices, and the several that an address has chosen. */
function withChosen(choices: readonly Choice[], name: FilterName, chosen: unknown): readonly Choice[] {
  const value = String(chosen ?? '');
  if (value === '' || choices.some((choice) => choice.value === value)) return choices;
  return [...choices, { value, label: namedFilter(name, value).words }];
}

/** The filters and the order: cards have no headings to sort by, and neither has a hidden column. */
export function ListFilters({ view, preset, onChange }: ListFiltersProps) {
  const filters = useFilterChoices();
  const names = filterNames.filter((name) => !(name === 'submitted' && preset.ofSubmissions));
  return (
    <div className={toolbar.filters}>
      {names.map((name) => (
        <SelectField
          key={name}
          label={filters[name].label}
          options={[{ value: '', label: texts.any }, ...withChosen(filters[name].choices, name, view[name])]}
          value={String(view[name] ?? '')}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
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
