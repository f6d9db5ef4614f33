import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { command, failureMessage, request } from '#client/lib/api.ts';
import { useClub } from '#client/lib/club.ts';
import { formatNumber, momentText } from '#client/lib/format.ts';
import { summaryKey } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Breakdown, type Part } from '#client/member-ui/breakdown.tsx';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { CheckedLink } from '#client/session/checked-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { HandedLink } from '#client/ui/handed-link.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading, toSettings } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { durationText } from '#domain/answers.ts';
import { addDays } from '#domain/days.ts';
import { type Track, trackLabels } from '#domain/member-choices.ts';
import {
  adminNumbers,
  type Division,
  divisions,
  numbersLinkDays,
  numbersRefusals,
  type SeasonNumbers,
  type ShownNumbers,
  sharedNumbers,
  smallestGroup,
  together,
} from '#domain/numbers.ts';
import { outcomeLabels } from '#domain/outcomes.ts';
import { decided } from '#domain/places.ts';
import { invitationLink } from '#domain/reviewers.ts';
import { yearLabels } from '#domain/study-years.ts';
import classes from './numbers-page.module.css';

const texts = {
  title: 'Numbers',
  subtitle: 'This season beside the last one, by the club’s calendar.',
  print: 'Print',
  loadFailed: 'The numbers couldn’t be loaded.',
  members: 'Members',
  registered: 'Registered',
  few: `Fewer than ${smallestGroup}`,
  half: 'Half of the reviews came within',
  ninth: 'Nine of ten reviews came within',
  unknown: '–',
  link: {
    title: 'For an advisor',
    text: `A page of these numbers without names, for ${numbersLinkDays} days. Groups of fewer than ${smallestGroup} are not shown apart, nor results before their release.`,
    until: (moment: string) => `The link works until ${moment}.`,
    none: 'There is no link.',
    make: 'Make Link',
    again: 'Make Another Link',
    revoke: 'Revoke',
    hint: 'It’s shown only here.',
  },
} as const;

const sharedTexts = {
  title: 'Numbers',
  checking: 'Checking your link...',
  login: 'Go to sign in',
  subtitle: (club: string) =>
    `The applicants of the ${club}, without names. Groups of fewer than ${smallestGroup} are shown together.`,
} as const;

const steps: Record<string, string> = {
  registered: 'Registered',
  task: 'Task done',
  submitted: 'Project submitted',
  reviewed: 'Project reviewed',
};

const outcomes: Record<string, string> = {
  ...outcomeLabels,
  confirmed: decided('selected', 'confirmed'),
  open: decided('selected', 'open'),
  declined: decided('selected', 'declined'),
  lapsed: decided('selected', 'lapsed'),
  none: 'No outcome',
};

const divisionTexts: Record<
  Division,
  { title: string; unit: string; labels?: Partial<Record<string, string>> }
> = {
  weeks: { title: 'Registrations a week', unit: 'Week' },
  year: { title: 'Year of study', unit: 'Year', labels: yearLabels },
  department: { title: 'Department', unit: 'Department' },
  track: { title: 'Track', unit: 'Track', labels: { ...trackLabels, none: 'Not selected' } },
  step: { title: 'Last step done', unit: 'Step', labels: steps },
  outcome: { title: 'Outcome', unit: 'Outcome', labels: outcomes },
};

const days = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A week has the day of this season on which it begins. */
function labelOf(name: Division, key: string, { weeks: [first] }: SeasonNumbers): string {
  if (key === together) return 'Others together';
  if (name !== 'weeks') return divisionTexts[name].labels?.[key] ?? key;
  if (!first || first.key === together) return `Week ${key}`;
  return `Week ${key}, ${days.format(new Date(addDays(first.key, 7 * (Number(key) - 1))))}`;
}

const week = 7 * 24 * 60 * 60 * 1000;
const linkAddress = '/api/admin/numbers/link';
/** Below the key of the counts, which the same changes make outdated. */
const queryKey = [...summaryKey, 'numbers'];

/** /admin/numbers, and /numbers for an advisor with a link (docs/decisions/numbers.md). */
export function Component() {
  return useLocation().pathname === '/numbers' ? <SharedNumbers /> : <AdminNumbers />;
}

function AdminNumbers() {
  const query = useQuery(readQuery(queryKey, '/api/admin/numbers', adminNumbers));
  return (
    <>
      <PageHeading
        back={toSettings}
        title={texts.title}
        subtitle={texts.subtitle}
        actions={<Button onClick={() => print()}>{texts.print}</Button>}
      />
      <Loaded query={query} failed={texts.loadFailed} height="40rem">
        {(data) => (
          <Numbers {...data}>
            <AdvisorLink until={data.link?.until ?? null} />
          </Numbers>
        )}
      </Loaded>
    </>
  );
}

