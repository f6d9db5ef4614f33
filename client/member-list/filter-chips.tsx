import type { ComponentProps } from 'react';
import { namedFilter } from '#client/member-ui/filters/filter-choices.ts';
import { activeFilters, noFilters } from '#client/member-ui/filters/list-view.ts';
import { filterTexts as texts } from '#client/member-ui/filters/texts.ts';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { IconPlus, IconX } from '#client/ui/page-icons.ts';
import type { ListFiltersProps } from './list-filters.tsx';

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
      {names.length > 0 && (
        <Button variant="subtle" size="sm" onClick={() => onChange(noFilters)}>
          {texts.clear}
        </Button>
      )}
    </div>
  );
}
