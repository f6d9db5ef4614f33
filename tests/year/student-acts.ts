import * as fc from 'fast-check';
import { expect } from 'vitest';
import { cookieHeader } from '#tests/helpers/cookies.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { newRegistration, profileOf } from '#tests/helpers/members.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { acknowledged, act, nothing, promise, track } from './act.ts';
import type { Member, Student } from './model.ts';
import { keepsPromises, losesNothing } from './promises.ts';
import { as, day, signInOf, type World } from './world.ts';

async function registerStudent(world: World, yearOfStudy: number): Promise<void> {
  const number = world.count();
  const canary = `qz${String(number).padStart(6, '0')}`;
  const contactNumber = String(7_000_000_000 + number);
  const given = newRegistration({
    ...{ fullName: `Asha ${canary}`, email: `${canary}@students.example`, contactNumber },
    ...{ studentId: canary.toUpperCase(), yearOfStudy: yearOfStudy as 1 },
  });
  const browser = world.browser();
  const answer = await world.write(browser, 'POST', '/api/register', given);
  if (!answer) return;
  expect(answer).toMatchObject({ status: 201 });
  const { uid } = (answer.body as { user: { uid: string } }).user;
  const { password, confirmPassword: _, agreeToTerms: __, ...record } = given;
  world.students.push({
    ...{ uid, canary, contactNumber, browser, password, email: given.email, record },
    ...{ signedInAt: Date.now(), usedAt: Date.now(), stored: null, history: [] },
    ...{ isConfirmed: false, isRefused: false, outcome: null, result: undefined, correction: undefined },
  });
  promise(world, 'confirm-email', uid);
  world.touched.add(uid);
}

/** Three students who are there in every year: one has just come, one has done the task, and one was reviewed and decided on. */
export async function beginTerm(world: World): Promise<void> {
  for (const yearOfStudy of [1, 2, 3]) await registerStudent(world, yearOfStudy);
  await losesNothing(world);
  const [reviewed, busy] = world.students as [Student, Student];
  for (const student of [reviewed, busy]) {
    const browser = await as(student);
    await browser.put('/api/me/track', { developmentTrack: 'web' });
    acknowledged(world, student, { developmentTrack: 'web' });
    await losesNothing(world);
    await browser.put('/api/me/task-completion', { taskCompleted: true });
    acknowledged(world, student, { taskCompleted: true });
    await losesNothing(world);
  }
  const sent = { githubLink: `https://github.com/${reviewed.canary}/first`, projectDescription: 'It works.' };
  await (await as(reviewed)).put('/api/me/submission', sent);
  acknowledged(world, reviewed, sent);
  await losesNothing(world);
  const lead = await as(world.lead);
  const set = { submissionReviewed: true };
  await lead.patch('/api/admin/reviews', { reviews: [{ uid: reviewed.uid, set }] });
  await lead.patch('/api/admin/outcomes', { uids: [reviewed.uid], outcome: 'waitlisted' });
  acknowledged(world, reviewed, set);
  reviewed.outcome = 'waitlisted';
  await keepsPromises(world);
}

const register = act('register', fc.constantFrom(1, 2, 3, 4), registerStudent, 'nobody');

