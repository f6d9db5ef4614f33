import { randomBytes } from 'node:crypto';
import type { Registration } from '#domain/registration.ts';

/** A valid registration of a new member, with overrides. */
export function newRegistration(overrides: Partial<Registration> = {}): Registration {
  const unique = randomBytes(6).toString('hex');
  const password = overrides.password ?? `correct-${unique}`;
  return {
    fullName: 'Asha Rao',
    email: `asha.${unique}@students.example`,
    studentId: `1SD${unique.toUpperCase()}`,
    department: 'Computer Science Engineering',
    yearOfStudy: 2,
    contactNumber: '9876543210',
    password,
    confirmPassword: password,
    agreeToTerms: true,
    ...overrides,
  };
}
