import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { ChangesPage } from '#domain/changes.ts';
import { unfilledFields } from '#domain/members.ts';
import { pick } from '#domain/shown.ts';
import { undo } from '#tests/helpers/admin-api.ts';
import { endTheSeason } from '#tests/helpers/season-end.ts';
import { acknowledged, act, modelled, nothing, outcome, promise } from './act.ts';
import type { Student } from './model.ts';
import { as, hour, type World } from './world.ts';

const review = act(
  'review',
  fc.record({
    by: fc.constantFrom('lead' as const, 'reviewer' as const),
    submissionReviewed: fc.boolean(),
    graded: fc.boolean(),
    send: fc.boolean(),
  }),
  async (world, { by, send, ...marks }, student) => {
    const number = world.count();
    const draft = `Feedback ${number} for ${student.canary}`;
    const set = { ...marks, ...(send && { send: true, draft }) };
    const browser = await as(world[by]);
    const answer = await world.write(browser, 'PATCH', '/api/admin/reviews', {
      reviews: [{ uid: student.uid, set }],
    });
    if (!answer) return;
    const isRefused = !student.record.githubLink && (set.submissionReviewed || set.graded || send);
    // Only the lead sends feedback, unless the club's settings say otherwise.
    const mayNot = by === 'reviewer' && send;
    expect(answer.status, answer.text).toBe(isRefused ? 409 : mayNot ? 403 : 200);
    if (answer.status === 200) acknowledged(world, student, { ...marks, ...(send && { feedback: draft }) });
  },
);

const correctDetails = act(
  'correctDetails',
  fc.constantFrom(1, 2, 3, 4),
  async (world, yearOfStudy, student) => {
    const body = { yearOfStudy, reason: `${student.canary} asked` };
    const answer = await world.write(
      await as(world.lead),
      'PATCH',
      `/api/admin/members/${student.uid}`,
      body,
    );
    if (!answer) return;
    expect(answer).toMatchObject({ status: 200, body: { yearOfStudy } });
    acknowledged(world, student, { yearOfStudy: yearOfStudy as 1 });
  },
);

const undoLast = act('undoLast', nothing, async (world, _, student) => {
  const lead = await as(world.lead);
  const { changes } = (await lead.get(`/api/admin/changes?uid=${student.uid}&limit=1`)).body as ChangesPage;
  const [last] = changes;
  // `decide` undoes decisions.
  if (last?.kind === 'outcomes-set') return;
  const before = student.history.at(-1);
  if (last?.undoable && last.actor === 'member' && last.kind !== 'undone') {
    // A member's own work is not taken without a question.
    const asked = await lead.post(`/api/admin/changes/${last.seq}/undo`, {});
    expect(asked).toMatchObject({ status: 409, body: { code: 'CONFIRMATION_NEEDED' } });
  }
  const answer = await undo(lead, last?.seq);
  expect(answer.status, answer.text).toBe(last?.undoable ? 200 : 409);
  if (!last?.undoable || !before) return;
  // All but when the record was last saved is as it was before.
  const { updatedAt: _saved, ...was } = before;
  expect((await lead.get(`/api/admin/members/${student.uid}`)).body).toMatchObject(was);
  acknowledged(world, student, pick(was, modelled));
});

const marks = ['submissionReviewed', 'graded'] as const;

const undoSubmission = act('undoSubmission', nothing, async (world, _, student) => {
  const lead = await as(world.lead);
  const list = `/api/admin/changes?uid=${student.uid}&kind=submission-sent&limit=1`;
  const [sent] = ((await lead.get(list)).body as ChangesPage).changes;
  if (!sent || !student.stored) return;
  const { updatedAt: _saved, ...fields } = sent.fields;
  const now: Record<string, unknown> = { ...student.stored };
  // A review goes with the project that it was given for; anything else must not have changed since.
  const isSame = Object.entries(fields).every(
    ([name, { new: value }]) => marks.some((mark) => mark === name) || value === now[name],
  );
  const answer = await undo(lead, sent.seq);
  expect(answer.status, answer.text).toBe(isSame ? 200 : 409);
  if (!isSame) return;
  const before = Object.fromEntries(Object.entries(fields).map(([name, { old }]) => [name, old]));
  const reviewed = Object.fromEntries(marks.map((mark) => [mark, before[mark] === true]));
  acknowledged(world, student, pick({ ...student.stored, ...before, ...reviewed }, modelled));
});

const decide = act('decide', fc.tuple(outcome, fc.boolean()), async (world, [wanted, takeBack], student) => {
  const lead = await as(world.lead);
  const body = { uids: [student.uid], outcome: wanted };
  const answer = await world.write(lead, 'PATCH', '/api/admin/outcomes', body);
  if (!answer) return;
  const { result, correction, outcome: before } = student;
  const isReleased = result !== undefined || correction !== undefined;
  const isPlace =
    correction === undefined && result === 'waitlisted' && ['selected', 'waitlisted'].includes(wanted ?? '');
  const isRefused = isReleased && !isPlace && before !== wanted;
  expect(answer.status, answer.text).toBe(isRefused ? 409 : 200);
  if (isRefused) return;
  student.outcome = wanted;
  const { seq } = answer.body as { seq: number | null };
  if (!takeBack || seq === null || isReleased) return;
  expect((await undo(lead, seq)).status).toBe(200);
  student.outcome = before;
});

