import type { Member } from '#domain/members.ts';
import type { Db } from '#server/store/open.ts';
import type { FirebaseAccount } from './account.ts';
import type { ImportedMessage } from './messages.ts';
import { type FirebaseRecord, toMember } from './record.ts';
import type { FirebaseSource } from './source.ts';

/** The plan for one account of the files, with its record. */
export interface PlannedAccount {
  uid: string;
  email: string;
  /** `here` means that the portal has it already. */
  outcome: 'make' | 'join' | 'administrator' | 'here' | 'skip';
  password: 'kept' | 'reset link' | 'disabled' | 'unchanged' | '';
  /** Why, and what is not taken as it is. */
  notes: string[];
  account: FirebaseAccount | null;
  /** The account of the portal that it becomes, or is joined to. */
  target: string;
  member: Member | null;
}

/** The fate of every account and message of the files. */
export interface Plan {
  accounts: PlannedAccount[];
  /** Those that the portal does not have. */
  messages: ImportedMessage[];
}

/**
 * Plans each account, and then the records without an account. Reads the portal's accounts in `db`, which may be the
 * transaction that carries out the plan.
 */
export async function planImport(db: Db, source: FirebaseSource, adminUid: string): Promise<Plan> {
  const present = await readPresent(db);
  const accounts = [...source.accounts.values()].map((account) => {
    const record = source.records.get(account.uid) ?? null;
    return decide(account, record, { first: source.byEmail.get(account.email ?? ''), adminUid, present });
  });
  const orphans = [...source.records.keys()].filter((uid) => !source.accounts.has(uid));
  const messages = await db
    .selectFrom('form_submissions')
    .select('id')
    .where('id', 'like', 'imported-%')
    .execute();
  const stored = new Set(messages.map(({ id }) => id));
  return {
    accounts: [...accounts, ...orphans.map(orphan)],
    messages: source.messages.filter(({ id }) => !stored.has(id)),
  };
}

/** The portal's accounts, and those of the files that earlier imports brought, by their uids there. */
async function readPresent(db: Db) {
  const rows = await db
    .selectFrom('user')
    .leftJoin('members', 'members.uid', 'user.id')
    .select(['user.id', 'user.email', 'user.emailVerified', 'members.uid as record'])
    .execute();
  const accounts = rows.map(({ record, emailVerified, ...account }) => ({
    ...account,
    emailVerified: Boolean(emailVerified),
    hasRecord: record !== null,
  }));
  const imported = await db.selectFrom('imported_accounts').select('sourceUid').execute();
  return {
    byUid: new Map(accounts.map((account) => [account.id, account])),
    byEmail: new Map(accounts.map((account) => [account.email, account])),
    imported: new Set(imported.map(({ sourceUid }) => sourceUid)),
  };
}

type Present = Awaited<ReturnType<typeof readPresent>>;
type PresentAccount = NonNullable<ReturnType<Present['byUid']['get']>>;

function decide(
  account: FirebaseAccount,
  record: FirebaseRecord | null,
  /** `first` is the account of the files that gets the email address. */
  { first, adminUid, present }: { first: FirebaseAccount | undefined; adminUid: string; present: Present },
): PlannedAccount {
  const { uid, email } = account;
  const without = (reason: string) => skip(account, record ? `${reason}; its record is skipped too` : reason);
  if (account.skipped !== null || email === null) return without(account.skipped ?? '');
  if (first !== account) return without('another account of the file has the same email address');
  if (present.imported.has(uid)) return here(account, 'an earlier import brought it');
  const owner = present.byEmail.get(email);
  if (uid === adminUid) return administrator(account, record, owner);
  if (present.byUid.has(uid)) return here(account, 'the portal has an account of this uid');
  if (owner) return join(account, record, owner, adminUid);
  const { member, notes } = recordFor(account, record, { id: uid, email });
  const undated = account.createdAt === null ? ['createdAt: nothing becomes the time of the import'] : [];
  return {
    ...skip(account, ...undated, ...account.notes, ...notes),
    outcome: 'make',
    password: account.disabled ? 'disabled' : account.password ? 'kept' : 'reset link',
    member,
  };
}

function skip(account: FirebaseAccount, ...notes: string[]): PlannedAccount {
  const { uid, email } = account;
  return {
    uid,
    email: email ?? '',
    outcome: 'skip',
    password: '',
    notes,
    account,
    target: uid,
    member: null,
  };
}

function here(account: FirebaseAccount, ...notes: string[]): PlannedAccount {
  return { ...skip(account, ...notes), outcome: 'here', password: 'unchanged' };
}

function orphan(uid: string): PlannedAccount {
  const notes = ['a record without an account: nobody could sign in to it'];
  return { uid, email: '', outcome: 'skip', password: '', notes, account: null, target: uid, member: null };
}

/** The account with the administrator's uid takes the former one's address and password. */
function administrator(
  account: FirebaseAccount,
  record: FirebaseRecord | null,
  owner: PresentAccount | undefined,
): PlannedAccount {
  if (owner && owner.id !== account.uid) {
    return skip(account, 'it is the administrator, and another account of the portal has its email address');
  }
  if (account.disabled) return skip(account, 'it is the administrator, and disabled');
  const notes = ['the administrator signs in with this address from now on'];
  if (record) notes.push('its record is left behind: the administrator has none');
  return {
    ...skip(account, ...notes, ...account.notes),
    outcome: 'administrator',
    password: account.password ? 'kept' : 'unchanged',
  };
}

/** The person has registered here already. The account is not changed; a record is added only if it has none. */
function join(
  account: FirebaseAccount,
  record: FirebaseRecord | null,
  owner: PresentAccount,
  adminUid: string,
): PlannedAccount {
  if (owner.id === adminUid) return skip(account, 'the portal has the administrator with this email address');
  // Anyone could have registered with this address, and would receive another person's record.
  if (!owner.emailVerified) {
    return skip(account, 'the portal has an account that has not confirmed it with this email address');
  }
  if (owner.hasRecord) return here(account, 'the portal has an account and a record with this email address');
  const { member, notes } = recordFor(account, record, owner);
  if (!member) return here(account, 'the portal has an account with this email address');
  return {
    ...here(account, `the record goes to the account ${owner.id}, which has this email address`, ...notes),
    outcome: 'join',
    target: owner.id,
    member,
  };
}

function recordFor(
  { createdAt, displayName }: FirebaseAccount,
  record: FirebaseRecord | null,
  { id: uid, email }: { id: string; email: string },
): { member: Member | null; notes: string[] } {
  if (!record) return { member: null, notes: ['no record: its owner can make one at /data-recovery'] };
  return toMember(record, { uid, email, displayName, createdAt: (createdAt ?? new Date()).toISOString() });
}
