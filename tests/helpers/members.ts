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

/** Registers a member by the API of the portal at `url`, without a browser. @returns the registered data */
export async function registerMember(
  url: string,
  overrides: Partial<Registration> = {},
): Promise<Registration> {
  const member = newRegistration(overrides);
  const response = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify(member),
  });
  if (!response.ok) {
    throw new Error(`Registration was refused: ${response.status} ${await response.text()}`);
  }
  return member;
}
