import { expect, it } from 'vitest';
import type { ChangesPage } from '#domain/changes.ts';
import type { MemberPage } from '#domain/member-list.ts';
import type { Member } from '#domain/members.ts';
import { type ReviewsAnswer, type SubmissionReview, shownSubmission } from '#domain/review.ts';
import { answerOf, openWithMembers, saveReview, storedMember } from '#tests/helpers/admin-api.ts';
import { openActors, openTestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { addRecords, newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { project } from '#tests/helpers/member-input.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';
import { waitingWriters } from '#tests/helpers/waiting-writers.ts';

type SnippetList = { snippets: { id: string; text: string }[] };

function reviewOf(administrator: Visitor, uid: string): Promise<SubmissionReview> {
  return answerOf(administrator, `/api/admin/reviews/${uid}`);
}

function submit(member: Visitor, name: string, projectDescription = 'A board.') {
  const githubLink = `https://github.com/asha/${name}`;
  return member.put('/api/me/submission', { githubLink, projectDescription });
}

describeEachEngine('the review desk', (engine) => {
  async function open() {
    const portal = await openTestApp(engine);
    const { member, administrator } = await openActors(portal);
    return { portal, administrator, member, uid: member.uid };
  }

  it('saves marks, feedback, note and checklist together; undo reverts marks and feedback and keeps the rest', async () => {
    const { administrator } = await openWithMembers(engine, [submittedRecord({ uid: 'a' })]);
    const kept = {
      ...{ draft: 'Well done.', note: 'Ask about the tests.' },
      opinion: { met: ['Works offline'] },
    };
    const wanted = { ...kept, draft: '  Well done. ', submissionReviewed: true, send: true };
    const saved = await saveReview(administrator, 'a', wanted);
    const member = { submissionReviewed: true, graded: false, feedback: 'Well done.' };
    expect(await reviewOf(administrator, 'a')).toMatchObject({ member, ...kept });
    const { seq } = saved.body as ReviewsAnswer;
    const undone = await administrator.post(`/api/admin/changes/${seq}/undo`, {});
    expect(undone).toMatchObject({ status: 200, body: { undone: 1 } });
    expect(await reviewOf(administrator, 'a')).toMatchObject({
      member: { submissionReviewed: false, feedback: null, feedbackAt: null },
      ...kept,
    });
  });

  it('keeps a draft from the member until it is sent, and takes sent feedback back with an empty one', async () => {
    const { administrator, member, uid } = await open();
    await member.put('/api/me/submission', project);
    const own = async () => (await member.get('/api/me')).body as Member;
    await saveReview(administrator, uid, { draft: 'Not yet' });
    expect(await own()).toMatchObject({ feedback: null, feedbackAt: null });
    await saveReview(administrator, uid, { draft: 'Not yet', send: true });
    expect(await own()).toMatchObject({ feedback: 'Not yet', feedbackAt: expect.any(String) });
    await saveReview(administrator, uid, { draft: '', send: true });
    expect(await own()).toMatchObject({ feedback: null, feedbackAt: null });
  });

  it('keeps the review of a submission that the member has replaced', async () => {
    const { administrator, member, uid } = await open();
    const long = 'An app. '.repeat(500).trim();
    await submit(member, 'one', long);
    const marks = { submissionReviewed: true, graded: true };
    const given = { ...marks, draft: 'Add tests.', note: 'Promising.' };
    const opinion = { met: ['Works offline'] };
    await saveReview(administrator, uid, { ...given, opinion, send: true });
    await submit(member, 'two', 'Now with tests.');
    const first = { githubLink: 'https://github.com/asha/one', projectDescription: long };
    const none = { submissionReviewed: false, graded: false, feedback: null };
    expect(await reviewOf(administrator, uid)).toMatchObject({
      member: { ...none, projectDescription: 'Now with tests.' },
      ...{ draft: '', note: '', opinion: { met: [], given: false } },
      former: [{ ...first, ...given, opinions: [opinion], feedback: 'Add tests.' }],
    });
    const former = { feedback: null, formerFeedback: 'Add tests.' };
    expect((await member.get('/api/me')).body).toMatchObject(former);
    // It stays while no submission since has been answered.
    await submit(member, 'three', 'Now with more tests.');
    expect((await member.get('/api/me')).body).toMatchObject(former);
  });

  it('shows each former submission as it was when it was replaced, also around a correction', async () => {
    const { administrator, member, uid } = await open();
    await submit(member, 'one', 'As sent.');
    await submit(member, 'two', 'As sent.');
    await administrator.patch(`/api/admin/members/${uid}`, {
      projectDescription: 'Corrected.',
      reason: 'A typing error',
    });
    await submit(member, 'three', 'New.');
    await saveReview(administrator, uid, { submissionReviewed: true, draft: 'Well done.', send: true });
    const { former } = await reviewOf(administrator, uid);
    const unreviewed = { submissionReviewed: false, feedback: null, feedbackAt: null };
    expect(former).toMatchObject([
      { projectDescription: 'Corrected.', ...unreviewed },
      { projectDescription: 'As sent.', ...unreviewed },
    ]);
  });

  it('keeps note, draft and checklist out of the log, the member’s answers and the export', async () => {
    const { portal, administrator, member, uid } = await open();
    await member.put('/api/me/submission', project);
    const opinion = { met: ['SECRET-MET'], comment: 'SECRET-COMMENT' };
    const secrets = { note: 'SECRET-NOTE', draft: 'SECRET-DRAFT', opinion };
    expect((await saveReview(administrator, uid, secrets)).status).toBe(200);
    const changes = await rowsOf(portal.store, 'changes');
    const csv = await administrator.get('/api/admin/members.csv');
    const own = await member.get('/api/me');
    const page = await member.get('/dashboard');
    for (const seen of [changes, csv, own, page]) expect(JSON.stringify(seen)).not.toContain('SECRET');
    const { changes: listed } = (await administrator.get('/api/admin/changes')).body as ChangesPage;
    expect(listed.map(({ kind }) => kind)).not.toContain('review-saved');
  });

  it('names other members who submitted the same repository, however it is spelled', async () => {
    const { administrator } = await openWithMembers(engine, [
      submittedRecord({ uid: 'a', githubLink: 'https://github.com/Asha/Board' }),
      submittedRecord({ uid: 'b', githubLink: 'https://www.github.com/asha/board.git/tree/main?tab=readme' }),
      submittedRecord({ uid: 'c', githubLink: 'https://github.com/asha/board-2' }),
      newRecord({ uid: 'd' }),
    ]);
    const uids = async (uid: string) =>
      (await reviewOf(administrator, uid)).sameRepository.map((other) => other.uid);
    expect(await uids('a')).toEqual(['b']);
    expect(await uids('b')).toEqual(['a']);
    expect(await uids('c')).toEqual([]);
    expect(await uids('d')).toEqual([]);
  });

  it('refuses texts that are too long, and members who are not there or have nothing to review', async () => {
    const { administrator } = await openWithMembers(engine, [newRecord({ uid: 'a' })]);
    const long = 'x'.repeat(2_001);
    expect(await saveReview(administrator, 'a', { note: long })).toMatchObject({ status: 400 });
    expect(await saveReview(administrator, 'a', { draft: 'a\0b' })).toMatchObject({ status: 400 });
    expect(await saveReview(administrator, 'a', {})).toMatchObject({ status: 400 });
    for (const wanted of [{ graded: true }, { draft: 'Good.', send: true }]) {
      expect(await saveReview(administrator, 'a', wanted)).toMatchObject(refusedWith(409, 'NO_SUBMISSION'));
    }
    expect(await saveReview(administrator, 'b', { note: 'x' })).toMatchObject({ status: 404 });
    expect(await administrator.get('/api/admin/reviews/b')).toMatchObject({ status: 404 });
  });

  it('has texts to begin with, and saves and deletes others', async () => {
    const { portal, administrator } = await openWithMembers(engine);
    const send = (method: string, path: string, body: object) =>
      administrator.send(method, `/api/admin/review-snippets${path}`, { body });
    const { snippets: starters } = await answerOf<SnippetList>(administrator, '/api/admin/review-snippets');
    // The databases that tests share on PostgreSQL are emptied, these rows included.
    if (engine === 'sqlite') expect(starters.length).toBeGreaterThan(3);
    const added = await send('POST', '', { text: ' Please add tests. ' });
    expect((added.body as SnippetList).snippets).toEqual([
      { id: expect.any(String), text: 'Please add tests.' },
      ...starters,
    ]);
    const [{ id: first }] = (added.body as { snippets: [{ id: string }] }).snippets;
    const edited = await send('POST', '', { text: 'Please add more tests.', replaces: first });
    expect((edited.body as SnippetList).snippets).toEqual([
      { id: expect.not.stringMatching(first), text: 'Please add more tests.' },
      ...starters,
    ]);
    const [{ id }] = (edited.body as { snippets: [{ id: string }] }).snippets;
    expect(await send('DELETE', `/${id}`, {})).toMatchObject({ status: 200, body: { snippets: starters } });
    expect(await send('DELETE', `/${id}`, {})).toMatchObject({ status: 404 });
    expect(await send('POST', '', { text: ' ' })).toMatchObject({ status: 400 });
    const createdAt = new Date().toISOString();
    const many = Array.from({ length: 50 }, (_, made) => ({ id: `s${made}`, text: 'Text', createdAt }));
    await portal.store.db.insertInto('review_snippets').values(many).execute();
    expect(await send('POST', '', { text: 'One more' })).toMatchObject(refusedWith(409, 'TOO_MANY_SNIPPETS'));
    expect(await send('POST', '', { text: 'Another', replaces: '../s7' })).toMatchObject(
      refusedWith(400, 'INVALID_INPUT', { field: 'replaces' }),
    );
  });

  const marks = { submissionReviewed: true, graded: true };

  it.each([
    ['has submitted again', 'This member has submitted again. Look at the new submission first.'],
    ['has another link', 'The link of this submission was corrected. Look at the project first.'],
  ])(
    'reviews nothing, alone or with others, once the member %s than the page showed',
    async (how, message) => {
      const { portal, administrator, member, uid } = await open();
      await submit(member, 'one');
      await addRecords(portal.store, [submittedRecord({ uid: 'b' })]);
      const seen = async (one: string) => shownSubmission((await reviewOf(administrator, one)).member);
      const [shown, ofB] = [await seen(uid), await seen('b')];
      const githubLink = 'https://github.com/asha/two';
      if (how === 'has another link')
        await administrator.patch(`/api/admin/members/${uid}`, { githubLink, reason: 'A typing error' });
      else await submit(member, 'two');
      const current = [{ member: { uid, githubLink } }];
      const alone = await saveReview(administrator, uid, marks, shown);
      expect(alone).toMatchObject(refusedWith(409, 'STALE_VERSION', { message, current }));
      const reviews = [
        { uid: 'b', shown: ofB, set: marks },
        { uid, shown, set: marks },
      ];
      expect(await administrator.patch('/api/admin/reviews', { reviews })).toMatchObject(
        refusedWith(409, 'STALE_VERSION', { message: expect.stringMatching(/^1 of 2 /), current }),
      );
      for (const unmarked of [uid, 'b'])
        expect(await storedMember(administrator, unmarked)).toMatchObject({ submissionReviewed: false });
      // A script has shown nobody anything.
      expect((await saveReview(administrator, uid, marks)).status).toBe(200);
    },
  );

  it('refuses what the page has not shown, and takes what is so already or concerns something else', async () => {
    const { administrator } = await openWithMembers(engine, [submittedRecord({ uid: 'a' })]);
    const { member, draft, note } = await reviewOf(administrator, 'a');
    await saveReview(administrator, 'a', { graded: true, draft: 'Good.' });
    const message = 'This submission has changed: it is now not reviewed, graded, without feedback.';
    const current = [{ member: { graded: true }, draft: 'Good.' }];
    const shown = { ...shownSubmission(member), draft };
    expect(await saveReview(administrator, 'a', { submissionReviewed: true }, shown)).toMatchObject(
      refusedWith(409, 'STALE_VERSION', { message, current }),
    );
    for (const set of [{ draft: 'Bad.', send: true }, { draft: 'Bad.' }, { draft: 'Good.', send: true }])
      expect((await saveReview(administrator, 'a', set, shown)).status).toBe(409);
    expect(await reviewOf(administrator, 'a')).toMatchObject({ member: { feedback: null }, draft: 'Good.' });
    expect((await saveReview(administrator, 'a', { graded: true }, shown)).status).toBe(200);
    expect((await saveReview(administrator, 'a', { draft: 'Good.' }, shown)).status).toBe(200);
    expect((await saveReview(administrator, 'a', { note: 'Ask.' }, { note })).status).toBe(200);
  });

  it('sends only a text that the request has', async () => {
    const { administrator } = await openWithMembers(engine, [submittedRecord({ uid: 'a' })]);
    await saveReview(administrator, 'a', { draft: 'This is plagiari' });
    const wanted = { send: true, submissionReviewed: true };
    expect((await saveReview(administrator, 'a', wanted)).status).toBe(400);
    expect(await reviewOf(administrator, 'a')).toMatchObject({ member: { feedback: null } });
  });

  it('judges a submission by the track that it was made for, whichever the member chooses later', async () => {
    const { portal, administrator, member, uid } = await open();
    await member.put('/api/me/track', { developmentTrack: 'web' });
    await member.put('/api/me/submission', project);
    await member.put('/api/me/track', { developmentTrack: 'ml' });
    expect((await reviewOf(administrator, uid)).member).toMatchObject({
      developmentTrack: 'ml',
      submissionTrack: 'web',
    });
    const { changes } = (await administrator.get(`/api/admin/changes?uid=${uid}&kind=track-selected`))
      .body as ChangesPage;
    expect(Object.keys(changes[0]?.fields ?? {})).toEqual(['developmentTrack', 'trackUpdatedAt']);
    const total = async (path: string) => ((await administrator.get(path)).body as { total: number }).total;
    expect(await total('/api/admin/review-queue?track=web')).toBe(1);
    expect(await total('/api/admin/review-queue?track=ml')).toBe(0);
    expect(await total('/api/admin/members?submitted=true&track=web')).toBe(1);
    const [first] = portal.deps.content.tasks.web.requirements;
    await saveReview(administrator, uid, { opinion: { met: [first?.title ?? ''] } });
    const { members } = (await administrator.get('/api/admin/members?submitted=true')).body as MemberPage;
    expect(members[0]?.score).toMatchObject({ met: 1 });
    // The list of members goes by the track that they have now.
    expect(await total('/api/admin/members?track=ml')).toBe(1);
  });
});

it('of two reviews that have waited for the same write on PostgreSQL, one is refused', async () => {
  const { portal, administrator } = await openWithMembers('postgres', [submittedRecord({ uid: 'a' })]);
  let both: ReturnType<typeof saveReview>[] = [];
  await portal.store.transact(async (trx) => {
    await trx.changes.lock();
    both = ['First', 'Second'].map((note) => saveReview(administrator, 'a', { note }, { note: '' }));
    await expect.poll(() => waitingWriters(portal.store.db)).toBe(2);
  });
  expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