const mistype = act(
  'mistype',
  fc.constantFrom(
    'fullName',
    'email',
    'studentId',
    'contactNumber',
    'password',
    'confirmPassword',
    'agreeToTerms',
  ),
  async (world, field) => {
    const answer = await world.browser().post('/api/register', { ...newRegistration(), [field]: '' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', field: expect.any(String) } });
  },
  'nobody',
);

const registerAgain = act('registerAgain', nothing, async (world, _, { email }) => {
  const answer = await world.browser().post('/api/register', newRegistration({ email }));
  expect(answer).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
});

const guess = act('guess', nothing, async (world, _, { email }) => {
  const body = { email, password: 'not their password' };
  expect(await world.browser().post('/api/auth/sign-in/email', body)).toMatchObject({ status: 401 });
});

const signOut = act('signOut', nothing, async (world, _, student) => {
  const browser = await as(student);
  const elsewhere = world.browser();
  expect((await elsewhere.post('/api/auth/sign-in/email', signInOf(student))).status).toBe(200);
  const Cookie = cookieHeader(browser.cookies);
  // The second time there is no session, which is no error.
  for (const _time of [1, 2]) expect((await browser.post('/api/auth/sign-out', {})).status).toBe(200);
  student.signedInAt = 0;
  expect((await elsewhere.get('/api/me')).status).toBe(200);
  // Nor does somebody get in who has copied the cookie.
  expect((await browser.send('GET', '/api/me', { headers: { Cookie } })).status).toBe(401);
});

const confirm = act('confirm', nothing, async (world, _, student) => {
  const mail = world.accepted.findLast(({ kind, uid }) => kind === 'confirm-email' && uid === student.uid);
  if (!mail || student.isConfirmed) return;
  const links = mail.text.match(/https?:\/\/\S+/g) ?? [];
  const token = tokenIn({ ...mail, to: [mail.to], from: '', links });
  const answer = await world.write(world.browser(), 'POST', '/api/auth/confirm-email', { token });
  if (!answer) return;
  const isLate = Date.now() > Date.parse(mail.createdAt) + 6 * day;
  if (isLate && answer.status === 400) return;
  expect(answer).toMatchObject({ status: 200 });
  student.isConfirmed = true;
  expect((await world.browser().post('/api/auth/confirm-email', { token })).status).toBe(400);
});

const forget = act('forget', nothing, async (world, _, student) => {
  const answer = await world.write(world.browser(), 'POST', '/api/auth/request-password-reset', {
    email: student.email,
  });
  if (!answer) return;
  expect(answer.status).toBe(200);
  await world.portal.deps.background.idle();
  await world.portal.deps.outbox.deliverDue();
  promise(world, 'password-reset', student.uid);
  const mail = world.accepted.findLast(({ kind, uid }) => kind === 'password-reset' && uid === student.uid);
  if (!mail || Date.parse(mail.createdAt) !== Date.now()) return;
  const links = mail.text.match(/https?:\/\/\S+/g) ?? [];
  const body = {
    token: tokenIn({ ...mail, to: [mail.to], from: '', links }),
    newPassword: `new ${student.password}`,
  };
  if (!(await world.write(world.browser(), 'POST', '/api/auth/reset-password', body))) return;
  // Every session with the former password has ended.
  expect((await student.browser.get('/api/me')).status).toBe(401);
  expect((await world.browser().post('/api/auth/sign-in/email', signInOf(student))).status).toBe(401);
  Object.assign(student, { password: body.newPassword, signedInAt: 0, isConfirmed: true });
  await as(student);
});

const chooseTrack = act('chooseTrack', track, async (world, developmentTrack, student) => {
  const answer = await world.write(await as(student), 'PUT', '/api/me/track', { developmentTrack });
  if (!answer) return;
  expect(answer).toMatchObject({ status: 200, body: { developmentTrack } });
  acknowledged(world, student, { developmentTrack });
});

const markDone = act('markDone', fc.boolean(), async (world, taskCompleted, student) => {
  const answer = await world.write(await as(student), 'PUT', '/api/me/task-completion', { taskCompleted });
  if (!answer) return;
  const { developmentTrack, githubLink, taskCompleted: before } = student.record;
  const isRefused = taskCompleted ? !developmentTrack : before && githubLink;
  if (!isRefused) {
    expect(answer).toMatchObject({ status: 200, body: { taskCompleted } });
    acknowledged(world, student, { taskCompleted });
    return;
  }
  const message = 'You’ve submitted a project, so your task stays marked as done.';
  const refusal = taskCompleted ? { code: 'TRACK_REQUIRED' } : { code: 'SUBMITTED', message };
  expect(answer).toMatchObject({ status: 409, body: refusal });
});

const submit = act('submit', fc.constantFrom(1, 2), async (world, copies, student) => {
  const number = world.count();
  const sent = {
    githubLink: `https://github.com/${student.canary}/project${number}`,
    projectDescription: `${student.canary} wrote this.`,
  };
  const browser = await as(student);
  const answers = await Promise.all(
    // Two presses of one button.
    Array.from({ length: world.disturbance ? 1 : copies }, () =>
      world.write(browser, 'PUT', '/api/me/submission', sent),
    ),
  );
  for (const answer of answers) {
    if (!answer) return;
    expect(answer).toMatchObject({ status: 200, body: sent });
  }
  const review = { submissionReviewed: false, graded: false, feedback: null };
  acknowledged(world, student, { ...sent, ...review });
});

const saveProfile = act('saveProfile', track, async (world, developmentTrack, student) => {
  const number = world.count();
  const { record } = student;
  const saved = {
    ...profileOf({ ...newRegistration(), ...record } as never),
    ...{ fullName: `Asha ${number} ${student.canary}`, developmentTrack },
  };
  const answer = await world.write(await as(student), 'PATCH', '/api/me/profile', saved);
  if (!answer) return;
  expect(answer).toMatchObject({ status: 200, body: saved });
  acknowledged(world, student, saved as Partial<Member>);
});

const staleSave = act('staleSave', nothing, async (_world, __, student) => {
  const saved = profileOf({ ...newRegistration(), ...student.record } as never);
  const body = { ...saved, fullName: 'Somebody Else', shown: { fullName: 'as it never was' } };
  const answer = await (await as(student)).patch('/api/me/profile', body);
  expect(answer).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } });
});

const dismiss = act('dismiss', fc.constantFrom(0, 0, 1), async (world, which, student) => {
  const [chosen] = world.messages.slice(which);
  if (!chosen?.to.has(student)) return;
  const answer = await world.write(await as(student), 'DELETE', `/api/me/messages/${chosen.id}`, undefined);
  if (answer?.status === 200) chosen.dismissed.add(student);
});

const writeToClub = act('writeToClub', fc.boolean(), async (world, isStranger, student) => {
  const number = world.count();
  const text = `inbox${number} ${isStranger ? 'a stranger' : student.canary}`;
  const browser = isStranger ? world.browser() : await as(student);
  const body = contactMessage({
    message: text,
    email: isStranger ? 'stranger@elsewhere.example' : student.email,
  });
  const answer = await world.write(browser, 'POST', '/f/contact', body);
  if (!answer) return;
  expect(answer.status, answer.text).toBe(200);
  world.inbox.push({ text, from: isStranger ? null : student, deletedAt: null, day: Date.now() });
});

/** By students; the more often they do something, the more often it is named. */
export const studentActs = [
  ...[register, register, mistype, registerAgain, guess, signOut, confirm, confirm, forget],
  ...[chooseTrack, chooseTrack, markDone, markDone, submit, submit, submit, saveProfile, staleSave],
  ...[dismiss, writeToClub, writeToClub],
];
