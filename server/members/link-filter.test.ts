import { expect, it } from 'vitest';
import type { AdminSummary } from '#domain/admin.ts';
import type { MemberPage } from '#domain/member-list.ts';
import type { Member } from '#domain/members.ts';
import type { ReviewQueue } from '#domain/review.ts';
import { answerOf, openWithMembers } from '#tests/helpers/admin-api.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';

describeEachEngine('a list of members', (engine) => {
  async function open() {
    const submitted = (uid: string, studentId: string, link: string, marks: Partial<Member> = {}) =>
      submittedRecord({
        uid,
        studentId,
        githubLink: `https://${link}`,
        developmentTrack: null,
        taskCompleted: false,
        ...marks,
      });
    const { administrator } = await openWithMembers(engine, [
      submitted('good', 'A-1', 'github.com/asha/notes', { submissionReviewed: true }),
      submitted('typo', 'a 1', 'gihtub.com/asha/notes', { graded: true }),
      submitted('drive', 'B-1', 'drive.google.com/x'),
      newRecord({ uid: 'none', studentId: 'Not Set' }),
      newRecord({ uid: 'blank', studentId: 'Not Set' }),
    ]);
    const uids = async (query: string) => {
      const { members, total } = await answerOf<MemberPage>(administrator, `/api/admin/members?${query}`);
      expect(total).toBe(members.length);
      return members.map(({ uid }) => uid).toSorted();
    };
    return { administrator, uids };
  }

  it('can be limited to links that reviewers may not be able to open, as can the queue', async () => {
    const { administrator, uids } = await open();
    expect(await uids('linkToCheck=true')).toEqual(['drive', 'typo']);
    expect(await uids('linkToCheck=false&submitted=true')).toEqual(['good']);
    const queue = await answerOf<ReviewQueue>(administrator, '/api/admin/review-queue?linkToCheck=true');
    expect(queue).toMatchObject({ total: 2 });
  });

  it('is searched for the states, steps and marks that it shows', async () => {
    const { uids } = await open();
    const everybody = ['blank', 'drive', 'good', 'none', 'typo'];
    const found = {
      'File share': ['drive'],
      'mistyped  host': ['typo'],
      Submitted: ['drive', 'good', 'typo'],
      'not submitted': ['blank', 'none'],
      reviewed: ['good'],
      'Not reviewed': everybody.filter((uid) => uid !== 'good'),
      graded: ['typo'],
      'not graded': everybody.filter((uid) => uid !== 'typo'),
      '1 of 4': ['blank', 'drive', 'none', 'typo'],
      '2 of 4': ['good'],
      '3 of 4': [],
      // The beginning of a word is a name's, and a state is the whole text.
      review: [],
    };
    for (const [typed, members] of Object.entries(found))
      expect([typed, await uids(`q=${encodeURIComponent(typed)}`)]).toEqual([typed, members]);
  });

  it('can be limited to members who share a student ID, in any spelling, and the summary counts them', async () => {
    const { administrator, uids } = await open();
    expect(await uids('sameStudentId=true')).toEqual(['good', 'typo']);
    expect(await uids('sameStudentId=false')).toEqual(['blank', 'drive', 'none']);
    const summary = await answerOf<AdminSummary>(administrator, '/api/admin/summary');
    expect(summary.sharedStudentIds).toBe(2);
  });
});
