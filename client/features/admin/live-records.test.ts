import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeEvent } from '#domain/changes.ts';
import { type MemberListItem, memberListItem } from '#domain/member-list.ts';
import { unfilledFields } from '#domain/members.ts';
import { LiveRecords } from './live-records.ts';

function row(more: Partial<MemberListItem> = {}): MemberListItem {
  return memberListItem.parse({
    ...unfilledFields,
    uid: 'u1',
    fullName: 'Asha Rao',
    email: 'asha@students.example',
    studentId: '1SD22CS001',
    department: 'Computer Science Engineering',
    yearOfStudy: 2,
    contactNumber: '9876543210',
    createdAt: '2026-09-01T09:30:00.000Z',
    registrationComplete: true,
    developmentTrack: 'web',
    taskCompleted: true,
    githubLink: 'https://github.com/asha/board',
    ...more,
  });
}

function change(seq: number, fields: Record<string, unknown>, more: Partial<ChangeEvent> = {}): ChangeEvent {
  return {
    seq,
    uid: 'u1',
    fullName: 'Asha Rao',
    actor: 'administrator',
    kind: 'review-changed',
    at: '2026-09-01T09:30:00.000Z',
    batch: null,
    undoes: null,
    fields,
    ...more,
  };
}

let records: LiveRecords;
beforeEach(() => {
  records = new LiveRecords();
});

describe('rows as they are now', () => {
  it('are the very rows that were read while nothing is newer', () => {
    const read = row();
    expect(records.shown(read, 5)).toBe(read);
    records.add(change(5, { graded: true }));
    expect(records.shown(read, 5)).toBe(read);
  });

  it('have the latest value of each field that changed after they were read', () => {
    records.add(change(6, { submissionReviewed: true, graded: true }));
    records.add(change(7, { graded: false }));
    expect(records.shown(row(), 5)).toEqual(row({ submissionReviewed: true }));
    expect(records.shown(row({ graded: true }), 6)).toEqual(row({ graded: false }));
  });

  it('keep what a late answer from before a change would bring back', () => {
    records.add(change(9, { submissionReviewed: true }));
    expect(records.shown(row({ submissionReviewed: false }), 8).submissionReviewed).toBe(true);
  });

  it('take in nothing that lists leave out', () => {
    records.add(change(6, { projectDescription: 'long', githubLink: null }));
    expect(records.shown(row(), 5)).toEqual(row({ githubLink: null }));
  });

  it('are those of the member in question', () => {
    records.add(change(6, { graded: true }, { uid: 'u2' }));
    expect(records.shown(row(), 5)).toEqual(row());
  });
});

describe('reviews under way', () => {
  it('show at once and are gone when withdrawn', () => {
    const withdraw = records.propose(['u1', 'u2'], { submissionReviewed: true });
    expect(records.shown(row(), 5).submissionReviewed).toBe(true);
    withdraw();
    expect(records.shown(row(), 5)).toEqual(row());
  });

  it('win over what the stream tells meanwhile, the last one first', () => {
    const first = records.propose(['u1'], { graded: true });
    records.propose(['u1'], { graded: false });
    records.add(change(6, { graded: true }));
    expect(records.shown(row(), 5).graded).toBe(false);
    first();
    expect(records.shown(row(), 5).graded).toBe(false);
  });

  it('leave the other mark alone', () => {
    records.propose(['u1'], { graded: true });
    expect(records.shown(row({ submissionReviewed: true }), 5).submissionReviewed).toBe(true);
  });
});

describe('following', () => {
  it('tells who listens for a member, each time', () => {
    const listener = vi.fn();
    const stop = records.subscribe('u1', listener);
    const before = records.version('u1');
    records.add(change(6, { graded: true }));
    records.add(change(7, { graded: true }, { uid: 'u2' }));
    records.propose(['u1'], { graded: true })();
    expect(listener).toHaveBeenCalledTimes(3);
    expect(records.version('u1')).toBe(before + 3);
    stop();
    records.add(change(8, { graded: false }));
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('waits for a review, and not for other changes', async () => {
    const told = vi.fn();
    const waiting = records.until(() => records.reviewSeq('u1') > 0, AbortSignal.timeout(5_000)).then(told);
    records.add(change(6, { fullName: 'Asha R.' }, { kind: 'profile-saved' }));
    await Promise.resolve();
    expect(told).not.toHaveBeenCalled();
    records.add(change(7, { graded: true }));
    await waiting;
    expect(told).toHaveBeenCalledOnce();
  });

  it('counts the changes of a batch', () => {
    records.add(change(6, { graded: true }, { batch: 'b' }));
    records.add(change(7, { graded: true }, { batch: 'b', uid: 'u2' }));
    records.add(change(8, { graded: false }));
    expect(records.batchCount('b')).toBe(2);
    expect(records.batchCount('c')).toBe(0);
  });

  it('gives up waiting when told to', async () => {
    await expect(records.until(() => false, AbortSignal.abort('enough'))).rejects.toBe('enough');
  });
});
