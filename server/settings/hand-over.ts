import { hash, timingSafeEqual } from 'node:crypto';
import { hostname } from 'node:os';
import type { Context } from 'hono';
import type { SessionUser } from '#domain/accounts.ts';
import { contactInbox } from '#domain/forms.ts';
import {
  type HandOver,
  type HandOverLine,
  type HandOverWrite,
  handOverRefusals,
  type Successor,
  type TakeOver,
  type WrittenLine,
} from '#domain/hand-over.ts';
import type { InvitationLink } from '#domain/reviewers.ts';
import { browserSession } from '#server/accounts/browser-session.ts';
import { findCredentials } from '#server/accounts/credentials.ts';
import type { AccountDeps } from '#server/accounts/deps.ts';
import { assignEmail, emailTaken, isHeld } from '#server/accounts/email-address.ts';
import { transferAdministrator } from '#server/accounts/hand-over.ts';
import { dropTokens, findToken, unexpiredTokens, useToken } from '#server/accounts/mailed-tokens.ts';
import { invite, logStaff } from '#server/accounts/reviewers.ts';
import { sessionUser } from '#server/accounts/sessions.ts';
import type { Content } from '#server/config/content.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { invalidToken, Refusal } from '#server/http/refusal.ts';
import { nextLeadMail } from '#server/mail/messages.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { type PortalState, readState, writeState } from '#server/store/portal-state.ts';
import { readPart, savePart } from './settings-store.ts';

type State = PortalState<'hand-over'>;
const initial: State = { reviewer: false, former: '', note: '', checks: {} };

async function stateOf(db: Db): Promise<State> {
  return (await readState(db, 'hand-over')) ?? initial;
}

/** The lines as the portal knows them now, without passwords. */
function valuesOf({ config, content }: AccountDeps): Record<HandOverLine, string> {
  const { smtpUrl, mailFrom, contactInbox: inbox } = config;
  const recipients = content.forms.forms.map(({ mailTo }) => (mailTo === contactInbox ? inbox : mailTo));
  const server = smtpUrl === undefined ? null : new URL(smtpUrl);
  return {
    contact: [...new Set([inbox, ...recipients])].filter(Boolean).join(', '),
    mail: server
      ? [server.hostname, decodeURIComponent(server.username), mailFrom].filter(Boolean).join(', ')
      : '',
    passphrase: config.backupPassphrase === undefined ? '' : 'BACKUP_PASSPHRASE',
    machine: hostname(),
    domain: config.portalUrl,
  };
}

export async function readHandOver(deps: AccountDeps): Promise<HandOver> {
  const { db } = deps.store;
  const { adminUid: uid } = deps.config;
  const { checks, former, note, reviewer } = await stateOf(db);
  const token = await findOpen(db, uid);
  const lead = await addressOf(db, uid);
  const lines = Object.entries(valuesOf(deps)).map(([name, value]) => {
    const names = value.toLowerCase().split(/[\s,<>]+/);
    const check = checks[name as HandOverLine];
    const belongsTo = names.includes(lead) ? 'lead' : former && names.includes(former) ? 'former' : null;
    // The next lead checks everything again.
    const checkedAt = check?.of === `${lead} ${value}` ? check.at : null;
    return [name, { value, belongsTo, text: check?.text ?? '', checkedAt }];
  });
  return {
    named: token && { email: token.email ?? '', until: new Date(token.expiresAt).toISOString(), reviewer },
    lines: Object.fromEntries(lines) as HandOver['lines'],
    note,
  };
}

async function findOpen(db: Db, uid: string) {
  return (await unexpiredTokens(db, 'hand-over').where('uid', '=', uid).executeTakeFirst()) ?? null;
}

/** Keeps the note, or that a line was checked; an empty text ends that. Throws 400 for another passphrase than that of the backups. */
export async function writeLine(deps: AccountDeps, name: WrittenLine, text: string): Promise<void> {
  const { config, store } = deps;
  const { backupPassphrase, adminUid } = config;
  const isSecret = name === 'passphrase' && backupPassphrase !== undefined && text !== '';
  if (isSecret && !isSame(text, backupPassphrase))
    throw new Refusal(400, 'INVALID_INPUT', handOverRefusals.wrongPassphrase, { field: 'text' });
  await store.change(async (trx) => {
    const state = await stateOf(trx);
    if (name === 'note') return writeState(trx, 'hand-over', { ...state, note: text });
    const lead = await addressOf(trx, adminUid);
    const of = `${lead} ${valuesOf(deps)[name]}`;
    const { [name]: _, ...others } = state.checks;
    const check = { text: isSecret ? '' : text, at: new Date().toISOString(), of };
    await writeState(trx, 'hand-over', {
      ...state,
      checks: text === '' ? others : { ...others, [name]: check },
    });
  });
}

