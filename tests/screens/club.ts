import { storedDepartments } from '#domain/departments.ts';
import type { Track } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { years } from '#domain/study-years.ts';
import { changeMember, type MemberChange } from '#server/members/member-store.ts';
import type { Store } from '#server/store/open.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { longLink, longName } from './people.ts';

type Stage = 'registered' | 'track' | 'done' | 'submitted' | 'reviewed' | 'graded';
const stages: readonly Stage[] = ['registered', 'track', 'done', 'submitted', 'reviewed', 'graded'];

/** Of a certificate of the portal `members`. */
export const certificate = 'A'.repeat(22);

/** A member with a long name who was selected, and asked for a certificate. */
export async function addCertificate(store: Store): Promise<void> {
  const member = newRecord({ fullName: longName });
  await addRecords(store, [member]);
  const released = { outcome: 'selected', releasedAt: '2025-11-20T12:30:00.000Z', season: '2025' } as const;
  const { uid, fullName } = member;
  await store.db
    .insertInto('results')
    .values({ uid, fullName, track: 'game', certificate, ...released })
    .execute();
}

interface Sketch {
  name: string;
  track?: Track;
  stage: Stage;
  /** When they registered. */
  daysAgo: number;
  link?: string;
}

/** A small club at the beginning of a semester, with every case that a list must handle. */
const sketches: readonly Sketch[] = [
  { name: 'Aarav Sharma', track: 'web', stage: 'graded', daysAgo: 27 },
  { name: 'Diya Iyer', track: 'ml', stage: 'reviewed', daysAgo: 26 },
  { name: 'Kabir Khan', track: 'game', stage: 'graded', daysAgo: 24 },
  { name: 'Zoya Fernandes', track: 'android', stage: 'submitted', daysAgo: 21 },
  { name: longName, track: 'ml', stage: 'submitted', daysAgo: 20, link: longLink },
  { name: 'Rohan Das', track: 'web', stage: 'done', daysAgo: 16 },
  { name: 'Sara Nair', track: 'web', stage: 'submitted', daysAgo: 15 },
  { name: 'Meera Patel', track: 'game', stage: 'track', daysAgo: 11 },
  { name: 'Vivaan Bose', stage: 'registered', daysAgo: 10 },
  { name: 'Ananya Reddy', track: 'android', stage: 'submitted', daysAgo: 8 },
  { name: 'Ishaan Singh', track: 'web', stage: 'track', daysAgo: 5 },
  { name: 'Tara O’Brien', stage: 'registered', daysAgo: 3 },
  { name: 'Asha Rao', track: 'web', stage: 'submitted', daysAgo: 2 },
  { name: 'Li Wei', stage: 'registered', daysAgo: 0 },
];

const projectText = 'What I built for my track, with a README that says how to run it.';

/** As long as a description may be. */
const longText = 'It does a great deal. Here is how, in some detail:\n- it works offline\n'
  .repeat(200)
  .slice(0, 10_000);

const hour = 60 * 60 * 1000;

/** Adds members at every stage, and the administrator's reviews of some of them. */
export async function addClub(store: Store, administrator: string): Promise<void> {
  await addRecords(store, sketches.map(recordOf));

  async function review(name: string, write: MemberChange['write']): Promise<void> {
    const change = { uid: uidOf(name), actor: administrator, kind: 'review-changed', write } as const;
    await store.transact((trx) => changeMember(trx, change));
  }

  await review('Sara Nair', ({ submittedAt }) => ({
    feedback:
      'A good start. Please add tests, and say in the README how to run it: https://docs.github.com/readme',
    feedbackAt: hoursAfter(submittedAt, 20),
    submissionReviewed: true,
  }));
  await submitAgain(store, uidOf('Sara Nair'));
  await review('Zoya Fernandes', () => ({ submissionReviewed: true }));
  await review('Zoya Fernandes', () => ({ submissionReviewed: false }));
  await review(longName, () => ({ submissionReviewed: true }));
}

/** A member who has had feedback submits again, with the repository of another member. */
async function submitAgain(store: Store, uid: string): Promise<void> {
  const write: MemberChange['write'] = ({ projectDescription, submittedAt }) => ({
    githubLink: 'https://github.com/ananya-reddy/android-project/tree/main',
    projectDescription: `${projectDescription} It has tests now. The README says how to run it.`,
    submittedAt: hoursAfter(submittedAt, 44),
    submissionReviewed: false,
    feedback: null,
    feedbackAt: null,
  });
  await store.transact((trx) => changeMember(trx, { uid, actor: uid, kind: 'submission-sent', write }));
}

function uidOf(name: string): string {
  return `club-${sketches.findIndex((sketch) => sketch.name === name)}`;
}

function hoursAfter(time: string | null, hours: number): string {
  return new Date(Date.parse(time ?? '') + hours * hour).toISOString();
}

function recordOf({ name, track, stage, daysAgo, link }: Sketch, index: number): Member {
  const reached = stages.indexOf(stage);
  const at = (days: number) => new Date(Date.now() - (daysAgo - days) * 24 * hour - hour).toISOString();
  const when = (least: Stage, days: number) => (reached >= stages.indexOf(least) ? at(days) : null);
  const slug = name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const submittedAt = when('submitted', Math.min(daysAgo, 2));
  return newRecord({
    uid: `club-${index}`,
    fullName: name,
    email: `${slug}@students.example`,
    studentId: `1SD24CS${String(index + 7).padStart(3, '0')}`,
    department: storedDepartments[index % storedDepartments.length] ?? 'Other',
    yearOfStudy: years[index % years.length] ?? 1,
    contactNumber: index === 8 ? '' : String(9_876_543_210 + index * 1_137),
    createdAt: at(0),
    developmentTrack: track ?? null,
    trackUpdatedAt: when('track', 0),
    taskCompleted: reached >= stages.indexOf('done'),
    taskCompletedAt: when('done', Math.min(daysAgo, 1)),
    githubLink: submittedAt && (link ?? `https://github.com/${slug}/${track}-project`),
    projectDescription: submittedAt && (name === longName ? longText : projectText),
    submittedAt,
    submissionReviewed: reached >= stages.indexOf('reviewed'),
    graded: stage === 'graded',
  });
}

/** Messages received through the contact form, oldest first. */
export const letters: readonly Record<string, string>[] = [
  { name: 'Kabir Khan', message: 'Is there a workshop this Wednesday?' },
  { name: longName, message: 'A message without a space: '.concat('x'.repeat(300)), githubLink: longLink },
  {
    name: 'Zoya Fernandes',
    message: 'Here is my project for the Android track.\n\nIt is a timetable that works offline.',
    githubLink: 'https://github.com/zoya-fernandes/timetable',
  },
  { name: 'Asha Rao', message: 'May I join the design team as well as my track?' },
].map((letter) => contactMessage(letter));
