import type { Member } from '#domain/members.ts';
import { padForIn } from '#server/store/chunk.ts';
import type { Db } from '#server/store/open.ts';
import type { FirebaseAccount } from './account.ts';
import { toMember } from './record.ts';
import type { StagedAccount, Staging } from './staging.ts';

/** The fate of an account: `here` means that the portal has it already. */
export type Outcome = 'make' | 'join' | 'administrator' | 'here' | 'skip';
export type PasswordOutcome = 'kept' | 'reset link' | 'disabled' | 'unchanged' | '';

/** The plan for one account of the files, with its record. */
export interface PlannedAccount {
  uid: string;
  email: string;
  outcome: Outcome;
  password: PasswordOutcome;
  /** Why, and what is not taken as it is. */
  notes: string[];
  account: FirebaseAccount | null;
  /** The account of the portal that it becomes, or is joined to. */
  target: string;
  /** The record to be made, if any. */
  member: Member | null;
}

/** The portal's accounts and records that match a batch. */
interface Present {
  byUid: Map<string, PresentAccount>;
  byEmail: Map<string, PresentAccount>;
  records: Set<string>;
  /** The accounts that earlier imports brought, by their uids there. */
  imported: Map<string, { made: string }>;
}

interface PresentAccount {
  id: string;
  email: string;
  confirmed: boolean;
}

const batchSize = 256;

/**
 * Plans each account in batches, ordered by uid, and then the records without an account. Reads the portal's accounts
 * in `db`, which may be the transaction that carries out the plan.
 */
export async function* plan(
  staging: Staging,
  { db, adminUid }: { db: Db; adminUid: string },
): AsyncGenerator<PlannedAccount[]> {
  const now = new Date().toISOString();
  for (const batch of staging.accounts(batchSize)) {
    const present = await readPresent(db, batch);
    yield batch.map((staged) => decide(staged, present, { adminUid, now }));
  }
  for (const uids of staging.orphans(batchSize)) yield uids.map(orphan);
}

function orphan(uid: string): PlannedAccount {
  const notes = ['a record without an account: nobody could sign in to it'];
  return { uid, email: '', outcome: 'skip', password: '', notes, account: null, target: uid, member: null };
}

async function readPresent(db: Db, batch: readonly StagedAccount[]): Promise<Present> {
  const uids = batch.map(({ account }) => account.uid);
  const emails = batch.flatMap(({ account }) => account.email ?? []);
  const accounts = await db
    .selectFrom('user')
    .select(['id', 'email', 'emailVerified'])
    .where((is) =>
      is.or([is('id', 'in', padForIn(uids)), is('email', 'in', padForIn(emails.length > 0 ? emails : ['']))]),
    )
    .execute();
  const found = accounts.map(({ id, email, emailVerified }) => ({
    id,
    email,
    confirmed: Boolean(emailVerified),
  }));
  const ids = found.map(({ id }) => id);
  const records = await db
    .selectFrom('members')
    .select('uid')
    .where('uid', 'in', padForIn(ids.length > 0 ? ids : ['']))
    .execute();
  const imported = await db
    .selectFrom('imported_accounts')
    .select(['sourceUid', 'made'])
    .where('sourceUid', 'in', padForIn(uids))
    .execute();
  return {
    byUid: new Map(found.map((account) => [account.id, account])),
    byEmail: new Map(found.map((account) => [account.email, account])),
    records: new Set(records.map(({ uid }) => uid)),
    imported: new Map(imported.map(({ sourceUid, made }) => [sourceUid, { made }])),
  };
}

interface Decision {
  adminUid: string;
  now: string;
}

function decide(staged: StagedAccount, present: Present, decision: Decision): PlannedAccount {
  const { account, isSecond } = staged;
  const { uid, email } = account;
  if (account.skipped !== null || email === null) return skipBoth(staged, account.skipped ?? '');
  if (isSecond) return skipBoth(staged, 'another account of the file has the same email address');
  if (present.imported.has(uid)) return here(account, 'an earlier import brought it');
  const sameEmail = present.byEmail.get(email);
  if (uid === decision.adminUid) return administrator(staged, sameEmail, decision);
  if (present.byUid.has(uid)) return here(account, 'the portal has an account of this uid');
  if (sameEmail) return join(staged, sameEmail, present, decision);
  const record = recordFor(staged, uid, email, decision);
  const undated = account.createdAt === null ? ['createdAt: nothing becomes the time of the import'] : [];
  return {
    uid,
    email,
    outcome: 'make',
    password: passwordOutcome(account),
    notes: [...undated, ...account.notes, ...record.notes],
    account,
    target: uid,
    member: record.member,
  };
}

function skipBoth({ account, record }: StagedAccount, reason: string): PlannedAccount {
  return skip(account, record ? `${reason}; its record is skipped too` : reason);
}

function skip(account: FirebaseAccount, reason: string): PlannedAccount {
  const { uid, email } = account;
  return {
    uid,
    email: email ?? '',
    outcome: 'skip',
    password: '',
    notes: [reason],
    account,
    target: uid,
    member: null,
  };
}

function here(account: FirebaseAccount, reason: string): PlannedAccount {
  return { ...skip(account, reason), outcome: 'here', password: 'unchanged' };
}

/** The account with the administrator's uid takes the former one's address and password. */
function administrator(
  { account, record }: StagedAccount,
  sameEmail: PresentAccount | undefined,
  { adminUid }: Decision,
): PlannedAccount {
  if (sameEmail && sameEmail.id !== adminUid) {
    return skip(account, 'it is the administrator, and another account of the portal has its email address');
  }
  if (account.disabled) return skip(account, 'it is the administrator, and disabled');
  const notes = ['the administrator signs in with this address from now on'];
  if (record) notes.push('its record is left behind: the administrator has none');
  return {
    ...skip(account, ''),
    outcome: 'administrator',
    password: account.password ? 'kept' : 'unchanged',
    notes: [...notes, ...account.notes],
    target: adminUid,
  };
}

/** The person has registered here already. The account is not changed; a record is added only if it has none. */
function join(
  staged: StagedAccount,
  owner: PresentAccount,
  { records }: Present,
  decision: Decision,
): PlannedAccount {
  const { account } = staged;
  // Anyone could have registered with this address, and would receive another person's record.
  if (!owner.confirmed || owner.id === decision.adminUid) {
    const whose =
      owner.id === decision.adminUid ? 'the administrator' : 'an account that has not confirmed it';
    return skip(account, `the portal has ${whose} with this email address`);
  }
  if (records.has(owner.id))
    return here(account, 'the portal has an account and a record with this email address');
  const { member, notes } = recordFor(staged, owner.id, owner.email, decision);
  if (!member) return here(account, 'the portal has an account with this email address');
  return {
    ...here(account, `the record goes to the account ${owner.id}, which has this email address`),
    outcome: 'join',
    target: owner.id,
    member,
    notes: [`the record goes to the account ${owner.id}, which has this email address`, ...notes],
  };
}

function recordFor(
  { account, record }: StagedAccount,
  uid: string,
  email: string,
  { now }: Decision,
): { member: Member | null; notes: string[] } {
  if (!record) return { member: null, notes: ['no record: its owner can make one at /data-recovery'] };
  const createdAt = account.createdAt === null ? now : new Date(account.createdAt).toISOString();
  return toMember(record, { uid, email, displayName: account.displayName, createdAt });
}

function passwordOutcome({ disabled, password }: FirebaseAccount): PasswordOutcome {
  if (disabled) return 'disabled';
  return password ? 'kept' : 'reset link';
}
