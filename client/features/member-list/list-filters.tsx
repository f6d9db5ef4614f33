import { filterChoices as filters } from '#client/features/members/filters/filter-choices.ts';
import {
  activeFilters,
  filterNames,
  type ListView,
  noFilters,
} from '#client/features/members/filters/list-view.ts';
import { filterTexts as texts } from '#client/features/members/filters/texts.ts';
import type { ViewTexts } from '#client/lib/list-state.ts';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { IconX } from '#client/ui/page-icons.ts';
import { SelectField } from '#client/ui/select-field.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import toolbar from '#client/ui/toolbar.module.css';
import { columnIds, columns } from './columns.tsx';
import type { TablePreset } from './presets.ts';

interface ListFiltersProps {
  view: ListView;
  preset: TablePreset;
  onChange: (texts: ViewTexts<ListView>) => void;
}

/** The filters and the order: cards have no headings to sort by, and neither has a hidden column. */
export function ListFilters({ view, preset, onChange }: ListFiltersProps) {
  const names = filterNames.filter((name) => !(name === 'submitted' && preset.ofSubmissions));
  return (
    <div className={toolbar.filters}>
      {names.map((name) => (
        <SelectField
          key={name}
          label={filters[name].label}
          options={[{ value: '', label: texts.any }, ...filters[name].choices]}
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

export function FilterChips({ view, preset, onChange }: ListFiltersProps) {
  const names = activeFilters(view, preset.state);
  if (names.length === 0) return null;
  return (
    <div className={layout.line}>
      <ul className={layout.row} aria-label={texts.list}>
        {names.map((name) => {
          const { label, choices } = filters[name];
          const value = choices.find((choice) => choice.value === String(view[name]))?.label ?? '';
          return (
            <li key={name}>
              <Button
                variant="default"
                size="sm"
                aria-label={texts.remove(label, value)}
                rightSection={<IconX size={15} stroke={2} aria-hidden="true" />}
                onClick={() => onChange({ [name]: '' })}
              >
                {label}: {value}
              </Button>
            </li>
          );
        })}
      </ul>
      <LinkButton onClick={() => onChange(noFilters)}>{texts.clear}</LinkButton>
    </div>
  );
}
