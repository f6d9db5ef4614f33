import { z } from 'zod';
import { emailAddress } from '#domain/accounts.ts';
import { storableLine } from '#domain/form-submission.ts';
import { limits } from '#domain/limits.ts';
import { memberUid } from '#domain/members.ts';
import { firstFailure } from '#domain/validation.ts';
import type { Faults } from './faults.ts';
import { isBase64 } from './hash-config.ts';

const latestTime = 8.64e15;

const milliseconds = z
  .union([z.string(), z.number()], 'must be a time in milliseconds')
  .refine(
    (time) => /^\d{1,16}$/.test(String(time)) && Number(time) <= latestTime,
    'must be a time in milliseconds',
  )
  .transform(Number);
const base64 = z
  .string('must be base64')
  .refine(isBase64, 'must be base64')
  .transform((text) => Buffer.from(text, 'base64').toString('base64'));
const text = z.string('must be text');

/** The fields of an account that only Firebase uses. They are kept for the export. */
export const firebaseExtras = z.object({
  photoUrl: text.optional(),
  phoneNumber: text.optional(),
  customAttributes: text.optional(),
  providerUserInfo: z
    .array(
      z.object({
        providerId: text,
        rawId: text.optional(),
        email: text.optional(),
        displayName: text.optional(),
        photoUrl: text.optional(),
      }),
      'must be a list of providers',
    )
    .optional(),
});
export type FirebaseExtras = z.infer<typeof firebaseExtras>;

/** An account as `firebase auth:export` writes it to JSON. */
const exportedUser = firebaseExtras.extend({
  localId: text.min(1, 'is missing').max(128, 'must be at most 128 characters long'),
  email: text.optional(),
  emailVerified: z.boolean('must be true or false').optional(),
  passwordHash: base64.optional(),
  salt: base64.optional(),
  displayName: text.optional(),
  createdAt: milliseconds.optional(),
  lastSignedInAt: milliseconds.optional(),
  disabled: z.boolean('must be true or false').optional(),
});
const knownFields: ReadonlySet<string> = new Set(Object.keys(exportedUser.shape));

/** An account to be imported, as the portal understands it. */
export interface FirebaseAccount {
  uid: string;
  /** In lower case; null if the account has none that the portal accepts. */
  email: string | null;
  emailVerified: boolean;
  /** Both in standard base64. */
  password: { hash: string; salt: string } | null;
  displayName: string;
  /** Milliseconds since 1970. */
  createdAt: number | null;
  lastSignedInAt: number | null;
  disabled: boolean;
  extras: FirebaseExtras;
  /** Why it cannot be imported, if so. */
  skipped: string | null;
  /** Values that the import changes or leaves out. */
  notes: string[];
}

/** Reads one exported account. Adds a fault, with its uid or else its line, and returns null for a broken one. */
export function readAccount(
  source: unknown,
  { file, line, faults }: { file: string; line: number; faults: Faults },
): FirebaseAccount | null {
  const parsed = exportedUser.safeParse(withoutNulls(source));
  if (!parsed.success) {
    const { field, message } = firstFailure(parsed.error.issues);
    faults.add(`${file}, ${placeOf(source, line)}${field && `, ${field}`}`, message);
    return null;
  }
  const user = parsed.data;
  const left = Object.keys(source as object).filter((name) => !knownFields.has(name));
  const notes = left.map((name) => `${name} is left behind`);
  const email = takenEmail(user.email, notes);
  const displayName = shortened(storableLine(user.displayName ?? ''), limits.name);
  if (displayName !== (user.displayName ?? '')) notes.push('display name shortened to what can be stored');
  return {
    uid: user.localId,
    email,
    emailVerified: user.emailVerified ?? false,
    password: user.passwordHash ? { hash: user.passwordHash, salt: user.salt ?? '' } : null,
    displayName,
    createdAt: user.createdAt ?? null,
    lastSignedInAt: user.lastSignedInAt ?? null,
    disabled: user.disabled ?? false,
    extras: firebaseExtras.parse(user),
    skipped: reasonToSkip(user.localId, user.email, email),
    notes,
  };
}

/** Omits null values, as the Realtime Database and the command line do. */
function withoutNulls(source: unknown): unknown {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return source;
  return Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== null && value !== undefined),
  );
}

function placeOf(source: unknown, line: number): string {
  const uid = typeof source === 'object' && source !== null && 'localId' in source ? source.localId : '';
  return typeof uid === 'string' && uid !== '' ? `line ${line}, uid ${uid}` : `line ${line}`;
}

function takenEmail(given: string | undefined, notes: string[]): string | null {
  const email = emailAddress.safeParse(given ?? '').data ?? null;
  if (email !== null && email !== given) notes.push('email put in lower case');
  return email;
}

function reasonToSkip(uid: string, given: string | undefined, email: string | null): string | null {
  if (!memberUid.safeParse(uid).success)
    return 'its uid has characters, or a length, that the portal does not take';
  if (!given) return 'it has no email address, which is what people sign in with here';
  return email === null ? 'its email address is not valid' : null;
}

/** At most `max` characters of a text, never half of one. */
export function shortened(long: string, max: number): string {
  return [...long].slice(0, max).join('');
}
