import type { ComponentProps, ReactNode } from 'react';
import type { Selection } from '#client/lib/use-selection.ts';
import { namedFilter } from '#client/member-ui/filters/filter-choices.ts';
import { activeFilters, type ListView, noFilters } from '#client/member-ui/filters/list-view.ts';
import { searchTexts, filterTexts as texts } from '#client/member-ui/filters/texts.ts';
import { Button, ButtonAnchor, ButtonLink } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import { Dropdown } from '#client/ui/dropdown.tsx';
import layout from '#client/ui/layout.module.css';
import {
  IconColumns3,
  IconDots,
  IconDownload,
  IconListCheck,
  IconPlus,
  IconSend,
  IconX,
} from '#client/ui/page-icons.ts';
import { SearchField } from '#client/ui/search-field.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import toolbar from '#client/ui/toolbar.module.css';
import typography from '#client/ui/typography.module.css';
import { limits } from '#domain/limits.ts';
import { columns } from './columns.tsx';
import type { ListFiltersProps } from './list-filters.tsx';
import type { TablePreset } from './presets.ts';
import { exportAddress, writeAddress } from './queries.ts';
import { listTexts } from './texts.ts';
import type { useColumns } from './use-columns.ts';

interface ListToolbarProps {
  view: ListView;
  onSearch: (q: string) => void;
  preset: TablePreset;
  chosen: ReturnType<typeof useColumns>;
  selection: Pick<Selection<unknown>, 'active' | 'seen' | 'start' | 'stop'>;
  /** The active filters. */
  filters: ReactNode;
  /** The number of rows. */
  children: ReactNode;
}

/** Above a table: search, filters, selection, columns, and in a menu export and a message to these members. */
export function ListToolbar(props: ListToolbarProps) {
  const { view, onSearch, preset, chosen, selection, filters, children } = props;
  return (
    <div className={toolbar.toolbar}>
      <SearchField {...searchTexts} maxLength={limits.name} value={view.q} onSearch={onSearch} />
      {filters}
      <p className={`${toolbar.count} ${typography.note}`} role="status">
        {children}
      </p>
      <div className={toolbar.buttons} data-screen-only>
        <Button
          size="sm"
          aria-pressed={selection.active}
          icon={IconListCheck}
          onClick={selection.active ? selection.stop : selection.start}
        >
          {listTexts.select}
        </Button>
        <Dropdown label={listTexts.columns} icon={IconColumns3}>
          <fieldset className={layout.stackM}>
            <legend className={typography.faint}>{listTexts.columnsToShow}</legend>
            {chosen.all.map((id) => (
              <CheckField
                key={id}
                label={preset.labels[id] ?? columns[id].label}
                checked={chosen.shown.includes(id)}
                onChange={() => chosen.toggle(id)}
              />
            ))}
            <LinkButton onClick={chosen.reset}>{listTexts.resetColumns}</LinkButton>
          </fieldset>
        </Dropdown>
        <Dropdown label={listTexts.more} icon={IconDots}>
          <div className={layout.stackXs}>
            {listTexts.exports.map(({ format, label }) => (
              <ButtonAnchor
                key={format}
                size="sm"
                href={exportAddress(view, format)}
                download
                icon={IconDownload}
              >
                {label}
              </ButtonAnchor>
            ))}
            {selection.seen.size === 0 && (
              <ButtonLink size="sm" icon={IconSend} to={writeAddress(view)} state={{ uids: [] }}>
                {listTexts.write}
              </ButtonLink>
            )}
          </div>
        </Dropdown>
      </div>
    </div>
  );
}

interface FilterChipsProps extends ListFiltersProps {
  /** The button that opens all filters. */
  add: Pick<ComponentProps<typeof Button>, 'aria-expanded' | 'aria-controls' | 'onClick'>;
}

export function FilterChips({ view, preset, onChange, add }: FilterChipsProps) {
  const names = activeFilters(view, preset.state);
  return (
    <div className={layout.row} data-screen-only>
      <ul className={layout.row} aria-label={texts.list} hidden={names.length === 0}>
        {names.map((name) => {
          const { label, words } = namedFilter(name, String(view[name]));
          return (
            <li key={name}>
              <Button
                size="sm"
                aria-label={texts.remove(label, words)}
                rightSection={<IconX size={15} stroke={2} aria-hidden="true" />}
                onClick={() => onChange({ [name]: '' })}
              >
                {label}: <strong>{words}</strong>
              </Button>
            </li>
          );
        })}
      </ul>
      <Button {...add} size="sm" icon={IconPlus} data-dashed>
        {texts.add}
      </Button>
      {names.length > 0 && <LinkButton onClick={() => onChange(noFilters)}>{texts.clear}</LinkButton>}
    </div>
  );
}
