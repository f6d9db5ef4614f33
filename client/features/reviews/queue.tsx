import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useMediaQuery } from '#client/lib/use-media-query.ts';
import { withParameter } from '#client/lib/use-url-state.ts';
import { fixedChoices } from '#client/member-ui/filters/filter-choices.ts';
import { filterTexts, searchTexts, submissionTabTexts } from '#client/member-ui/filters/texts.ts';
import { memberParameter, reviewQuery } from '#client/member-ui/reviews/queries.ts';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { AgoTime } from '#client/ui/ago-time.tsx';
import { Button } from '#client/ui/button.tsx';
import { IconCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import listRow from '#client/ui/list-row.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { IconFilter } from '#client/ui/page-icons.ts';
import { MoreButton } from '#client/ui/paged-list.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import toolbar from '#client/ui/toolbar.module.css';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { submissionTable } from '#domain/admin.ts';
import { deskTexts } from '#domain/desk-texts.ts';
import { limits } from '#domain/limits.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { submissionTrackOf } from '#domain/members.ts';
import { projectLink } from '#domain/project-link.ts';
import type { ListedSubmission } from '#domain/review.ts';
import { reviewTexts } from '#domain/review-texts.ts';
import { queueListQuery, queueState } from './queries.ts';
import classes from './queue.module.css';
import type { useDesk } from './use-desk.ts';

type Desk = ReturnType<typeof useDesk>;

/** Where the desk has three columns, as in its style sheets. */
export const threeColumns = 'screen and (min-width: 64rem)';

/** The first column: how much is left, the filters and the submissions that wait. On a phone it has no list. */
export function Queue({ desk }: { desk: Desk }) {
  const { shownQueue, filter, filterBy } = desk;
  const isWide = useMediaQuery(threeColumns);
  const set = queueState.changed(filter).length;
  const [filtersOpen, setFiltersOpen] = useState(isWide && set > 0);
  const filtersId = useId();
  return (
    <div className={`${layout.stackM} ${classes.queue}`} data-screen-only>
      <header className={`${layout.line} ${classes.head}`}>
        <h1 className={classes.title}>{deskTexts.title}</h1>
        {shownQueue && shownQueue.total > 0 && (
          <p className={`${layout.ends} ${classes.numbers}`}>
            <span className={typography.label}>{deskTexts.left(shownQueue.waiting)}</span>
            <span className={typography.fact}>
              {deskTexts.position(shownQueue.position || null, shownQueue.total)}
            </span>
          </p>
        )}
        <Button
          variant={set > 0 || filtersOpen ? 'light' : 'default'}
          size="sm"
          icon={IconFilter}
          aria-expanded={filtersOpen}
          aria-controls={filtersId}
          onClick={() => setFiltersOpen(!filtersOpen)}
        >
          {filterTexts.button(set)}
        </Button>
      </header>
      <div id={filtersId} hidden={!filtersOpen}>
        {filtersOpen && <Filters filter={filter} blind={shownQueue?.blind ?? false} onFilter={filterBy} />}
      </div>
      {isWide && <QueueList desk={desk} />}
    </div>
  );
}

const selects = [
  {
    name: 'reviewed',
    label: filterTexts.show,
    choices: [
      { value: 'false', label: submissionTabTexts.waiting },
      { value: 'true', label: submissionTabTexts.reviewed },
    ],
  },
  ...(['track', 'year', 'step', 'reviewedBy', 'linkToCheck'] as const).map((name) => ({
    name,
    ...fixedChoices[name],
  })),
] as const;

interface FiltersProps {
  filter: Desk['filter'];
  /** The year is a member's. */
  blind: boolean;
  onFilter: Desk['filterBy'];
}

function Filters({ filter, blind, onFilter }: FiltersProps) {
  const shown = selects.filter(({ name }) => !blind || name !== 'year');
  return (
    <div className={`${toolbar.filters} ${classes.filters}`}>
      <SearchField
        {...searchTexts}
        placeholder={deskTexts.search}
        maxLength={limits.name}
        value={filter.q}
        onSearch={(q) => onFilter({ q })}
      />
      {shown.map(({ name, label, choices }) => (
        <SelectField
          key={name}
          label={label}
          options={[{ value: '', label: filterTexts.all }, ...choices]}
          value={String(filter[name] ?? '')}
          onChange={(event) => onFilter({ [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}

/** One stop of the Tab key: the arrow keys move between the submissions. */
function QueueList({ desk: { uid, filter, open } }: { desk: Desk }) {
  const { rows, list } = useQueueRows(uid, filter);
  const element = useRef<HTMLUListElement>(null);
  const current = rows?.some((row) => row.uid === uid) ? uid : rows?.[0]?.uid;

  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the open submission's row has just been loaded
  useEffect(() => {
    element.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' });
  }, [uid, rows === undefined]);

  if (!rows) {
    return (
      <Unloaded query={list} failed={deskTexts.queueFailed}>
        <Skeleton height="300px" />
      </Unloaded>
    );
  }
  return (
    <>
      <ul ref={element} aria-label={deskTexts.queue} onKeyDown={moveInList}>
        {rows.map((row) => (
          <li key={row.uid}>
            <QueueRow
              row={row}
              isOpen={row.uid === uid}
              tabIndex={row.uid === current ? 0 : -1}
              onOpen={() => open(row.uid)}
            />
          </li>
        ))}
      </ul>
      <MoreButton list={list} className={layout.boxed}>
        {list.isFetchNextPageError ? deskTexts.moreFailed : deskTexts.more}
      </MoreButton>
    </>
  );
}

/** The loaded rows, with the open submission in its place although it may not wait any more. */
function useQueueRows(uid: string | null, filter: Desk['filter']) {
  const list = useInfiniteQuery(queueListQuery(filter));
  const { data: open } = useQuery({ ...reviewQuery(uid ?? ''), enabled: uid !== null });
  const rows = useMemo(() => {
    const loaded: ListedSubmission[] | undefined = list.data?.pages.flatMap(({ members }) => members);
    const member = open?.member;
    if (!loaded || !member?.submittedAt || loaded.some((row) => row.uid === member.uid)) return loaded;
    const at = loaded.findIndex((row) => (row.submittedAt ?? '') > (member.submittedAt ?? ''));
    return at < 0 ? [...loaded, member] : loaded.toSpliced(at, 0, member);
  }, [list.data, open]);
  return { rows, list };
}

interface QueueRowProps {
  row: ListedSubmission;
  isOpen: boolean;
  tabIndex: number;
  onOpen: () => void;
}

function QueueRow({ row, isOpen, tabIndex, onOpen }: QueueRowProps) {
  const [search] = useSearchParams();
  const { fullName, email, githubLink, submittedAt, submissionReviewed } = row;
  const track = submissionTrackOf(row);
  const Glyph = track ? trackStyles[track].icon : null;

  function onClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  }
  return (
    <Link
      className={`${listRow.row} ${classes.row}`}
      to={`?${withParameter(search, memberParameter, row.uid)}`}
      tabIndex={tabIndex}
      aria-current={isOpen || undefined}
      data-track={track ?? undefined}
      data-reviewed={submissionReviewed || undefined}
      onClick={onClick}
    >
      <span className={classes.glyph}>{Glyph && <Glyph size={18} stroke={1.8} aria-hidden="true" />}</span>
      <bdi className={`${typography.label} ${typography.ellipsis} ${classes.name}`}>
        {fullName === undefined ? reviewTexts.anonymous : fullName || email || submissionTable.missing}
      </bdi>
      <span className={`${typography.fact} ${typography.ellipsis} ${classes.link}`}>
        {githubLink && (projectLink(githubLink)?.name ?? githubLink)}
      </span>
      {submissionReviewed ? (
        <span className={`${typography.fact} ${classes.wait}`}>
          <IconCheck size={16} stroke={2.2} aria-hidden="true" />
          <VisuallyHidden>{deskTexts.reviewed}</VisuallyHidden>
        </span>
      ) : (
        submittedAt && (
          <span
            className={classes.wait}
            data-long={Date.now() - Date.parse(submittedAt) > longWait || undefined}
          >
            <AgoTime className={typography.fact} at={submittedAt} now={Date.now()} short />
          </span>
        )
      )}
      {track && <VisuallyHidden>{trackLabels[track]}</VisuallyHidden>}
    </Link>
  );
}

/** Milliseconds after which a submission has waited long. */
const longWait = 7 * 24 * 3_600_000;

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_index, last) => last,
};

function moveInList(event: KeyboardEvent<HTMLUListElement>): void {
  const rows = [...event.currentTarget.querySelectorAll('a')];
  const step = steps[event.key];
  const index = rows.indexOf(event.target as HTMLAnchorElement);
  if (!step || index < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  rows[step(index, rows.length - 1)]?.focus();
}