/** Whose outcomes a release now would make results. */
function prepared({ students }: World): Student[] {
  return students.filter(
    ({ outcome: decided, result }) =>
      decided !== null && (result === undefined || (result === 'waitlisted' && decided === 'selected')),
  );
}

export function isNowReleased(world: World): void {
  for (const student of prepared(world)) student.result = student.outcome;
}

const release = act(
  'release',
  fc.constantFrom(0, 0, 5, 30),
  async (world, hours) => {
    const at = hours > 0 ? { at: new Date(Date.now() + hours * hour).toISOString() } : {};
    const answer = await (await as(world.lead)).post('/api/admin/results/rounds', { all: true, ...at });
    if (answer.status === 409) return expect(prepared(world)).toEqual([]);
    expect(answer.status, answer.text).toBe(200);
    // A release replaces the plan for the same members.
    world.plan = hours > 0 ? Date.now() + hours * hour : null;
    if (hours === 0) isNowReleased(world);
  },
  'nobody',
);

const correct = act('correct', outcome, async (world, wanted, student) => {
  const body = { outcome: wanted, reason: 'Two members were confused' };
  const answer = await world.write(
    await as(world.lead),
    'POST',
    `/api/admin/results/${student.uid}/correction`,
    body,
  );
  if (!answer || answer.status === 409) return;
  expect(answer.status, answer.text).toBe(200);
  student.correction = wanted;
});

const message = act('message', fc.boolean(), async (world, email) => {
  const number = world.count();
  const text = `Message ${number} of the lead`;
  const id = `message-${String(number).padStart(16, '0')}`;
  const answer = await world.write(await as(world.lead), 'POST', '/api/admin/messages', {
    id,
    text,
    email,
    filter: {},
  });
  if (!answer) return;
  expect(answer.status, answer.text).toBe(200);
  world.messages.unshift({
    id,
    text,
    email,
    to: new Set(world.students),
    dismissed: new Set(),
    isWithdrawn: false,
  });
  // A second press sends nothing.
  expect(
    (await (await as(world.lead)).post('/api/admin/messages', { id, text, email, filter: {} })).status,
  ).toBe(200);
});

const withdraw = act(
  'withdraw',
  fc.constantFrom(0, 0, 1),
  async (world, which) => {
    const [chosen] = world.messages.slice(which);
    if (!chosen) return;
    const answer = await world.write(
      await as(world.lead),
      'DELETE',
      `/api/admin/messages/${chosen.id}`,
      undefined,
    );
    if (answer?.status === 200) chosen.isWithdrawn = true;
  },
  'nobody',
);

const deleteMessage = act(
  'deleteMessage',
  fc.nat(9),
  async (world, which) => {
    const chosen = world.inbox[which % world.inbox.length];
    if (!chosen) return;
    const lead = await as(world.lead);
    const rows = await world.portal.store.db
      .selectFrom('form_submissions')
      .select(['id', 'fields', 'deletedAt'])
      .execute();
    const row = rows.find(({ fields }) => fields.includes(`${chosen.text}"`));
    const body = { ids: [row?.id], deletedAt: chosen.deletedAt };
    const answer = await world.write(lead, 'PATCH', '/api/admin/form-submissions', body);
    if (!answer) return;
    expect(answer).toMatchObject({ status: 200, body: { changed: 1 } });
    chosen.deletedAt = (answer.body as { deletedAt: string | null }).deletedAt;
    chosen.day = Date.now();
  },
  'nobody',
);

/** Somebody leaves, with everything of theirs. */
function hasLeft(world: World, student: Student): void {
  world.students.splice(world.students.indexOf(student), 1);
  world.gone.push(student);
  world.inbox = world.inbox.filter(({ from }) => from !== student);
  for (const { to } of world.messages) to.delete(student);
}

const remove = act('remove', nothing, async (world, _, student) => {
  const lead = await as(world.lead);
  const path = `/api/admin/members/${student.uid}`;
  expect((await lead.send('DELETE', path, { body: { confirm: 'another name' } })).status).toBe(409);
  const answer = await lead.send('DELETE', path, { body: { confirm: student.record.fullName } });
  expect(answer.status, answer.text).toBe(200);
  hasLeft(world, student);
  expect((await student.browser.get('/api/me')).status).toBe(401);
});

const endOfSeason = act(
  'endOfSeason',
  nothing,
  async (world) => {
    // A year that ends as soon as it has begun shows little.
    if (world.steps < 8) return;
    await endTheSeason(world.portal);
    for (const student of [...world.students]) {
      // Its emails are no messages of the next season.
      for (const { email, to } of world.messages)
        if (email && [...to].some(({ uid }) => uid === student.uid))
          promise(world, 'group-message', student.uid);
      // Members of the club go on with an empty application, also in the seasons after.
      student.isInClub ||= student.result === 'selected';
      if (!student.isInClub) hasLeft(world, student);
      // The times of the next application are the portal's.
      Object.assign(student.record, pick({ ...student.record, ...unfilledFields }, modelled));
      const empty = { stored: null, history: [], outcome: null, result: undefined, correction: undefined };
      Object.assign(student, empty);
    }
    Object.assign(world, { messages: [], inbox: [], plan: null });
  },
  'nobody',
);

/** By the lead and a reviewer. */
export const staffActs = [
  ...[
    review,
    review,
    review,
    correctDetails,
    undoLast,
    undoLast,
    undoLast,
    undoSubmission,
    decide,
    decide,
    decide,
  ],
  ...[release, release, correct, message, message, withdraw, deleteMessage, remove, endOfSeason],
];
