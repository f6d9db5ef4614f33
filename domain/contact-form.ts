import * as z from 'zod/mini';
import { emailAddress } from './accounts.ts';
import { trimmedString } from './bounded.ts';
import { limits } from './limits.ts';
import { cleanLink } from './project-link.ts';
import { isStorableLine, requiredMultilineText, requiredText } from './required-text.ts';
import { webAddress } from './web-address.ts';

const invalidUrl = 'GitHub link must be a full address, such as https://github.com/you/your-project';

/** A project's link: a web address, http or https, of at most 2,048 characters, as it is stored (`cleanLink`). */
export const projectUrl = trimmedString(limits.url, {
  required: invalidUrl,
  tooLong: () => `GitHub link must be at most ${limits.url.toLocaleString('en-US')} characters long`,
}).check(
  z.overwrite(cleanLink),
  z.refine((text) => isStorableLine(text) && webAddress(text) !== null, invalidUrl),
);

/** The contact form: name, email and message are required; the link must be a URL if given (spec, point 5). */
export const contactForm = z.strictObject({
  name: requiredText('Name', limits.name),
  email: emailAddress,
  githubLink: z.union([z.literal(''), projectUrl], invalidUrl),
  message: requiredMultilineText('Message', limits.message),
});
export type ContactForm = z.infer<typeof contactForm>;
export type ContactField = keyof ContactForm;

/** Whether the form has a field of this name, which a form service may have sent. */
export function isContactField(name: string): name is ContactField {
  return Object.hasOwn(contactForm.shape, name);
}

/** The prefix of a field's error (spec, point 5). */
const fieldPrefixes: Record<ContactField, string> = {
  name: 'Name',
  email: 'Email',
  githubLink: 'GitHub link',
  message: 'Message',
};

/**
 * Rewords a server's error for display beside its field: 'should be an email' becomes 'Email should be an email'
 * (spec, point 5). A text that already names its field stays as it is.
 */
export function contactFieldError(field: ContactField, message: string): string {
  const prefix = fieldPrefixes[field];
  return message.startsWith(prefix) ? message : `${prefix} ${message}`;
}

/** The body of `PUT /api/me/submission`: what the contact form stores in the member's record (spec, point 4). */
export const submission = z.strictObject({
  githubLink: projectUrl,
  projectDescription: requiredMultilineText('Message', limits.message),
});
export type Submission = z.infer<typeof submission>;

/** Texts of the contact form (spec, point 8). */
export const contactMessages = {
  failed: 'Please check the form and try again.',
  sent: 'Thank you for your message! We have received your inquiry and will get back to you soon.',
} as const;
