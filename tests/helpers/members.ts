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

/** The profile that a new member saves: what they registered with, and a track. */
export function profileOf({
  fullName,
  email,
  studentId,
  department,
  yearOfStudy,
  contactNumber,
}: Registration) {
  const personal = { fullName, email, studentId, department, yearOfStudy, contactNumber };
  return { ...personal, developmentTrack: 'web' as const };
}
