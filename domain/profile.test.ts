import { describe, expect, it } from 'vitest';
import { type FormFault, testFaults } from '#tests/helpers/fault-pairs.ts';
import { profile } from './profile.ts';
import { check } from './validation.ts';

function aForm() {
  return {
    fullName: 'Asha Rao',
    email: 'asha.rao@students.example',
    studentId: '1SD22CS042',
    department: 'Biotechnology',
    yearOfStudy: 4,
    contactNumber: '9876543210',
    developmentTrack: 'ml',
  };
}

function outcome(form: unknown) {
  const checked = check(profile, form);
  return checked.ok ? checked.value : checked.failure;
}

const blank = ['', '  ', null, undefined, 7, []];
/** With the placeholder of a recovered record, which counts as missing. */
const notSet = [...blank, 'Not Set', ' Not Set '];

/** The eight checks in the specification's order (point 5, "Profile save"). */
const faults: FormFault[] = [
  { field: 'fullName', message: 'Full name is required', broken: blank },
  { field: 'email', message: 'Email is required', broken: blank },
  {
    field: 'email',
    message: 'Please enter a valid email address',
    broken: ['asha', 'asha@', '@students.example', 'asha@students', 'a b@c.de', 'a@b@c.de', 'asha.rao'],
  },
  { field: 'studentId', message: 'Student ID is required', broken: notSet },
  { field: 'department', message: 'Department is required', broken: notSet },
  { field: 'yearOfStudy', message: 'Year of study is required', broken: [...blank, 0, 5, 1.5, '1'] },
  { field: 'contactNumber', message: 'Contact number is required', broken: notSet },
  {
    field: 'developmentTrack',
    message: 'Development track is required',
    broken: [...blank, 'Android', 'ios', 'constructor', '__proto__'],
  },
];

describe('profile', () => {
  testFaults(profile, aForm(), faults);

  it('trims text', () => {
    expect(outcome({ ...aForm(), fullName: ' Asha Rao ', studentId: '\n1SD22CS042' })).toEqual(aForm());
  });

  it.each([
    // Stored at registration, so saving the profile must keep it.
    'Artificial Intelligence and Machine Learning',
    'Electronics and Communication Engineering-VLSI',
  ])('accepts the department %s', (department) => {
    expect(outcome({ ...aForm(), department })).toEqual({ ...aForm(), department });
  });

  it('accepts any contact number, which the specification checks only at registration', () => {
    for (const contactNumber of ['+91 98765 43210', '1']) {
      expect(outcome({ ...aForm(), contactNumber })).toEqual({ ...aForm(), contactNumber });
    }
    expect(outcome({ ...aForm(), contactNumber: '1'.repeat(50) })).toMatchObject({ studentId: '1SD22CS042' });
    expect(outcome({ ...aForm(), contactNumber: '1'.repeat(51) })).toEqual({
      field: 'contactNumber',
      message: 'Contact number must be at most 50 characters long',
    });
  });
});
