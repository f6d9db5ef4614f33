import { namedFilter } from '#client/member-ui/filters/filter-choices.ts';
import { activeFilters, noFilters } from '#client/member-ui/filters/list-view.ts';
import { filterTexts as texts } from '#client/member-ui/filters/texts.ts';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { IconX } from '#client/ui/page-icons.ts';
import { LinkButton } from '#client/ui/text-link.tsx';
import type { ListFiltersProps } from './list-filters.tsx';

export function FilterChips({ view, preset, onChange }: ListFiltersProps) {
  const names = activeFilters(view, preset.state);
  if (names.length === 0) return null;
  return (
    <div className={layout.line}>
      <ul className={layout.row} aria-label={texts.list}>
        {names.map((name) => {
          const { label, words } = namedFilter(name, String(view[name]));
          return (
            <li key={name}>
              <Button
                variant="default"
                size="sm"
                aria-label={texts.remove(label, words)}
                rightSection={<IconX size={15} stroke={2} aria-hidden="true" />}
                onClick={() => onChange({ [name]: '' })}
              >
                {label}: {words}
              </Button>
            </li>
          );
        })}
      </ul>
      <LinkButton onClick={() => onChange(noFilters)}>{texts.clear}</LinkButton>
    </div>
  );
}
