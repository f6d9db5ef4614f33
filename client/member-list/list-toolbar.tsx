import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Selection } from '#client/lib/use-selection.ts';
import { activeFilters, type ListView } from '#client/member-ui/filters/list-view.ts';
import { filterTexts, searchTexts } from '#client/member-ui/filters/texts.ts';
import { Button, ButtonAnchor, ButtonLink } from '#client/ui/button.tsx';
import { Dropdown } from '#client/ui/dropdown.tsx';
import { CheckField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { IconColumns3, IconDownload, IconFilter, IconListCheck, IconSend } from '#client/ui/page-icons.ts';
import { SearchField } from '#client/ui/search-field.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import toolbar from '#client/ui/toolbar.module.css';
import typography from '#client/ui/typography.module.css';
import { limits } from '#domain/limits.ts';
import { columns } from './columns.tsx';
import type { TablePreset } from './presets.ts';
import { exportAddress, writeAddress } from './queries.ts';
import { listTexts } from './texts.ts';
import type { useColumns } from './use-columns.ts';

interface ListToolbarProps {
  view: ListView;
  onSearch: (q: string) => void;
  preset: TablePreset;
  filtersOpen: boolean;
  filtersId: string;
  onToggleFilters: () => void;
  chosen: ReturnType<typeof useColumns>;
  selection: Pick<Selection<unknown>, 'active' | 'seen' | 'start' | 'stop'>;
  children: ReactNode;
}

/** Above a table: search, filters, columns, selection, export and a message to these members. */
export function ListToolbar(props: ListToolbarProps) {
  const { view, onSearch, preset, filtersOpen, filtersId, onToggleFilters } = props;
  const { chosen, selection, children } = props;
  const set = activeFilters(view, preset.state).length;
  return (
    <div className={toolbar.toolbar}>
      <SearchField {...searchTexts} maxLength={limits.name} value={view.q} onSearch={onSearch} />
      <p className={`${toolbar.count} ${typography.note}`} role="status">
        {children}
      </p>
      <div className={toolbar.buttons} data-screen-only>
        <Button
          variant={filtersOpen || set > 0 ? 'light' : 'default'}
          size="sm"
          icon={IconFilter}
          aria-expanded={filtersOpen}
          aria-controls={filtersId}
          onClick={onToggleFilters}
        >
          {filterTexts.button(set)}
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
        <Button
          variant={selection.active ? 'light' : 'default'}
          size="sm"
          aria-pressed={selection.active}
          icon={IconListCheck}
          onClick={selection.active ? selection.stop : selection.start}
        >
          {listTexts.select}
        </Button>
        {listTexts.exports.map(({ format, label, text }) => (
          <ButtonAnchor
            key={format}
            variant="default"
            size="sm"
            aria-label={label}
            href={exportAddress(view, format)}
            download
            icon={IconDownload}
          >
            {text}
          </ButtonAnchor>
        ))}
        <WriteButton view={view} selected={[...selection.seen.keys()]} />
      </div>
    </div>
  );
}

/** Leads to a message to the selected members, or to all of the view. */
function WriteButton({ view, selected }: { view: ListView; selected: readonly string[] }) {
  const navigate = useNavigate();
  const look = { variant: 'default', size: 'sm', icon: IconSend } as const;
  if (selected.length === 0) {
    return (
      <ButtonLink {...look} to={writeAddress(view)} state={{ uids: [] }}>
        {listTexts.write}
      </ButtonLink>
    );
  }
  // No link: opened in another tab, it would lose them.
  return (
    <Button {...look} onClick={() => void navigate('/admin/messages', { state: { uids: selected } })}>
      {listTexts.write}
    </Button>
  );
}
