import type { Context } from 'hono';
import { accountMessages } from '#domain/accounts.ts';
import { changedFields } from '#domain/changes.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import type { Deps } from '#server/deps.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import { changeMember, type MemberWrite, oldValues } from '#server/members/member-store.ts';
import type { Trx } from '#server/store/open.ts';
import { replacePassword } from './credentials.ts';
import { dropRestoreLinks, restoreValue } from './email-change.ts';
import { dropFormerEmail, type FormerEmail, findFormerEmail } from './former-emails.ts';
import { findToken, useToken } from './mailed-tokens.ts';
import { formerHolder } from './member-data.ts';
import { mailResetLink } from './password-reset.ts';
import { assignEmail } from './registration.ts';

/**
 * Reverts an e-mail change (docs/decisions/email-change.md): account and record get the former address again; password,
 * sessions, mailed links and known devices end; and a reset link goes to that address. Fields written after somebody
 * set a password through the new address is taken out of the account. Throws 400 INVALID_TOKEN for a link that is
 * used, expired or made up.
 */
export async function restoreEmail(deps: Deps, c: Context<PortalEnv>, token: string): Promise<void> {
  const { outbox, sessions } = deps;
  // Before the log's lock, which a made-up link must not take.
  if (!(await findToken(deps.store.db, token, 'restore-email'))) throw invalidLink();
  await inOneTransaction(deps, token);
  outbox.wake();
  sessions.clearCookie(c);
}

function inOneTransaction(deps: Deps, token: string): Promise<void> {
  return assignEmail(deps.store, async (trx) => {
    const former = await useRestoreLink(trx, token);
    if (!former) throw invalidLink();
    const { uid, email } = former;
    const isOpen = await replacePassword(trx, uid, null);
    const record = await restoreRecord(trx, former);
    await trx
      .updateTable('user')
      // The link was mailed to this address.
      .set({ email, emailVerified: true, ...(record && { name: record.fullName }), updatedAt: new Date() })
      .where('id', '=', uid)
      .execute();
    await dropFormerEmail(trx, uid);
    await dropRestoreLinks(trx, uid);
    if (isOpen) await mailResetLink(deps, trx, { uid, email });
  });
}

/** The right that a token grants; uses the token up. */
async function useRestoreLink(trx: Trx, token: string): Promise<FormerEmail | undefined> {
  const link = await useToken(trx, token, 'restore-email');
  return link ? findFormerEmail(trx, link.value.slice(restoreValue('').length)) : undefined;
}

/** @returns the record with its former address, and as it was before somebody else may have written to it */
async function restoreRecord(trx: Trx, { uid, email, contestedFrom }: FormerEmail) {
  const before = contestedFrom === null ? {} : await valuesAt(trx, uid, contestedFrom);
  const record = await changeMember(trx, {
    uid,
    actor: uid,
    kind: 'email-restored',
    write: () => ({ ...before, email }),
  });
  if (contestedFrom !== null) await hideChanges(trx, uid, contestedFrom);
  return record;
}

/** The fields that were changed after `seq`, each with the value it had then. */
async function valuesAt(trx: Trx, uid: string, seq: number): Promise<MemberWrite> {
  const changes = await trx
    .selectFrom('changes')
    .select('fields')
    .where('uid', '=', uid)
    .where('seq', '>', seq)
    .orderBy('seq', 'desc')
    .execute();
  const old = changes
    .map(({ fields }) => changedFields.parse(JSON.parse(fields)))
    // A new record has no earlier value.
    .filter((fields) => fields.createdAt?.old !== null)
    .map(oldValues);
  return Object.assign({}, ...old);
}

/**
 * Files the changes after `seq` under an id that no account has: the administrator still sees them, the current owner
 * does not. The restoration itself stays, without the values that it replaced.
 */
async function hideChanges(trx: Trx, uid: string, seq: number): Promise<void> {
  const restored = trx.changes.appended > 0 ? await latestSeq(trx) : null;
  await trx
    .updateTable('changes')
    .set({ uid: formerHolder(uid) })
    .where('uid', '=', uid)
    .where('seq', '>', seq)
    .where('seq', '!=', restored ?? 0)
    .execute();
  if (restored === null) return;
  const row = await trx
    .selectFrom('changes')
    .select('fields')
    .where('seq', '=', restored)
    .executeTakeFirstOrThrow();
  const fields = Object.entries(changedFields.parse(JSON.parse(row.fields))).map(([name, value]) => [
    name,
    name === 'email' ? value : { ...value, old: null },
  ]);
  await trx
    .updateTable('changes')
    .set({ fields: JSON.stringify(Object.fromEntries(fields)) })
    .where('seq', '=', restored)
    .execute();
}

function invalidLink(): Refusal {
  return new Refusal(400, 'INVALID_TOKEN', accountMessages.restoreLinkInvalid, { field: 'token' });
}
