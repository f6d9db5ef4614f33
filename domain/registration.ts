import { z } from 'zod';
import { emailAddress, newPassword } from './accounts.ts';
import { limits } from './limits.ts';
import { registrationDepartments } from './member-choices.ts';
import { yearOfStudy } from './members.ts';
import { requiredText } from './validation.ts';

/** The digits of a contact number; everything else is stripped first (spec, points 5 and 9). */
const contactNumber = z
  .string('Contact number is required')
  .trim()
  .min(1, 'Contact number is required')
  .max(limits.contactNumber, 'Please enter a valid 10-digit contact number')
  .transform((text) => text.replace(/\D/g, ''))
  .pipe(z.string().length(10, 'Please enter a valid 10-digit contact number'));

/**
 * The registration form and the body of `POST /api/register`. The fields are in the order of the spec's ten checks
 * (point 5), of which the first failure is shown. The last two checks depend on several fields or come after one
 * that does, so one refinement performs them once the first eight pass.
 */
export const registration = z
  .strictObject({
    fullName: requiredText('Full name', limits.name),
    email: emailAddress,
    studentId: requiredText('Student ID', limits.studentId),
    department: z.enum(registrationDepartments, 'Department is required'),
    yearOfStudy,
    contactNumber,
    password: newPassword,
    // A missing value or another type fails in the refinement below, to keep the order.
    confirmPassword: z.string().catch(''),
    agreeToTerms: z.boolean().catch(false),
  })
  .superRefine((form, context) => {
    if (form.password !== form.confirmPassword) {
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: 'Passwords do not match' });
    }
    if (!form.agreeToTerms) {
      context.addIssue({
        code: 'custom',
        path: ['agreeToTerms'],
        message: 'You must agree to the terms and conditions',
      });
    }
  });
export type Registration = z.infer<typeof registration>;
