import { expect, it } from 'vitest';
import type { ReviewQueue, SubmissionList, SubmissionReview } from '#domain/review.ts';
import { reviewRefusals } from '#domain/review-texts.ts';
import { makeReviewer } from '#server/accounts/staff.ts';
import { declaredRoutes } from '#server/http/access.ts';
import { saveReview } from './helpers/admin-api.ts';
import {
  openTestApp,
  type Person,
  type Reviewer,
  registerPerson,
  signInAdministrator,
  signInReviewer,
  type TestApp,
} from './helpers/app.ts';
import { describeEachEngine, type TestEngine } from './helpers/engines.ts';
import { contactMessage } from './helpers/forms.ts';
import { decide } from './helpers/results.ts';
import { saveSettings } from './helpers/settings.ts';
import { refusedWith, type Visitor } from './helpers/visitor.ts';

/** The person's. Nothing that the portal says by itself contains these. */
const names = {
  fullName: 'Zaqyrna Vexolt',
  email: 'zaqyrna.vexolt@students.example',
  studentId: '7QX99ZK404',
};
const contactNumber = '7038291640';
const repository = 'https://github.com/team-hexa/solver';
/** In the inbox, in a private correction, and as the message of the club. */
const inbox = 'canary-of-the-inbox';

async function open(engine: TestEngine) {
  const portal = await openTestApp(engine);
  const owner = await registerPerson(portal, { ...names, contactNumber });
  const twin = await registerPerson(portal, { ...names, email: `twin.${names.email}`, contactNumber });
  await owner.post('/f/contact', contactMessage({ message: inbox }));
  for (const person of [owner, twin]) {
    await person.put('/api/me/track', { developmentTrack: 'web' });
    for (const projectDescription of ['The first version.', 'It solves puzzles.'])
      await person.put('/api/me/submission', { githubLink: repository, projectDescription });
  }
  const administrator = await signInAdministrator(portal);
  await decide(administrator, [owner.uid], 'waitlisted');
  return { portal, owner, twin, administrator, reviewer: await signInReviewer(portal) };
}

/** All that a reviewer can read, with searches, an order and a cursor, and refusals. */
async function everythingRead(portal: TestApp, reviewer: Reviewer, owner: Person): Promise<string> {
  const texts: string[] = [];
  for (const { method, path } of declaredRoutes(portal.app)) {
    // The description of the API names every outcome.
    if (method !== 'GET' || path === '/api/openapi.json') continue;
    const { text } = await reviewer.get(path.replace(':uid', owner.uid).replace(/:\w+/g, 'some'));
    texts.push(text);
  }
  for (const query of ['q=github', 'reviewed=true', 'limit=1', 'sort=fullName', `at=${owner.uid}`, 'year=1'])
    for (const path of ['review-queue', 'review-queue/submissions'])
      texts.push((await reviewer.get(`/api/admin/${path}?${query}`)).text);
  // The page showed other values than those that are stored: the refusal has these.
  const stale = { submittedAt: null, githubLink: null };
  for (const set of [{ submissionReviewed: true }, { note: 'Mine.' }]) {
    const one = { uid: owner.uid, shown: stale, set };
    const refused = await reviewer.patch('/api/admin/reviews', { reviews: [one] });
    expect(refused).toMatchObject(refusedWith(409, 'STALE_VERSION'));
    texts.push(refused.text);
  }
  const one = { uid: owner.uid, shown: {}, set: { note: 'Well done.' } };
  texts.push((await reviewer.patch('/api/admin/reviews', { reviews: [one] })).text);
  const undo = await reviewer.post('/api/admin/changes/1/undo', {});
  expect(undo).toMatchObject(refusedWith(403, 'NOT_ALLOWED'));
  texts.push(undo.text);
  return texts.join('\n');
}

const closed = [
  ...['members', 'members.csv', 'departments', 'summary', 'changes', 'outcomes/:uid', 'results'],
  ...['form-submissions', 'form-submissions.csv', 'messages', 'settings/club', 'reviewers', 'members/:uid'],
  ...['members/:uid/account', 'message-audience', 'checklist'],
];

async function found(visitor: Visitor, q: string): Promise<number> {
  const { body } = await visitor.get(`/api/admin/review-queue?q=${encodeURIComponent(q)}`);
  const list = await visitor.get(`/api/admin/review-queue/submissions?q=${encodeURIComponent(q)}`);
  expect((list.body as SubmissionList).members).toHaveLength((body as ReviewQueue).total);
  return (body as ReviewQueue).total;
}

