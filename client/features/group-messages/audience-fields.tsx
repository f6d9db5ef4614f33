import { useState } from 'react';
import { formatNumber } from '#client/lib/format.ts';
import { listQuery, type ViewTexts } from '#client/lib/list-state.ts';
import { namedFilter, severalOf, useFilterChoices } from '#client/member-ui/filters/filter-choices.ts';
import { filterText } from '#client/member-ui/filters/filter-text.ts';
import { type FilterName, filterNames, noFilters } from '#client/member-ui/filters/list-view.ts';
import { filterTexts, searchTexts } from '#client/member-ui/filters/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import cover from '#client/ui/cover.module.css';
import { Dropdown } from '#client/ui/dropdown.tsx';
import field from '#client/ui/field.module.css';
import layout from '#client/ui/layout.module.css';
import { IconSelector } from '#client/ui/page-icons.ts';
import { Summary } from '#client/ui/panel.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import toolbar from '#client/ui/toolbar.module.css';
import typography from '#client/ui/typography.module.css';
import { limits } from '#domain/limits.ts';
import type { MemberFilter } from '#domain/member-list.ts';
import classes from './audience-fields.module.css';
import { presets } from './audience-filter.ts';
import { composeTexts as texts } from './texts.ts';

interface AudienceFieldsProps {
  filter: MemberFilter;
  /** Undefined while it is not known. */
  members: number | undefined;
  onChange: (texts: ViewTexts<MemberFilter>) => void;
}

export function AudienceFields({ filter, members, onChange }: AudienceFieldsProps) {
  const filters = useFilterChoices();
  const [name, setName] = useState<FilterName>('track');
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div className={layout.row} role="group" aria-label={texts.presets}>
        {presets.map((preset) => (
          <Button key={preset.label} size="sm" onClick={() => onChange({ ...noFilters, ...preset.filter })}>
            {preset.label}
          </Button>
        ))}
      </div>
      <details className={layout.card}>
        <Summary className={`${layout.boxed} ${cover.card}`}>
          <span className={typography.soft}>{texts.to}</span>
          <strong className={typography.wrap}>{filterText(filter) || texts.everybody}</strong>
          {members !== undefined && <span className={typography.fact}>({formatNumber(members)})</span>}
        </Summary>
        <fieldset
          className={`${toolbar.filters} ${layout.boxed} ${classes.fields}`}
          aria-label={texts.recipientsTitle}
        >
          <SearchField
            {...searchTexts}
            maxLength={limits.name}
            value={filter.q}
            onSearch={(q) => onChange({ q })}
          />
          <SelectField
            label={filterTexts.by}
            options={filterNames.map((each) => ({ value: each, label: filters[each].label }))}
            value={name}
            onChange={({ currentTarget }) => setName(filterNames[currentTarget.selectedIndex] ?? 'track')}
          />
          <FilterField
            key={name}
            name={name}
            value={String(filter[name] ?? '')}
            onChange={(value) => onChange({ [name]: value })}
          />
          <p className={layout.whole}>
            <TextLink to={`/admin?${listQuery(filter)}`}>{texts.show}</TextLink>
          </p>
        </fieldset>
      </details>
    </>
  );
}

interface FilterFieldProps {
  name: FilterName;
  value: string;
  onChange: (value: string) => void;
}

function FilterField({ name, value, onChange }: FilterFieldProps) {
  const { label, choices } = useFilterChoices()[name];
  const separator = severalOf[name];
  if (separator === undefined) {
    return (
      <SelectField
        label={label}
        options={[{ value: '', label: filterTexts.any }, ...choices]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const chosen = value === '' ? [] : value.split(separator);
  const toggled = (choice: string) =>
    chosen.includes(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice];
  return (
    <div>
      <span className={field.label} aria-hidden="true">
        {label}
      </span>
      <Dropdown
        icon={IconSelector}
        label={value === '' ? filterTexts.any : namedFilter(name, value).words}
        labelBefore={label}
      >
        <fieldset className={layout.stackM} aria-label={label}>
          {choices.map((choice) => (
            <CheckField
              key={choice.value}
              label={choice.label}
              checked={chosen.includes(choice.value)}
              onChange={() => onChange(toggled(choice.value).join(separator))}
            />
          ))}
        </fieldset>
      </Dropdown>
    </div>
  );
}
