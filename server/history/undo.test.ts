import { expect, it } from 'vitest';
import type { Member } from '#domain/members.ts';
import { removeMembers } from '#server/accounts/removal.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import {
  changesOf,
  openWithMembers,
  saveReview,
  saveReviews,
  storedMember,
  undo,
} from '#tests/helpers/admin-api.ts';
import { registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { rowsOf, write as writeRecord } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

describeEachEngine('undo', (engine) => {
  /** @returns the `seq` for undo */
  async function write({ store }: TestApp, uid: string, fields: Partial<Member>): Promise<number> {
    await writeRecord(store, uid, fields);
    return latestSeq(store.db);
  }

  it('restores the old values, is logged, and can itself be undone', async () => {
    const { portal, administrator } = await openWithMembers(engine, [newRecord({ uid: 'a' })]);
    const seq = await write(portal, 'a', {
      developmentTrack: 'ml',
      yearOfStudy: 4,
      updatedAt: '2026-10-01T00:00:00.000Z',
    });
    const undoIt = () => undo(administrator, seq);
    expect(await undoIt()).toMatchObject({ status: 200, body: { undone: 1 } });
    expect(await storedMember(administrator, 'a')).toMatchObject({
      developmentTrack: null,
      yearOfStudy: 2,
      // The time of the save stays.
      updatedAt: '2026-10-01T00:00:00.000Z',
    });
    const { changes } = await changesOf(administrator, '?uid=a');
    expect(changes[0]).toMatchObject({ kind: 'undone', actor: 'administrator', undoes: seq, undoable: true });
    expect(changes[1]).toMatchObject({ seq, undoneBy: changes[0]?.seq, undoable: true });
    expect(await undoIt()).toMatchObject(refusedWith(409, 'CHANGED_SINCE'));
    await undo(administrator, changes[0]?.seq);
    expect(await storedMember(administrator, 'a')).toMatchObject({ developmentTrack: 'ml', yearOfStudy: 4 });
  });

  it('of a review of many leaves out who was removed since', async () => {
    const uids = ['a', 'b', 'c'];
    const { portal, administrator } = await openWithMembers(
      engine,
      uids.map((uid) => submittedRecord({ uid })),
    );
    await saveReviews(administrator, uids, { submissionReviewed: true });
    await removeMembers(portal.deps, ['b'], 'sdc-admin');
    const shown = (await changesOf(administrator, '?kind=review-changed')).changes;
    expect(shown.map(({ uid, undoable, batchSize }) => [uid, undoable, batchSize])).toEqual([
      ['c', true, 2],
      ['b', false, 2],
      ['a', true, 2],
    ]);
    expect(await undo(administrator, shown[0]?.seq)).toMatchObject({ status: 200, body: { undone: 2 } });
    for (const uid of ['a', 'c'])
      expect(await storedMember(administrator, uid)).toMatchObject({ submissionReviewed: false });
    expect(await undo(administrator, shown[1]?.seq)).toMatchObject(refusedWith(409, 'CHANGED_SINCE'));
  });

  it('is refused if one of the fields has changed since, and not if another has', async () => {
    const { portal, administrator } = await openWithMembers(engine, [newRecord({ uid: 'a' })]);
    const first = await write(portal, 'a', { developmentTrack: 'ml', yearOfStudy: 4 });
    const second = await write(portal, 'a', { yearOfStudy: 3 });
    expect(await undo(administrator, first)).toMatchObject(
      refusedWith(409, 'CHANGED_SINCE', { message: 'The record has changed since. Nothing was undone.' }),
    );
    expect(await storedMember(administrator, 'a')).toMatchObject({ developmentTrack: 'ml', yearOfStudy: 3 });
    await write(portal, 'a', { contactNumber: '9000000000' });
    expect(await undo(administrator, second)).toMatchObject({ status: 200 });
    expect(await storedMember(administrator, 'a')).toMatchObject({ yearOfStudy: 4 });
  });

  /** The status of the submission that the student sees. */
  const project = (letter: string) => ({
    githubLink: `https://github.com/asha/${letter}`,
    projectDescription: `Project ${letter}`,
  });

  async function openSubmitter() {
    const { portal, administrator } = await openWithMembers(engine);
    const person = await registerPerson(portal, { fullName: 'Asha Rao' });
    const review = (marks: object) => saveReview(administrator, person.uid, marks);
    async function seqOf(kind: string, nth = 0) {
      const { changes } = await changesOf(administrator, `?uid=${person.uid}&kind=${kind}`);
      return changes[nth]?.seq;
    }
    const undoLast = async (kind: string, nth = 0) => undo(administrator, await seqOf(kind, nth));
    const record = () => storedMember(administrator, person.uid);
    return { portal, administrator, person, review, seqOf, undoLast, record };
  }

  it('of a review never marks another project, or none', async () => {
    const { person, review, undoLast, record } = await openSubmitter();
    await person.put('/api/me/submission', project('a'));
    await review({ submissionReviewed: true });
    await review({ submissionReviewed: false });
    await person.put('/api/me/submission', project('b'));
    expect(await undoLast('review-changed')).toMatchObject(refusedWith(409, 'CHANGED_SINCE'));
    await undoLast('submission-sent');
    expect(await undoLast('review-changed')).toMatchObject({ status: 200 });
    await review({ submissionReviewed: false });
    await undoLast('submission-sent', 1);
    expect(await record()).toMatchObject({ githubLink: null });
    expect(await undoLast('review-changed')).toMatchObject(refusedWith(409, 'CHANGED_SINCE'));
    expect(await record()).toMatchObject({ submissionReviewed: false });
  });

  it('of an undone submission brings back the marks of either project', async () => {
    const { person, review, undoLast, record } = await openSubmitter();
    await person.put('/api/me/submission', project('a'));
    await review({ submissionReviewed: true });
    await person.put('/api/me/submission', project('b'));
    await review({ submissionReviewed: true });
    await undoLast('submission-sent');
    // Both projects are reviewed, so the log of the undo does not name the mark.
    await review({ submissionReviewed: false });
    expect(await undoLast('undone')).toMatchObject({ status: 200 });
    expect(await record()).toMatchObject({ ...project('b'), submissionReviewed: true });
    await undoLast('undone');
    expect(await record()).toMatchObject({ ...project('a'), submissionReviewed: false });
  });

  it('of a submission says that feedback would be lost, which is a review too', async () => {
    const { portal, administrator, person, seqOf } = await openSubmitter();
    await person.put('/api/me/submission', project('board'));
    const path = `/api/admin/changes/${await seqOf('submission-sent')}/undo`;
    await write(portal, person.uid, { feedback: 'Well done.' });
    expect((await administrator.post(path, {})).body).toMatchObject({
      message: expect.stringContaining('with feedback'),
    });
  });

  it('of a member’s own act asks first, names what would be lost and sends an email', async () => {
    const { portal, administrator, person, review, seqOf, record } = await openSubmitter();
    await person.put('/api/me/track', { developmentTrack: 'web' });
    await person.put('/api/me/task-completion', { taskCompleted: true });
    await person.put('/api/me/submission', project('board'));
    await review({ submissionReviewed: true });
    const losses = {
      'submission-sent': 'the project asha/board and its review (reviewed, not graded, without feedback)',
      'task-completed': 'the mark that the task is done',
      'track-selected': 'the choice of Web Development',
    };
    for (const [kind, loss] of Object.entries(losses)) {
      const seq = await seqOf(kind);
      const before = await record();
      const message = `Asha Rao did this, and would lose ${loss}.`;
      const question = refusedWith(409, 'CONFIRMATION_NEEDED', { message });
      expect(await administrator.post(`/api/admin/changes/${seq}/undo`, {})).toMatchObject(question);
      expect(await record()).toEqual(before);
      expect(await undo(administrator, seq)).toMatchObject({ status: 200 });
    }
    const queued = await rowsOf(portal.store, 'mail_outbox');
    const mails = queued.filter(({ subject }) => subject?.endsWith('was undone'));
    expect(mails.map(({ to }) => to)).toEqual(Array(3).fill(person.registration.email));
    // The address is not confirmed: nothing that anyone chose stands in the mail.
    for (const { text } of mails) expect(text).not.toMatch(/Asha|asha|Project/);
    // Undoing the administrator's undo needs no question.
    const path = `/api/admin/changes/${await seqOf('undone')}/undo`;
    expect((await administrator.post(path, {})).status).toBe(200);
  });

  it('of a member’s own act asks again once the record has changed since the question', async () => {
    const { person, review, record, administrator, seqOf } = await openSubmitter();
    await person.put('/api/me/submission', project('a'));
    const path = `/api/admin/changes/${await seqOf('submission-sent')}/undo`;
    const first = (await administrator.post(path, {})).body as { message: string; current: Member };
    expect(first.message).not.toContain('review');
    await review({ submissionReviewed: true });
    const message = expect.stringMatching(/^The record has just changed.* its review \(reviewed/);
    const question = refusedWith(409, 'CONFIRMATION_NEEDED', { message });
    expect(await administrator.post(path, { shown: first.current })).toMatchObject(question);
    expect(await record()).toMatchObject({ ...project('a'), submissionReviewed: true });
  });

  it('of a registration, of an e-mail address and of an unknown change is refused', async () => {
    const { portal, administrator } = await openWithMembers(engine, [newRecord({ uid: 'a' })]);
    const email = await write(portal, 'a', { email: 'new@students.example', yearOfStudy: 3 });
    for (const seq of [1, email]) {
      expect(await undo(administrator, seq)).toMatchObject(refusedWith(409, 'NOT_UNDOABLE'));
    }
    for (const seq of [999, 0, -1, 'x', '1e99']) {
      expect(await undo(administrator, seq)).toMatchObject(refusedWith(404, 'CHANGE_NOT_FOUND'));
    }
    const { changes } = await changesOf(administrator);
    expect(changes.map(({ undoable }) => undoable)).toEqual([false, false]);
  });
});
