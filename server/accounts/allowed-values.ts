import { domainFault } from '#domain/mail-domains.ts';
import type { RegistrationSettings } from '#domain/registration-settings.ts';
import { Refusal } from '#server/http/refusal.ts';

/** Refuses an address of a domain that the club does not take. */
export function refuseDomain(settings: RegistrationSettings, email: string): void {
  const fault = domainFault(settings, email);
  if (fault !== null) throw refusedField('email', fault);
}

export function refusedField(field: string, message: string): Refusal {
  return new Refusal(400, 'INVALID_INPUT', message, { field });
}

/** Whether a member may choose this department. */
export function offersDepartment(
  { departments, profileDepartments }: RegistrationSettings,
  department: string,
): boolean {
  return departments.includes(department) || profileDepartments.includes(department);
}
