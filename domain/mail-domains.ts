import type { RegistrationSettings } from './registration-settings.ts';

/** Why an address may not register; null if it may. */
export function domainFault(
  { domains }: Pick<RegistrationSettings, 'domains'>,
  email: string,
): string | null {
  const own = email.slice(email.lastIndexOf('@') + 1);
  const isTaken = (each: string) =>
    each.startsWith('*.') ? own === each.slice(2) || own.endsWith(each.slice(1)) : own === each;
  if (domains.length === 0 || domains.some(isTaken)) return null;
  return `Please use an email address of ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(domains.map(named))}`;
}

function named(domain: string): string {
  return domain.startsWith('*.') ? `${domain.slice(2)} or a part of it` : domain;
}