function SharedNumbers() {
  const { name } = useClub();
  const read = (token: string) => request('/api/numbers', sharedNumbers, { method: 'POST', body: { token } });
  return (
    <CheckedLink check={read} texts={sharedTexts} invalid={numbersRefusals.linkInvalid}>
      {(_token, numbers) => (
        <>
          <PageHeading title={texts.title} subtitle={sharedTexts.subtitle(name)} />
          <Numbers {...numbers} />
        </>
      )}
    </CheckedLink>
  );
}

/** Makes the link for an advisor, which is not kept in the cache, and revokes it. */
function AdvisorLink({ until }: { until: string | null }) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey });
  const make = useMutation({
    mutationFn: () => request(linkAddress, invitationLink, { method: 'POST', body: {} }),
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: () => command(linkAddress, { method: 'DELETE', body: {} }),
    onSuccess: make.reset,
    onSettled,
  });
  const error = make.error ?? revoke.error;
  return (
    <div data-screen-only>
      <Panel title={texts.link.title} subtitle={texts.link.text}>
        <div className={layout.stackM}>
          <p role="status">{until ? texts.link.until(momentText(until)) : texts.link.none}</p>
          {until && make.data && <HandedLink url={make.data.url} hint={texts.link.hint} />}
          {error && <Notice tone="error">{failureMessage(error)}</Notice>}
          <div className={layout.actions}>
            <Button busy={make.isPending} onClick={() => make.mutate()}>
              {until ? texts.link.again : texts.link.make}
            </Button>
            {until && (
              <Button busy={revoke.isPending} onClick={() => revoke.mutate()}>
                {texts.link.revoke}
              </Button>
            )}
          </div>
        </div>
      </Panel>
    </div>
  );
}

function Numbers({ season, last, children }: ShownNumbers & { children?: ReactNode }) {
  const both = (show: (numbers: SeasonNumbers) => string) => (
    <>
      <span className={typography.data}>{show(season.numbers)}</span>
      {last && <span className={typography.fact}>{` · ${last.name}: ${show(last.numbers)}`}</span>}
    </>
  );
  const duration = (seconds: number | undefined) =>
    seconds === undefined ? texts.unknown : durationText(seconds);
  return (
    <div className={`${layout.sheet} ${classes.sheet}`}>
      <Panel title={season.name}>
        <DescriptionList
          rows={[
            {
              label: texts.registered,
              value: both(({ total }) => (total === null ? texts.few : formatNumber(total))),
            },
            { label: texts.half, value: both(({ review }) => duration(review?.medianSeconds)) },
            { label: texts.ninth, value: both(({ review }) => duration(review?.ninthSeconds)) },
          ]}
        />
      </Panel>
      {divisions.map((name) => (
        <Panel key={name}>
          <Breakdown
            title={divisionTexts[name].title}
            columns={[divisionTexts[name].unit, last ? season.name : texts.members, last?.name]}
            parts={partsOf(name, season.numbers, last?.numbers)}
          />
        </Panel>
      ))}
      {children}
    </div>
  );
}

/** The groups of both seasons. Where some are shown together, one that is missing is not known; otherwise it is empty. */
function partsOf(name: Division, season: SeasonNumbers, last: SeasonNumbers | undefined): Part[] {
  const [now, before] = [countsOf(name, season), countsOf(name, last)];
  const found = new Set([...now.keys(), ...before.keys()]);
  const isJoined = found.delete(together);
  const { labels } = divisionTexts[name];
  const keys = name === 'weeks' ? allWeeks(found) : labels ? Object.keys(labels) : [...found].toSorted();
  return [...keys, ...(isJoined ? [together] : [])].map((key) => ({
    key,
    label: labelOf(name, key, season),
    count: countIn(now, key),
    last: countIn(before, key),
    ...(name === 'track' && key in trackStyles && trackStyles[key as Track]),
  }));
}

type Counts = ReadonlyMap<string, number>;

/** Seasons begin on different days: their weeks are compared by number, from the first with a registration on. */
function countsOf(name: Division, numbers: SeasonNumbers | undefined): Counts {
  const groups = numbers?.[name] ?? [];
  const first = Date.parse(groups[0]?.key ?? '');
  const numberOf = (key: string) => (key === together ? key : String(1 + (Date.parse(key) - first) / week));
  return new Map(groups.map(({ key, count }) => [name === 'weeks' ? numberOf(key) : key, count]));
}

function countIn(counts: Counts, key: string): number | undefined {
  return counts.get(key) ?? (key === together || counts.has(together) ? undefined : 0);
}

/** Those without a registration too, unless a record is years older than the others. */
function allWeeks(found: ReadonlySet<string>): string[] {
  const numbers = [...found].map(Number).toSorted((a, b) => a - b);
  const final = numbers.at(-1) ?? 0;
  return (final > 60 ? numbers : Array.from({ length: final }, (_, index) => index + 1)).map(String);
}
