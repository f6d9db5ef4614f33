import { randomUUID } from 'node:crypto';
import { dates } from '#domain/date-settings.ts';
import { newGroupMessage } from '#domain/group-messages.ts';
import { type Member, submissionTrackOf } from '#domain/members.ts';
import type { Outcome } from '#domain/outcomes.ts';
import { defaultReviewSettings, type ReviewSettings } from '#domain/review-settings.ts';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { hashPassword } from '#server/accounts/password.ts';
import { insertAccounts, newUid } from '#server/accounts/registration.ts';
import { makeReviewer } from '#server/accounts/staff.ts';
import { compose } from '#server/compose.ts';
import type { Config } from '#server/config/config.ts';
import type { Deps } from '#server/deps.ts';
import { contentColumns } from '#server/forms/inbox-store.ts';
import { sendGroupMessage } from '#server/group-messages/message-store.ts';
import { createLog } from '#server/log/log.ts';
import { toMember } from '#server/members/member-row.ts';
import { changeOutcomes, planCorrection } from '#server/results/correct-result.ts';
import { makeRound } from '#server/results/rounds.ts';
import { saveReviews } from '#server/reviews/write-review.ts';
import { savePart } from '#server/settings/settings-store.ts';
import { openStore } from '#server/store/open.ts';
import { writeState } from '#server/store/portal-state.ts';
import { makeSeededPortal, seedPassword } from './seed-members.ts';

const day = 24 * 60 * 60 * 1000;

const feedback = [
  'Clear README, and it ran at the first try. Next, test what happens when the data is missing.',
  'The idea is good and the screens are easy to follow. The list is slow with many entries: load it in parts.',
  'Well structured. Please name the functions for what they do, and leave out the code that is commented out.',
];
const questions = [
  'Can I work on two tracks, or do I have to choose one?',
  'My partner and I built this together. Do both of us submit the same link?',
  'Is it a problem if I have never used Git before?',
  'I changed my project after the review. Will you look at it again?',
  'Where do the workshops take place, and may I bring a friend?',
  'I chose the wrong department when I registered. Where can I change it?',
];

const reviewers = [
  { name: 'Meera Nair', email: 'meera.nair@sdc.example' },
  { name: 'Tom Berg', email: 'tom.berg@sdc.example' },
] as const;

/** An account that can be signed in to. */
export interface DemoAccount {
  email: string;
  password: string;
}

/**
 * Creates a portal in the middle of a season: one track has closed and its results are released, the others still take
 * submissions.
 * @returns a student who was selected, and a reviewer
 */
export async function makeDemo(config: Config): Promise<Record<'student' | 'reviewer', DemoAccount>> {
  // Three hours apart: the members came over several weeks.
  await makeSeededPortal(config, 300, 3);
  const store = openStore(config);
  try {
    await ensureAdministrator(store, config);
    const deps = compose(config, createLog('silent'), store);
    const rows = await store.db.selectFrom('members').selectAll().orderBy('createdAt').execute();
    const members = rows.map(toMember);
    await addDates(deps);
    await addMessages(deps, members);
    await addReviews(deps, members);
    await addReviewers(deps, members);
    const selected = await addResults(deps, members);
    await addGroupMessages(deps);
    const accountOf = (email = ''): DemoAccount => ({ email, password: seedPassword });
    return { student: accountOf(selected?.email), reviewer: accountOf(reviewers[0].email) };
  } finally {
    await store.close();
  }
}

/** The end of a day some days from now. */
function endOfDay(days: number): string {
  const end = new Date(Date.now() + days * day);
  end.setHours(23, 59, 0, 0);
  return end.toISOString();
}

async function addDates({ store, content, config }: Deps): Promise<void> {
  const value = dates.parse({
    opensAt: endOfDay(-40),
    deadline: endOfDay(4),
    deadlines: { web: endOfDay(-2) },
    hearBy: endOfDay(14),
  });
  const part = { part: 'dates', value, version: 0, actor: config.adminUid } as const;
  await store.transact((trx) => savePart(trx, content, part));
}

/** A message with each project, and questions, of which the older half is answered. */
async function addMessages({ store, config }: Deps, members: readonly Member[]): Promise<void> {
  const projects = members.flatMap((member) =>
    member.githubLink === null || member.submittedAt === null
      ? []
      : [
          {
            member,
            at: member.submittedAt,
            githubLink: member.githubLink,
            isDone: member.submissionReviewed,
          },
        ],
  );
  const asked = questions.map((message, index) => ({
    ...{ member: members[index * 40], message, githubLink: '', isDone: index >= questions.length / 2 },
    at: new Date(Date.now() - (index + 0.4) * day).toISOString(),
  }));
  const subject = 'Contact form';
  const rows = [...projects, ...asked].flatMap(({ member, at, githubLink, isDone, ...rest }) => {
    if (!member) return [];
    const { uid, fullName: name, email, projectDescription } = member;
    const message = 'message' in rest ? rest.message : (projectDescription ?? '');
    const fields = new Map(Object.entries({ name, email, githubLink, message }));
    const columns = contentColumns({ fields, replyTo: email, subject, submits: true });
    const answer = isDone && columns.kind === 'question' && { answeredAt: at, answeredBy: config.adminUid };
    const readAt = isDone ? at : null;
    return [
      {
        id: randomUUID(),
        formId: config.contactFormId,
        receivedAt: at,
        readAt,
        memberUid: uid,
        ...columns,
        ...answer,
      },
    ];
  });
  for (const row of rows) await store.db.insertInto('form_submissions').values(row).execute();
}

