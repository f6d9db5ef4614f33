import { formatNumber } from '#client/lib/format.ts';
import { listQuery, type ViewTexts } from '#client/lib/list-state.ts';
import { useFilterChoices } from '#client/member-ui/filters/filter-choices.ts';
import { filterText } from '#client/member-ui/filters/filter-text.ts';
import { filterNames } from '#client/member-ui/filters/list-view.ts';
import { filterTexts, searchTexts } from '#client/member-ui/filters/texts.ts';
import layout from '#client/ui/layout.module.css';
import { IconChevronDown } from '#client/ui/page-icons.ts';
import { SearchField } from '#client/ui/search-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import toolbar from '#client/ui/toolbar.module.css';
import typography from '#client/ui/typography.module.css';
import { limits } from '#domain/limits.ts';
import type { MemberFilter } from '#domain/member-list.ts';
import classes from './audience-fields.module.css';
import { composeTexts as texts } from './texts.ts';

interface AudienceFieldsProps {
  filter: MemberFilter;
  /** Undefined while it is not known. */
  members: number | undefined;
  onChange: (texts: ViewTexts<MemberFilter>) => void;
}

export function AudienceFields({ filter, members, onChange }: AudienceFieldsProps) {
  const filterChoices = useFilterChoices();
  return (
    <details className={`${layout.card} ${classes.audience}`}>
      <summary className={classes.summary}>
        <span className={typography.soft}>{texts.to}</span>
        <strong className={typography.wrap}>{filterText(filter) || texts.everybody}</strong>
        {members !== undefined && <span className={typography.soft}>({formatNumber(members)})</span>}
        <IconChevronDown className={classes.chevron} size={18} stroke={1.8} aria-hidden="true" />
      </summary>
      <fieldset className={`${toolbar.filters} ${classes.fields}`} aria-label={texts.recipientsTitle}>
        <SearchField
          {...searchTexts}
          maxLength={limits.name}
          value={filter.q}
          onSearch={(q) => onChange({ q })}
        />
        {filterNames.map((name) => (
          <SelectField
            key={name}
            label={filterChoices[name].label}
            options={[{ value: '', label: filterTexts.any }, ...filterChoices[name].choices]}
            value={String(filter[name] ?? '')}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        ))}
        <p className={layout.whole}>
          <TextLink to={`/admin?${listQuery(filter)}`}>{texts.show}</TextLink>
        </p>
      </fieldset>
    </details>
  );
}
