import { adminMessages } from '#domain/admin.ts';
import type { CorrectedFields } from '#domain/corrections.ts';
import type { Member } from '#domain/members.ts';
import type { Shown } from '#domain/shown.ts';
import { Refusal } from '#server/http/refusal.ts';
import { refuseStale } from '#server/http/refuse-stale.ts';
import {
  changeMember,
  findMember,
  type MemberChange,
  type MemberWrite,
} from '#server/members/member-store.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Store, Trx } from '#server/store/open.ts';
import { assignEmail } from './email-address.ts';
import { followEmailChange, type LinkMailing, updateAccount } from './email-change.ts';
import { mailConfirmation } from './email-confirmation.ts';

interface Correction {
  uid: string;
  actor: string;
  fields: CorrectedFields;
  reason: string;
  shown?: Shown | undefined;
}

/** Corrects fields of a member's record, for the administrator's page and the operator's command (`changeDetails`). */
export function correctMember(
  deps: DetailsDeps,
  { fields, ...correction }: Correction,
): Promise<Member | null> {
  return changeDetails(deps, {
    ...correction,
    ...{ kind: 'record-corrected', set: fields, confirms: true },
    write: (current, now) => corrected(current, fields, now),
  });
}

type DetailsDeps = LinkMailing & { store: Store };

interface DetailsChange extends MemberChange {
  shown?: Shown | undefined;
  set: CorrectedFields;
  /** Whether a new address gets a link that confirms it. */
  confirms: boolean;
}

/**
 * Changes a member's record. The account gets the same name and email in the same transaction, and both addresses are
 * notified of a changed one. Throws 409 EMAIL_TAKEN, and 409 STALE_VERSION if the record is not as `shown`. Null if there
 * is no such member.
 */
export function changeDetails(
  deps: DetailsDeps,
  { shown, set, confirms, ...change }: DetailsChange,
): Promise<Member | null> {
  return assignEmail(deps.store, async (trx) => {
    const before = await findMember(trx, change.uid);
    if (!before) return null;
    refuseStale(before, { shown, set });
    const after = await changeMember(trx, change);
    if (after) await followInAccount(deps, trx, { before, after, confirms });
    return after;
  });
}

/**
 * The fields with the times that belong to them. A link where there was none is a submission. Throws 409 NO_SUBMISSION for
 * a description without a link.
 */
function corrected(current: Member, fields: CorrectedFields, now: string): MemberWrite {
  const { taskCompleted, githubLink } = fields;
  if (fields.projectDescription !== undefined && (githubLink ?? current.githubLink) === null) {
    throw new Refusal(409, 'NO_SUBMISSION', adminMessages.noSubmission, { field: 'projectDescription' });
  }
  const isFirstLink = githubLink !== undefined && current.githubLink === null;
  const track = fields.developmentTrack ?? current.developmentTrack;
  const write = {
    ...present(fields),
    ...(taskCompleted !== undefined &&
      taskCompleted !== current.taskCompleted && { taskCompletedAt: taskCompleted ? now : null }),
    ...(isFirstLink && { submittedAt: now, submissionTrack: track }),
  };
  return isSame(current, write) ? {} : { ...write, updatedAt: now };
}

function isSame(current: Member, write: MemberWrite): boolean {
  const before: Record<string, unknown> = current;
  return Object.entries(write).every(([name, value]) => before[name] === value);
}

export function present(fields: CorrectedFields): MemberWrite {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

async function followInAccount(
  deps: LinkMailing,
  trx: Trx,
  { before, after, confirms }: { before: Member; after: Member; confirms: boolean },
): Promise<void> {
  const { uid, fullName: name, email } = after;
  if (before.fullName === name && before.email === email) return;
  // Of this moment: the address may have been confirmed, or changed, since the request began.
  const account = await findAccount(trx, uid);
  await updateAccount(trx, { uid, name, email });
  if (before.email === email) return;
  const wasConfirmed = Boolean(account?.emailVerified);
  await followEmailChange(deps, trx, { uid, from: before.email, to: email, wasConfirmed });
  if (confirms) await mailConfirmation(deps, trx, { uid, email });
}
