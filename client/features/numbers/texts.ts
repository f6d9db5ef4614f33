import { addDays } from '#domain/days.ts';
import { trackLabels } from '#domain/member-choices.ts';
import {
  type Division,
  numbersLinkDays,
  type SeasonNumbers,
  smallestGroup,
  together,
} from '#domain/numbers.ts';
import { outcomeLabels } from '#domain/outcomes.ts';
import { decided } from '#domain/places.ts';
import { yearLabels } from '#domain/study-years.ts';

export const numbersTexts = {
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

export const sharedTexts = {
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

export const divisionTexts: Record<
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
export function labelOf(name: Division, key: string, { weeks: [first] }: SeasonNumbers): string {
  if (key === together) return 'Others together';
  if (name !== 'weeks') return divisionTexts[name].labels?.[key] ?? key;
  if (!first || first.key === together) return `Week ${key}`;
  return `Week ${key}, ${days.format(new Date(addDays(first.key, 7 * (Number(key) - 1))))}`;
}