describeEachEngine('a reviewer', (engine) => {
  it('reads who has submitted, and no contact number, outcome, message or setting', async () => {
    const { portal, owner, reviewer } = await open(engine);
    const read = await everythingRead(portal, reviewer, owner);
    expect(read).toContain(names.fullName);
    for (const secret of [contactNumber, 'waitlisted', inbox]) expect(read).not.toContain(secret);
    for (const path of closed) {
      const { status } = await reviewer.get(`/api/admin/${path.replace(':uid', owner.uid)}`);
      expect([403, 404], path).toContain(status);
    }
    const { uid } = await registerPerson(portal, { fullName: 'Without Project' });
    expect((await reviewer.get(`/api/admin/reviews/${uid}`)).text).not.toContain('Without Project');
    // Nor can they be found out by searching.
    for (const q of [contactNumber, contactNumber.slice(2, 8), `+91${contactNumber}`])
      expect(await found(reviewer, q), q).toBe(0);
    for (const q of ['Zaqyrna', names.email, names.studentId, 'team-hexa', repository])
      expect(await found(reviewer, q), q).toBe(2);
  });

  it('who reviews blind reads a project, and nowhere whose it is', async () => {
    const { portal, owner, twin, administrator, reviewer } = await open(engine);
    await saveSettings(portal, 'reviews', { blind: true });
    const read = await everythingRead(portal, reviewer, owner);
    expect(read).toContain('team-hexa');
    for (const secret of [...Object.values(names), names.email.split('@')[0] ?? '', 'Vexolt', contactNumber])
      expect(read.toLowerCase(), secret).not.toContain(secret.toLowerCase());
    const review = (await reviewer.get(`/api/admin/reviews/${owner.uid}`)).body as SubmissionReview;
    expect(review.former).toMatchObject([{ projectDescription: 'The first version.' }]);
    expect(review.sameRepository).toMatchObject([{ uid: twin.uid, githubLink: repository }]);
    for (const q of ['Zaqyrna', 'vexolt', names.email, names.studentId, contactNumber, 'Civil'])
      expect(await found(reviewer, q), q).toBe(0);
    for (const q of ['team-hexa', repository]) expect(await found(reviewer, q), q).toBe(2);
    // A year that somebody has, and one that nobody has, find the same.
    const ofYear = async (year: number) =>
      (await reviewer.get(`/api/admin/review-queue/submissions?year=${year}`)).text;
    expect(await ofYear(1)).toBe(await ofYear(4));

    const seen = (await administrator.get(`/api/admin/reviews/${owner.uid}`)).body as SubmissionReview;
    expect(seen.member).toMatchObject(names);
    expect(await found(administrator, contactNumber)).toBe(2);
    await saveSettings(portal, 'reviews', { blind: false });
    const again = (await reviewer.get(`/api/admin/reviews/${owner.uid}`)).body as SubmissionReview;
    expect(again.member).toMatchObject(names);
  });

  it('who is a member too neither reads nor reviews what they have submitted', async () => {
    const { portal, owner, twin, administrator } = await open(engine);
    await portal.store.transact((trx) => makeReviewer(trx, { uid: owner.uid, name: '', member: true }));
    await saveReview(administrator, owner.uid, { note: 'Between us.' });
    const own = refusedWith(403, 'NOT_ALLOWED', { message: reviewRefusals.own });
    expect(await owner.get(`/api/admin/reviews/${owner.uid}`)).toMatchObject(own);
    expect(await saveReview(owner, owner.uid, { graded: true })).toMatchObject(own);
    const { body } = await owner.get('/api/admin/review-queue');
    expect(body).toMatchObject({ first: twin.uid, total: 1, waiting: 1 });
    expect(await found(owner, 'team-hexa')).toBe(1);
    expect((await saveReview(owner, twin.uid, { graded: true })).status).toBe(200);
    expect((await owner.get('/api/me')).body).toMatchObject({ graded: false });
  });

  it('undoes a review that they gave, and nothing else', async () => {
    const { owner, administrator, reviewer } = await open(engine);
    const mark = async (visitor: Visitor) =>
      (await saveReview(visitor, owner.uid, { graded: true })).body as { seq: number };
    const { seq } = await mark(reviewer);
    expect((await reviewer.post(`/api/admin/changes/${seq}/undo`, {})).status).toBe(200);
    const other = await mark(administrator);
    expect(await reviewer.post(`/api/admin/changes/${other.seq}/undo`, {})).toMatchObject(
      refusedWith(403, 'NOT_ALLOWED'),
    );
  });
});

it('what a removed reviewer still types is refused in words', async () => {
  const { owner, administrator, reviewer } = await open('sqlite');
  await administrator.send('DELETE', `/api/admin/reviewers/${reviewer.uid}`);
  expect(await saveReview(reviewer, owner.uid, { note: 'Half a thou' })).toMatchObject(
    refusedWith(401, 'SIGN_IN_REQUIRED', { message: 'Sign in first.' }),
  );
});
