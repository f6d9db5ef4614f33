import { expect, it } from 'vitest';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { lostFields, placeholderRecord } from './recovery.ts';

const account = { uid: 'asha', displayName: ' Asha Rao ', email: 'asha@students.example' };
const placeholder = placeholderRecord(account, '2026-11-01T10:00:00.000Z');

it('names what the placeholder would overwrite, and nothing else', () => {
  const record = { ...placeholder, developmentTrack: 'web', taskCompleted: true } as const;
  expect(lostFields(record, placeholder)).toEqual(['development track', 'task completion']);
  expect(lostFields(placeholder, placeholder)).toEqual([]);
});

it('loses nothing where the record is empty', () => {
  const record = newRecord({ ...placeholder, fullName: '', studentId: '', contactNumber: '' });
  expect(lostFields(record, placeholder)).toEqual([]);
});

it('names each field of a submission', () => {
  expect(lostFields(submittedRecord({ graded: true, feedback: 'Good.' }), placeholder)).toEqual(
    expect.arrayContaining(['GitHub link', 'project description', 'grade', 'feedback']),
  );
});

it('takes the account’s name without white space, and "Unknown" without a name', () => {
  expect(placeholder.fullName).toBe('Asha Rao');
  expect(placeholderRecord({ ...account, displayName: ' ' }, '').fullName).toBe('Unknown');
});
