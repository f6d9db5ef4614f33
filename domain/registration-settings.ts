import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { profileDepartments, registrationDepartments } from './departments.ts';
import { limits } from './limits.ts';
import { requiredText } from './required-text.ts';
import { asciiHost } from './url-parts.ts';

/** A domain of email addresses: `college.edu`, or `*.college.edu` for it and everything below it. */
const domain = boundedString(limits.email).check(
  z.overwrite((text) => asciiHost(text.trim().toLowerCase().replace(/^@/, ''))),
  z.regex(/^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)+$/, 'must be a domain, such as college.edu or *.college.edu'),
);

const departmentNames = z.array(requiredText('A department', limits.department)).check(
  z.minLength(1, 'must have at least one entry'),
  z.maxLength(100, 'must have at most 100 entries'),
  z.refine((names) => new Set(names).size === names.length, 'must not name a department twice'),
);

/** The rules for who may register and submit, and the departments to choose from. */
export const registrationSettings = z.strictObject({
  /** The domains of addresses that may register; all if there are none. */
  domains: z.array(domain).check(z.maxLength(50, 'must have at most 50 entries')),
  /** Whether a member has to confirm their address before they submit. */
  confirmedOnly: z.boolean(),
  departments: departmentNames,
  /** Those of the profile page, which the specification lists separately. */
  profileDepartments: departmentNames,
});
export type RegistrationSettings = z.infer<typeof registrationSettings>;

export const defaultRegistration: RegistrationSettings = {
  domains: [],
  confirmedOnly: false,
  departments: [...registrationDepartments],
  profileDepartments: [...profileDepartments],
};

/** Texts about who may register and submit. */
export const registrationSettingsTexts = {
  noMailServer: 'needs a mail server, which sends the links that confirm addresses',
  confirmFirst: 'Confirm your email address before you submit a project. The link is in your mailbox.',
} as const;
