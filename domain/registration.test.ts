import { describe, expect, it } from 'vitest';
import { type FormFault, testFaults } from '#tests/helpers/fault-pairs.ts';
import { registration } from './registration.ts';
import { check } from './validation.ts';

function aForm() {
  return {
    fullName: 'Asha Rao',
    email: 'asha.rao@students.example',
    studentId: '1SD22CS042',
    department: 'Civil Engineering',
    yearOfStudy: 2,
    contactNumber: '9876543210',
    password: 'correct horse',
    confirmPassword: 'correct horse',
    agreeToTerms: true,
  };
}

function outcome(form: unknown) {
  const checked = check(registration, form);
  return checked.ok ? checked.value : checked.failure;
}

const blank = ['', '   ', '\t\n', null, undefined, 5, [], {}];

/** The ten checks in the specification's order (point 5), and the auth service's, each with inputs that break only that one. */
const faults: FormFault[] = [
  { field: 'fullName', message: 'Full name is required', broken: blank },
  { field: 'email', message: 'Email is required', broken: blank },
  { field: 'studentId', message: 'Student ID is required', broken: blank },
  {
    field: 'department',
    message: 'Department is required',
    broken: [...blank, null, 5],
  },
  {
    field: 'yearOfStudy',
    message: 'Year of study is required',
    broken: [...blank.filter((value) => value !== 5), 0, 5, -1, 2.5, '2', true, Number.NaN],
  },
  { field: 'contactNumber', message: 'Contact number is required', broken: blank },
  {
    field: 'contactNumber',
    message: 'Please enter a valid 10-digit contact number',
    broken: ['-', 'none', '987654321', '98765432101', '+91 98765 43210', '९८७६५४३२१०'],
  },
  {
    field: 'password',
    message: 'Password must be at least 6 characters long',
    broken: ['', 'abcde', '     ', null, undefined, 123456],
  },
  {
    field: 'confirmPassword',
    message: 'Passwords do not match',
    broken: ['', 'Correct horse', 'correct horse ', null, undefined, 5],
  },
  {
    field: 'agreeToTerms',
    message: 'You must agree to the terms and conditions',
    broken: [false, null, undefined, 'true', 1, 0],
  },
  {
    field: 'email',
    message: 'Please enter a valid email address',
    broken: ['asha', 'asha@college', 'a b@c.de'],
  },
];

describe('registration', () => {
  testFaults(registration, aForm(), faults);

  it('trims text before checking it', () => {
    const typed = { ...aForm(), fullName: '  Asha Rao \n', email: ' Asha.Rao@Students.example ' };
    expect(outcome({ ...typed, studentId: '\t1SD22CS042 ', contactNumber: ' 9876543210 ' })).toEqual(aForm());
  });

  it('keeps spaces in a password', () => {
    const password = '  spaces  ';
    expect(outcome({ ...aForm(), password, confirmPassword: password })).toMatchObject({ password });
    expect(outcome({ ...aForm(), password, confirmPassword: 'spaces' })).toEqual({
      field: 'confirmPassword',
      message: 'Passwords do not match',
    });
  });

  it('strips everything but digits from a contact number of up to 50 characters', () => {
    const padded = `(987)6.5/x-${' '.repeat(34)}43210`;
    expect(outcome({ ...aForm(), contactNumber: padded })).toEqual(aForm());
    expect(outcome({ ...aForm(), contactNumber: `98765${' '.repeat(41)}43210` })).toEqual({
      field: 'contactNumber',
      message: 'Please enter a valid 10-digit contact number',
    });
  });

  it.each([
    ['fullName', 'Full name contains a character that cannot be stored: U+0000 after “a”'],
    ['studentId', 'Student ID contains a character that cannot be stored: U+0000 after “a”'],
  ])('rejects control characters in %s', (field, message) => {
    expect(outcome({ ...aForm(), [field]: 'a\0b' })).toEqual({ field, message });
  });
});
