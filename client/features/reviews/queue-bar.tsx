import {
  IconArrowLeft,
  IconChevronLeft,
  IconChevronRight,
  IconFilter,
  IconKeyboard,
} from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { LiveStatus } from '#client/features/live/live-status.tsx';
import { stepChoices, trackChoices } from '#client/features/members/filters/choices.ts';
import { filterTexts, searchTexts, submissionTabTexts } from '#client/features/members/filters/texts.ts';
import { useMediaQuery } from '#client/lib/use-media-query.ts';
import { Button } from '#client/ui/button.tsx';
import { SelectField } from '#client/ui/field.tsx';
import iconButton from '#client/ui/icon-button.module.css';
import { SearchField } from '#client/ui/search-field.tsx';
import { limits } from '#domain/limits.ts';
import { yearLabels, years } from '#domain/member-choices.ts';
import { deskTexts, keyTexts } from '#domain/review.ts';
import type { QueuePlace } from './queries.ts';
import classes from './queue-bar.module.css';
import {
  filterQuery,
  isFiltered,
  type QueueFilter,
  type QueueFilterName,
  readFilter,
} from './queue-filter.ts';
import type { useDesk } from './use-desk.ts';

interface QueueBarProps {
  desk: ReturnType<typeof useDesk>;
  onHelp: () => void;
}

/** The position in the queue, how much of it is left, and its filters. */
export function QueueBar({ desk, onHelp }: QueueBarProps) {
  const { queue, shownQueue, filter, go, filterBy } = desk;
  // On a phone they would push the submission out of view.
  const isWide = useMediaQuery('(min-width: 48rem)');
  const [filtersOpen, setFiltersOpen] = useState(isWide && isFiltered(filter));
  const filtersId = useId();
  const set = filterQuery(filter).size;
  return (
    <header className={classes.bar}>
      <div className={classes.row}>
        <div className={classes.heading}>
          <Link className={iconButton.button ?? ''} to="/admin-dashboard" aria-label={deskTexts.back}>
            <IconArrowLeft size={20} stroke={1.8} aria-hidden="true" />
          </Link>
          <h1 className={classes.title}>{deskTexts.title}</h1>
          {shownQueue && shownQueue.total > 0 && <Progress queue={shownQueue} />}
        </div>
        <div className={classes.actions}>
          <LiveStatus />
          <Button
            variant={set > 0 || filtersOpen ? 'light' : 'default'}
            size="sm"
            leftSection={<IconFilter size={17} stroke={1.8} aria-hidden="true" />}
            aria-expanded={filtersOpen}
            aria-controls={filtersId}
            onClick={() => setFiltersOpen(!filtersOpen)}
          >
            {filterTexts.button(set)}
          </Button>
          <span className={classes.keys}>
            <Button
              variant="default"
              size="sm"
              leftSection={<IconKeyboard size={18} stroke={1.7} aria-hidden="true" />}
              aria-label={keyTexts.button}
              onClick={onHelp}
            >
              ?
            </Button>
          </span>
          <span className={classes.moves}>
            <MoveButton label={deskTexts.previous} target={queue?.previous} onMove={() => go('previous')}>
              <IconChevronLeft size={20} stroke={1.9} aria-hidden="true" />
            </MoveButton>
            <MoveButton label={deskTexts.next} target={queue?.next} onMove={() => go('next')}>
              <IconChevronRight size={20} stroke={1.9} aria-hidden="true" />
            </MoveButton>
          </span>
        </div>
      </div>
      <div id={filtersId} hidden={!filtersOpen}>
        {filtersOpen && <Filters filter={filter} onFilter={filterBy} />}
      </div>
    </header>
  );
}

interface MoveButtonProps {
  label: string;
  target: string | null | undefined;
  onMove: () => Promise<unknown>;
  children: ReactNode;
}

function MoveButton({ label, target, onMove, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      className={`${iconButton.button} ${classes.move}`}
      aria-label={label}
      title={label}
      // Stays focusable at the end of the queue, so that the focus does not jump away.
      aria-disabled={!target || undefined}
      onClick={() => void onMove()}
    >
      {children}
    </button>
  );
}

function Progress({ queue: { position, total, waiting } }: { queue: QueuePlace }) {
  const id = useId();
  return (
    <div className={classes.progress}>
      <p className={classes.numbers}>
        <strong className={classes.position}>{deskTexts.position(position || null, total)}</strong>
        <span id={id} className={classes.left}>
          {deskTexts.left(waiting)}
        </span>
      </p>
      <progress className={classes.meter} value={total - waiting} max={total} aria-labelledby={id} />
    </div>
  );
}

const reviewChoices = [
  { value: 'false', label: submissionTabTexts.waiting },
  { value: 'true', label: submissionTabTexts.reviewed },
];

const selects: { name: QueueFilterName; label: string; data: { value: string; label: string }[] }[] = [
  { name: 'reviewed', label: filterTexts.show, data: reviewChoices },
  {
    name: 'track',
    label: filterTexts.track,
    data: trackChoices.map(({ value, label }) => ({ value, label })),
  },
  {
    name: 'year',
    label: filterTexts.year,
    data: years.map((year) => ({ value: String(year), label: yearLabels[year] })),
  },
  {
    name: 'step',
    label: filterTexts.step,
    data: stepChoices.map(({ value, label }) => ({
      value: String(value),
      label: filterTexts.stepChoice(value, label),
    })),
  },
];

interface FiltersProps {
  filter: QueueFilter;
  onFilter: (part: Partial<QueueFilter>) => void;
}

function Filters({ filter, onFilter }: FiltersProps) {
  function choose(name: QueueFilterName, value: string) {
    const query = new URLSearchParams(value ? { [name]: value } : {});
    onFilter({ [name]: readFilter(query)[name] });
  }
  return (
    <div className={classes.filters}>
      <div className={classes.search}>
        <SearchField
          {...searchTexts}
          maxLength={limits.name}
          value={filter.q}
          onSearch={(q) => onFilter({ q })}
        />
      </div>
      {selects.map(({ name, label, data }) => (
        <SelectField
          key={name}
          label={label}
          options={[{ value: '', label: filterTexts.all }, ...data]}
          value={String(filter[name] ?? '')}
          onChange={(event) => choose(name, event.currentTarget.value)}
        />
      ))}
    </div>
  );
}
