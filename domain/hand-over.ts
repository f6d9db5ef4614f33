import * as z from 'zod/mini';
import { emailAddress } from './accounts.ts';
import { trimmedString } from './bounded.ts';
import { limits } from './limits.ts';
import { mailedToken } from './mailed-links.ts';
import { newPassword } from './new-password.ts';
import { cleanText, storable } from './required-text.ts';

/** Without one of these, nobody else can run the portal. */
export const handOverLines = ['contact', 'mail', 'passphrase', 'machine', 'domain'] as const;
export type HandOverLine = (typeof handOverLines)[number];

/** In the address of `PUT /api/admin/hand-over/:line`. The note is from lead to lead. */
export const writtenLine = z.enum([...handOverLines, 'note']);
export type WrittenLine = z.infer<typeof writtenLine>;

/** The body: who else has it, or the note. Empty: nobody. For the passphrase of backups that one, which is not stored. */
export const lineWrite = z.strictObject({
  text: trimmedString(limits.message).check(z.overwrite(cleanText), storable('The text')),
});

const line = z.object({
  /** As the portal knows it; empty if there is none. */
  value: z.string(),
  /** Whose address it has: this lead's, or still that of the one before. */
  belongsTo: z.nullable(z.enum(['lead', 'former'])),
  text: z.string(),
  /** When the lead has checked it; null once it, or the lead, has changed since. */
  checkedAt: z.nullable(z.string()),
});

/** The response of `GET` and `PUT /api/admin/hand-over`. `named`: the next lead, until they accept. */
export const handOver = z.object({
  named: z.nullable(z.object({ email: z.string(), until: z.string(), reviewer: z.boolean() })),
  lines: z.object({ contact: line, mail: line, passphrase: line, machine: line, domain: line }),
  note: z.string(),
});
export type HandOver = z.infer<typeof handOver>;

/** The body of `POST /api/admin/hand-over`. As soon as the next lead accepts, the present one is out, or a `reviewer`. */
export const handOverWrite = z.strictObject({ email: emailAddress, reviewer: z.optional(z.boolean()) });
export type HandOverWrite = z.infer<typeof handOverWrite>;

/** The response of `POST /api/hand-over/check`. `name`: of the member who has the address. */
export const successor = z.object({ email: z.string(), name: z.nullable(z.string()) });
export type Successor = z.infer<typeof successor>;

/** The body of `POST /api/hand-over/accept`. */
export const takeOver = z.extend(mailedToken, { password: newPassword });
export type TakeOver = z.infer<typeof takeOver>;

export const handOverRefusals = {
  yourself: 'This is your own address. Name the next lead’s.',
  ownSession: 'You’re signed in as the present lead. The next one opens this link in their own browser.',
  linkInvalid:
    'This link has expired, was used or was revoked. If you’ve used it, sign in; otherwise ask the present lead to name you again.',
  nobodyNamed: 'Nobody is named.',
  noSuchLine: 'There is no such line.',
  wrongPassphrase: 'This isn’t the passphrase of the backups.',
} as const;