function isSame(text: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', text, 'buffer'), hash('sha256', secret, 'buffer'));
}

/**
 * Mails the next lead a link to take over, in place of a former one. Throws 409 STAFF_ACCOUNT for the lead's own address, and
 * 429 over the limits of mails.
 */
export function nameSuccessor(
  deps: AccountDeps,
  { email, reviewer = false }: HandOverWrite,
): Promise<InvitationLink> {
  const { adminUid: uid } = deps.config;
  return invite(deps, uid, email, {
    purpose: 'hand-over',
    page: '/take-over',
    mail: nextLeadMail,
    kind: 'lead-named',
    async refuseUnfit(db) {
      if ((await addressOf(db, uid)) === email)
        throw new Refusal(409, 'STAFF_ACCOUNT', handOverRefusals.yourself, { field: 'email' });
    },
    async begin(trx) {
      await dropTokens(trx, uid, 'hand-over');
      await writeState(trx, 'hand-over', { ...(await stateOf(trx)), reviewer });
    },
  });
}

/** Throws 404 NOT_FOUND. */
export async function revokeSuccessor({ config, store }: AccountDeps): Promise<void> {
  const { adminUid: uid } = config;
  await store.change(async (trx) => {
    const open = await findOpen(trx, uid);
    if (!open) throw new Refusal(404, 'NOT_FOUND', handOverRefusals.nobodyNamed);
    await dropTokens(trx, uid, 'hand-over');
    const fields = { email: { old: open.email, new: null } };
    await logStaff(trx, { actor: uid, kind: 'lead-revoked', fields });
  });
}

/** The person that a link names. Throws 400 INVALID_TOKEN. */
export async function readSuccessor({ store: { db } }: AccountDeps, token: string): Promise<Successor> {
  const email = await namedAddress(db, token);
  return { email, name: (await findCredentials(db, email))?.name ?? null };
}

/**
 * Makes the named person the administrator, and signs them in: all in one transaction. Throws 400 INVALID_TOKEN,
 * 409 STAFF_ACCOUNT in the browser of the present lead, and 409 EMAIL_TAKEN for an address that is held for another account.
 */
export async function takeOver(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  { token, password }: TakeOver,
): Promise<SessionUser> {
  const { config, content, passwords, store } = deps;
  const { adminUid } = config;
  const email = await namedAddress(store.db, token);
  if ((await c.var.readSession())?.uid === adminUid)
    throw new Refusal(409, 'STAFF_ACCOUNT', handOverRefusals.ownSession);
  const hash = await passwords.hash(password, { lane: 'link', sender: c.var.sender(), caller: email });
  const session = await browserSession(deps, c);
  const { account, begun } = await assignEmail(store, async (trx) => {
    if (!(await useToken(trx, token, 'hand-over'))) throw invalidToken(handOverRefusals.linkInvalid);
    if (await isHeld(trx, email, adminUid)) throw emailTaken();
    const state = await stateOf(trx);
    const { reviewer } = state;
    const account = await transferAdministrator(trx, { adminUid, email, password: hash, reviewer });
    const former = account.email;
    await writeState(trx, 'hand-over', { ...state, reviewer: false, former });
    await moveMailboxes(trx, content, { actor: adminUid, former, email });
    return { account, begun: await session.begin(trx, adminUid) };
  });
  await session.setCookies(begun);
  return sessionUser({ ...account, email }, config);
}

/** Messages to the club that went to the former lead go to the next one. An address that the environment sets stays, and the page says so. */
async function moveMailboxes(
  trx: Trx,
  content: Content,
  { actor, former, email }: { actor: string; former: string; email: string },
): Promise<void> {
  for (const part of ['mail', 'forms'] as const) {
    const { value, version } = await readPart(trx, content, part);
    const moved = JSON.parse(JSON.stringify(value), (key, item: unknown) =>
      ['contactInbox', 'mailTo'].includes(key) && item === former ? email : item,
    );
    await savePart(trx, content, { part, value: moved, version, actor });
  }
}

async function namedAddress(db: Db, token: string): Promise<string> {
  const named = await findToken(db, token, 'hand-over');
  if (!named?.email) throw invalidToken(handOverRefusals.linkInvalid);
  return named.email;
}

async function addressOf(db: Db, uid: string): Promise<string> {
  return (await findAccount(db, uid))?.email ?? '';
}
