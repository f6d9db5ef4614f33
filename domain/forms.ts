import * as z from 'zod/mini';
import { emailAddress } from './accounts.ts';
import { boundedString, clubList } from './bounded.ts';
import { limits } from './limits.ts';
import { clubLine } from './required-text.ts';

/** The errors of a submission as a whole (spec, point 5, "Form-service error codes"). */
const formErrorCodes = [
  'BLOCKED',
  'EMPTY',
  'FILES_TOO_BIG',
  'FORM_NOT_FOUND',
  'INACTIVE',
  'NO_FILE_UPLOADS',
  'PROJECT_NOT_FOUND',
  'TOO_MANY_FILES',
] as const;
export type FormErrorCode = (typeof formErrorCodes)[number];

/** The errors of one field (spec, point 5). Only the client library produces the two for Stripe. */
const fieldErrorCodes = [
  'REQUIRED_FIELD_EMPTY',
  'REQUIRED_FIELD_MISSING',
  'STRIPE_CLIENT_ERROR',
  'STRIPE_SCA_ERROR',
  'TYPE_EMAIL',
  'TYPE_NUMERIC',
  'TYPE_TEXT',
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** An item of the wire format's `errors`: an error of that `field`, or of the form. */
const submissionError = z.union([
  z.object({ code: z.enum(fieldErrorCodes), field: z.string(), message: z.string() }),
  z.object({ code: z.enum(formErrorCodes), message: z.string() }),
]);
export type SubmissionError = z.infer<typeof submissionError>;

/** The response to an accepted submission: where a browser goes next. */
export const formAccepted = z.object({ next: z.url() });

/** The response to a refused one. `errors` is never empty: clients treat an empty list as a failure. */
export const formRefused = z.union([
  z.object({ errors: clubList(submissionError) }),
  z.object({ error: z.string(), code: z.optional(z.string()) }),
]);

/** Every response of the form service. */
export type FormAnswer = z.infer<typeof formAccepted> | z.infer<typeof formRefused>;

/** Texts for a submission as a whole. No form takes files, so TOO_MANY_FILES cannot occur. */
export const formMessages = {
  BLOCKED: 'This website may not send this form.',
  EMPTY: 'The form is empty.',
  FILES_TOO_BIG: 'The files are too large, and this form does not accept files.',
  FORM_NOT_FOUND: 'There is no such form.',
  INACTIVE: 'This form does not accept messages at the moment.',
  NO_FILE_UPLOADS: 'This form does not accept files.',
  PROJECT_NOT_FOUND: 'There is no such project.',
} as const satisfies Partial<Record<FormErrorCode, string>>;

/** Texts of failures without a code in the wire format. */
export const formFailures = {
  unreadable: 'The form could not be read.',
  wrongType: 'Send the form as JSON or as form data.',
  tooLarge: `A form may have at most ${limits.body / 1024} KiB.`,
  full: 'The inbox of the club is full at the moment. Please try again later.',
  sessionEnded: 'You were signed out in the meantime, so nothing was sent. Sign in first, or send it again.',
  tooManyFields: 'The form has too many fields.',
  postOnly: 'Send the form with POST.',
} as const;

/** The page that a browser without JavaScript shows after sending a form. */
export const formThanks = {
  title: 'Thank you!',
  text: 'We have received your message and will get back to you soon.',
} as const;

/** How the value of a field is checked: one line, lines, an e-mail address, a web address, a number. */
const fieldTypes = ['text', 'multiline', 'email', 'url', 'number'] as const;
export type FieldType = (typeof fieldTypes)[number];

const oneLine = clubLine.check(z.maxLength(limits.name));

/** A name that can be part of an address: letters, digits, dashes and underscores. */
const id = boundedString(64).check(
  z.regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores'),
);

/** Fields that begin with an underscore control the form service (`_next`, …) and cannot be declared. */
const fieldName = boundedString(64).check(
  z.regex(
    /^[A-Za-z][\w.-]{0,63}$/,
    'must begin with a letter and have only letters, digits, dots and dashes',
  ),
);

const formField = z.strictObject({
  name: fieldName,
  /** The label of the field in the inbox and in mails. */
  label: oneLine,
  type: z.enum(fieldTypes),
  required: z.boolean(),
});
export type FormField = z.infer<typeof formField>;

const origin = boundedString(limits.url).check(
  z.regex(/^https?:\/\/[a-z\d.-]+(:\d+)?$/, 'must be an origin, such as https://club.example.edu'),
);

/** In `mailTo`: the address of the variable CONTACT_INBOX. */
export const contactInbox = 'CONTACT_INBOX';

const mailbox = boundedString(limits.email).check(
  z.refine((text) => text === contactInbox || emailAddress.safeParse(text).success, {
    message: 'must be CONTACT_INBOX or an email address',
  }),
);

/** One form of `content/forms.json`. A new form needs no code. */
const form = z
  .strictObject({
    id,
    /** The form's title in the inbox. */
    title: oneLine,
    /** An inactive form refuses every message with INACTIVE. */
    active: z.boolean(),
    /** Subject of the mail if the message has none; null means `contactSubject` of club.json. */
    subject: z.nullable(oneLine),
    /** The recipient of each message; null keeps it in the portal's inbox only. */
    mailTo: z.nullable(mailbox),
    /** Whether the sender gets a receipt, at the address in the field of type email. */
    receipt: z.boolean(),
    /** Other websites that may send the form. */
    allowedOrigins: clubList(origin, 0),
    fields: clubList(formField),
  })
  .check(
    z.refine(({ fields }) => new Set(fields.map((field) => field.name)).size === fields.length, {
      path: ['fields'],
      message: 'must not name a field twice',
    }),
    z.refine(({ receipt, fields }) => !receipt || fields.some((field) => field.type === 'email'), {
      path: ['receipt'],
      message: 'needs a field of type email',
    }),
  );
export type Form = z.infer<typeof form>;

/** `content/forms.json`: the forms of `POST /f/:formId` and `POST /p/:project/f/:formKey`. */
export const formsFile = z.strictObject({
  /** The project's name in the second of the two addresses. */
  project: id,
  forms: clubList(form).check(
    z.refine(
      (forms) => new Set(forms.map(({ id }) => id)).size === forms.length,
      'must not name a form twice',
    ),
  ),
});
export type FormsFile = z.infer<typeof formsFile>;
