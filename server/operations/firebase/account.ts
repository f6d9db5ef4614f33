import * as z from 'zod/mini';
import { emailAddress } from '#domain/accounts.ts';
import { storableLine } from '#domain/form-submission.ts';
import { limits } from '#domain/limits.ts';
import { memberUid } from '#domain/members.ts';
import '#domain/rule-texts.ts';
import { truncate } from '#domain/bounded.ts';
import { firstFailure } from '#domain/validation.ts';
import { isBase64 } from './hash-config.ts';
import { type Faults, isObject, readJson, refuse } from './input-file.ts';

const text = z.string('must be text');
const flag = z.boolean('must be true or false');
const milliseconds = z.pipe(
  z
    .union([z.string(), z.number()], 'must be a time in milliseconds')
    .check(
      z.refine(
        (time) => /^\d{1,16}$/.test(String(time)) && Number(time) <= 8.64e15,
        'must be a time in milliseconds',
      ),
    ),
  z.transform((time) => new Date(Number(time))),
);
const base64 = z.pipe(
  // Firebase's own hashes have 88 characters and its salts fewer; they are stored with each account.
  z
    .string('must be base64')
    .check(z.maxLength(1_000, 'must be at most 1,000 characters long'), z.refine(isBase64, 'must be base64')),
  z.transform((encoded) => Buffer.from(encoded, 'base64')),
);

/** An account as `firebase auth:export` writes it to JSON. */
const exportedUser = z.object({
  localId: text.check(z.minLength(1, 'is missing'), z.maxLength(128, 'must be at most 128 characters long')),
  email: z.optional(text),
  emailVerified: z._default(flag, false),
  passwordHash: z.optional(base64),
  salt: z.optional(base64),
  displayName: z._default(text, ''),
  createdAt: z.optional(milliseconds),
  lastSignedInAt: z.optional(milliseconds),
  disabled: z._default(flag, false),
});
/** With the providers, which every account has: their people get a reset link. */
const knownFields: ReadonlySet<string> = new Set([...Object.keys(exportedUser.shape), 'providerUserInfo']);

export type FirebaseAccount = ReturnType<typeof toAccount>;

/**
 * The accounts of a JSON file that `firebase auth:export` wrote, by uid. Broken ones are added to the faults.
 * @param check is called with each account and its place in the file
 */
export function readAccounts(
  file: string,
  faults: Faults,
  check: (account: FirebaseAccount, where: string) => void,
): Map<string, FirebaseAccount> {
  const accounts = new Map<string, FirebaseAccount>();
  const users = usersIn(file);
  if (users.length === 0)
    refuse(file, 'holds no accounts; firebase auth:export writes them as {"users": […]}');
  for (const [index, source] of users.entries()) {
    const place = `${file}, account ${index + 1}`;
    if (!isObject(source)) {
      faults.add(place, 'is no account');
      continue;
    }
    const given = Object.fromEntries(Object.entries(source).filter(([, value]) => (value ?? null) !== null));
    const parsed = exportedUser.safeParse(given);
    const uid = typeof given.localId === 'string' && given.localId !== '' ? `, uid ${given.localId}` : '';
    const where = `${place}${uid}`;
    if (!parsed.success) {
      const { field, message } = firstFailure(parsed.error.issues);
      faults.add(field ? `${where}, ${field}` : where, message);
      continue;
    }
    const left = Object.keys(given).filter((name) => !knownFields.has(name));
    const account = toAccount(parsed.data, left);
    if (accounts.has(account.uid)) faults.add(where, 'stands in the file twice');
    accounts.set(account.uid, account);
    check(account, where);
  }
  return accounts;
}

function toAccount(user: z.output<typeof exportedUser>, left: readonly string[]) {
  const notes = left.map((name) => `${name} is left behind`);
  const email = emailAddress.safeParse(user.email ?? '').data ?? null;
  if (email !== null && email !== user.email) notes.push('email put in lower case');
  const displayName = truncate(storableLine(user.displayName), limits.name);
  if (displayName !== user.displayName) notes.push('display name shortened to what can be stored');
  const { localId: uid, emailVerified, passwordHash, salt = Buffer.alloc(0), disabled } = user;
  return {
    ...{ uid, emailVerified, displayName, disabled },
    /** In lower case; null if the account has none that the portal accepts. */
    email,
    /** Values that the import changes or leaves out. */
    notes,
    password: passwordHash ? { hash: passwordHash, salt } : null,
    createdAt: user.createdAt ?? null,
    lastSignedInAt: user.lastSignedInAt ?? null,
    /** Why it cannot be imported, if so. */
    skipped: reasonToSkip(uid, user.email, email),
  };
}

function reasonToSkip(uid: string, given: string | undefined, email: string | null): string | null {
  if (!memberUid.safeParse(uid).success)
    return 'its uid has characters, or a length, that the portal does not take';
  if (!given) return 'it has no email address, which is what people sign in with here';
  return email === null ? 'its email address is not valid' : null;
}

function usersIn(file: string): unknown[] {
  const root = readJson(file);
  return isObject(root) && 'users' in root && Array.isArray(root.users) ? root.users : [];
}