async function addReviews({ store, content, config }: Deps, members: readonly Member[]): Promise<void> {
  const reviewed = members.filter((member) => member.submissionReviewed);
  const reviews = reviewed.map((member, index) => {
    const track = submissionTrackOf(member) ?? 'web';
    const ids = content.tasks[track].requirements.map(({ id }) => id);
    const met = ids.filter((_, place) => (index + place) % 4 > 0);
    const draft = feedback[index % feedback.length] ?? '';
    return {
      uid: member.uid,
      set: { opinion: { met }, draft, send: true as const, note: index % 5 ? '' : 'Ask at the interview.' },
    };
  });
  await saveReviews({ store, content }, { uid: config.adminUid, role: 'administrator' }, reviews);
}

/** Two reviewers, who agree on most projects, and of whom one has begun with those that wait. */
async function addReviewers(deps: Deps, members: readonly Member[]): Promise<void> {
  const { store, content, config, settings } = deps;
  const value: ReviewSettings = {
    ...defaultReviewSettings,
    criteria: [
      { name: 'Idea', weight: '1' },
      { name: 'Code', weight: '2' },
    ],
    opinions: '2',
  };
  const password = await hashPassword(seedPassword);
  const accounts = reviewers.map((account) => ({ ...account, uid: newUid(), password }));
  await store.transact(async (trx) => {
    await savePart(trx, content, { part: 'reviews', value, version: 0, actor: config.adminUid });
    await insertAccounts(trx, accounts);
    for (const account of accounts) await makeReviewer(trx, account);
  });
  await settings.refresh();
  const submitted = members.filter(({ githubLink }) => githubLink !== null);
  const reviewed = submitted.filter(({ submissionReviewed }) => submissionReviewed);
  const waiting = submitted
    .filter(({ submissionReviewed }) => !submissionReviewed)
    .toSorted((a, b) => Date.parse(a.submittedAt ?? '') - Date.parse(b.submittedAt ?? ''));
  for (const [place, { uid }] of accounts.entries()) {
    const reviews = [...reviewed, ...(place === 0 ? waiting.slice(0, 5) : [])].map((member, index) => ({
      uid: member.uid,
      set: { opinion: opinionOf(index, place) },
    }));
    await saveReviews({ store, content }, { uid, role: 'reviewer' }, reviews);
  }
}

function opinionOf(index: number, place: number) {
  const isStrict = index % 6 === 0 && place === 1;
  const scores = [
    { criterion: 'Idea', score: 6 + (index % 4) },
    { criterion: 'Code', score: isStrict ? 3 : 5 + ((index + place) % 5) },
  ];
  return { scores, comment: isStrict ? 'It did not run at my place. Let us talk about it.' : '' };
}

/** Releases the results of the web track, and decides about one more member, which can be undone for ten minutes. */
async function addResults(deps: Deps, members: readonly Member[]): Promise<Member | undefined> {
  const { store, config } = deps;
  const reviewedIn = (track: string) =>
    members.filter((member) => member.submissionReviewed && submissionTrackOf(member) === track);
  const web = reviewedIn('web');
  const groups: [Outcome, Member[]][] = [
    ['selected', web.slice(0, 7)],
    ['waitlisted', web.slice(7, 10)],
    ['not-selected', web.slice(10, 13)],
  ];
  for (const [outcome, some] of groups) {
    await changeOutcomes(store, config.adminUid, { uids: some.map(({ uid }) => uid), outcome });
  }
  await makeRound(deps, config.adminUid, { filter: { q: '', track: 'web' }, answerBy: 7 });
  await writeState(store.db, 'places', { web: 8 });
  for (const { uid } of reviewedIn('android').slice(0, 1)) {
    const reason = 'Reviewed early: the exchange semester begins in December';
    await planCorrection(deps, config.adminUid, {
      uid,
      outcome: 'selected',
      reason,
      shown: { outcome: null },
    });
  }
  return web[0];
}

async function addGroupMessages({ store, config }: Deps): Promise<void> {
  const sender = { uid: config.adminUid, email: config.adminEmail };
  const messages = [
    {
      text: 'Hello {name}, the workshop on Git is on Friday at 17:00 in room B12. Bring a laptop.',
      filter: {},
    },
    { text: 'The web track is closed. Thank you for the projects!', filter: { track: 'web' } },
  ];
  for (const message of messages) await sendGroupMessage(store, sender, newGroupMessage.parse(message));
}
