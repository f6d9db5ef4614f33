import * as z from 'zod/mini';
import { emailAddress, typedAddress } from './accounts.ts';
import { boundedString, trimmedString } from './bounded.ts';
import { limits } from './limits.ts';
import { member, yearOfStudy } from './members.ts';
import { newPassword, normalPassword } from './new-password.ts';
import { requiredText } from './required-text.ts';

/** Digits of a contact number; everything else is stripped first (spec, points 5 and 9). */
const contactNumber = z.pipe(
  z.pipe(
    trimmedString(limits.contactNumber, {
      required: 'Contact number is required',
      tooLong: 'Please enter a valid 10-digit contact number',
    }).check(z.minLength(1, { error: 'Contact number is required', abort: true })),
    z.transform((text) => text.replace(/\D/g, '')),
  ),
  z.string().check(z.length(10, 'Please enter a valid 10-digit contact number')),
);

const fullName = requiredText('Full name', limits.name);
const studies = {
  studentId: requiredText('Student ID', limits.studentId),
  department: requiredText('Department', limits.department),
  yearOfStudy,
  contactNumber,
};
const agreeToTerms = z.catch(z.boolean(), false);
const disagreement = {
  ...{ code: 'custom' as const, path: ['agreeToTerms'] },
  message: 'You must agree to the terms and conditions',
};

/**
 * The registration form and the body of `POST /api/register`. The fields are in the order of the spec's ten checks
 * (point 5), of which the first failure is shown. The last checks depend on several fields or come after one
 * that does, so one refinement performs them once the first eight pass.
 */
export const registration = z
  .strictObject({
    fullName,
    email: typedAddress,
    ...studies,
    password: newPassword,
    // A missing value or another type fails in the refinement below, to keep the order.
    confirmPassword: z.catch(boundedString(limits.passwordMax), ''),
    agreeToTerms,
  })
  .check(
    z.superRefine((form, context) => {
      if (normalPassword(form.password) !== normalPassword(form.confirmPassword)) {
        context.addIssue({ code: 'custom', path: ['confirmPassword'], message: 'Passwords do not match' });
      }
      if (!form.agreeToTerms) context.addIssue(disagreement);
      // As the spec's auth service does, after its own checks.
      for (const { message } of emailAddress.safeParse(form.email).error?.issues ?? [])
        context.addIssue({ code: 'custom', path: ['email'], message });
    }),
  );

/** The body of `POST /api/auth/provider/register`: the provider has told the address, and needs no password. */
export const newcomerRegistration = z.strictObject({ fullName, ...studies, agreeToTerms }).check(
  z.superRefine((form, context) => {
    if (!form.agreeToTerms) context.addIssue(disagreement);
  }),
);
export type NewcomerRegistration = z.infer<typeof newcomerRegistration>;

/** The fields that a member of a past season, whose account was closed with it, finds filled in. */
export const formerDetails = z.pick(member, {
  ...{ fullName: true, email: true, studentId: true },
  ...{ department: true, yearOfStudy: true, contactNumber: true },
});
export type FormerDetails = z.infer<typeof formerDetails>;

export type Registration = z.infer<typeof registration>;
