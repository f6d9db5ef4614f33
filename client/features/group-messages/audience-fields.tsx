import { filterChoices, filterNames } from '#client/features/members/filters/filter-choices.ts';
import { filterTexts, searchTexts } from '#client/features/members/filters/texts.ts';
import type { ViewTexts } from '#client/lib/list-state.ts';
import { SelectField } from '#client/ui/field.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { limits } from '#domain/limits.ts';
import type { MemberFilter } from '#domain/member-list.ts';
import classes from './audience-fields.module.css';
import { composeTexts } from './texts.ts';

interface AudienceFieldsProps {
  filter: MemberFilter;
  onChange: (texts: ViewTexts<MemberFilter>) => void;
}

/** Chooses the recipients by the filters of the member list. */
export function AudienceFields({ filter, onChange }: AudienceFieldsProps) {
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>{composeTexts.recipientsTitle}</legend>
      <div className={classes.search}>
        <SearchField
          label={searchTexts.label}
          placeholder={searchTexts.placeholder}
          maxLength={limits.name}
          value={filter.q}
          onSearch={(q) => onChange({ q })}
        />
      </div>
      {filterNames.map((name) => (
        <SelectField
          key={name}
          label={filterChoices[name].label}
          options={[{ value: '', label: filterTexts.any }, ...filterChoices[name].choices]}
          value={String(filter[name] ?? '')}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
    </fieldset>
  );
}
