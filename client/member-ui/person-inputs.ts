import type { TextFieldProps } from '#client/ui/field.tsx';
import type { Profile } from '#domain/profile.ts';
import { yearLabels, years } from '#domain/study-years.ts';

/** The first choice of a select about a person, in registration and profile (spec, point 2). */
export const choiceTexts = { department: 'Select your department', year: 'Select your year' } as const;

/**
 * How browsers help with the fields about a person: suggestions, keyboards and spelling. Registration, profile and contact
 * share them, and a browser offers in one what was typed into the other.
 */
export const personInputs: { [Name in keyof Profile]?: TextFieldProps } = {
  fullName: { required: true, autoComplete: 'name', autoCapitalize: 'words' },
  email: {
    type: 'email',
    required: true,
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  studentId: {
    required: true,
    autoComplete: 'off',
    autoCapitalize: 'characters',
    autoCorrect: 'off',
    spellCheck: false,
  },
  contactNumber: { type: 'tel', required: true, autoComplete: 'tel-national' },
};

export const yearOptions = [
  { value: '', label: choiceTexts.year },
  ...years.map((year) => ({ value: String(year), label: yearLabels[year] })),
];
