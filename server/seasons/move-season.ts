import type { Selectable } from 'kysely';
import { staffScope } from '#domain/changes.ts';
import { readableAddress } from '#domain/former-address.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { type Member, unfilledFields } from '#domain/members.ts';
import { filledIn } from '#domain/placeholders.ts';
import { searchableText } from '#domain/search-text.ts';
import { memberData } from '#server/accounts/member-data.ts';
import { type MemberDocument, memberDocuments } from '#server/accounts/member-document.ts';
import { dropUnusedPasswordKeys } from '#server/accounts/password-keys.ts';
import type { CommandConfig } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import type { Mail } from '#server/mail/mail.ts';
import { seasonEndedMail } from '#server/mail/messages.ts';
import { enqueueBulk } from '#server/mail/outbox-store.ts';
import { dropOrphanedMailFiles } from '#server/mail/retention.ts';
import { derivedColumns } from '#server/members/derived-columns.ts';
import { toMember } from '#server/members/member-row.ts';
import { insertMembers } from '#server/members/member-store.ts';
import { chunk, padForIn } from '#server/store/chunk.ts';
import { untyped } from '#server/store/copy.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { inPortions } from '#server/store/portions.ts';
import type { Tables } from '#server/store/tables.ts';

export interface MovingDeps {
  store: Store;
  config: Pick<CommandConfig, 'adminUid' | 'dataDir' | 'portalUrl'>;
  content: Pick<Content, 'club'>;
}

type Season = Selectable<Tables['seasons']>;
type Pending = Pick<Selectable<Tables['past_records']>, 'id' | 'uid' | 'stays'> & { uid: string };

/** Milliseconds between two portions, so that the portal's writes come in between. */
const pause = 30;

/** No end of a season takes these from a member: they are past seasons themselves. */
const lasting: readonly string[] = ['past_records', 'club_members'];
/** These are the account's, and stay with those who keep it. */
const ofAccount: readonly string[] = [
  ...['user', 'account', 'session', 'known_devices', 'mailed_tokens', 'staff', 'admin_visits'],
  // An email about something that is gone is skipped when it is due.
  ...['mail_outbox', 'mail_optouts', 'refused_addresses', 'imported_accounts'],
];

/** Moves what a season that has ended still has to take. Any number of processes may do it, after the death of one too. */
export async function moveSeasons(deps: MovingDeps): Promise<void> {
  const { store } = deps;
  const ended = await store.db.selectFrom('seasons').selectAll().where('movedAt', 'is', null).execute();
  for (const season of ended) {
    const move = (work: (trx: Trx, season: Season, most: number) => Promise<number>, size: number) =>
      inPortions((most) => store.transact((trx) => work(trx, season, most)), { size, pause });
    await move((trx, _, most) => moveMembers(trx, deps, season, most), 20);
    // A message may have 130 KB.
    await move(moveMessages, 10);
    await removeRest(store, deps.config.adminUid, season);
    await store.transact((trx) => finish(trx, season));
    await dropOrphanedMailFiles(store.db, deps.config.dataDir);
    await store.scrub();
  }
}

/** The records that the season still has to take, by their ids: the index of those without a document has no other column. */
export function selectPending(db: Db, seasonId: string, kind?: 'member' | 'message') {
  const prefix = kind ? `${seasonId} ${kind}` : seasonId;
  return db
    .selectFrom('past_records')
    .where('document', 'is', null)
    .where('id', '>', `${prefix} `)
    .where('id', '<', `${prefix}!`);
}

async function moveMembers(trx: Trx, deps: MovingDeps, season: Season, most: number): Promise<number> {
  await trx.changes.lock();
  const pending = await selectPending(trx, season.id, 'member')
    .select(['id', 'uid', 'stays'])
    .$narrowType<{ uid: string }>()
    .orderBy('id')
    .limit(most)
    .execute();
  const uids = pending.map(({ uid }) => uid);
  const documents = await memberDocuments(trx, uids, [...lasting, 'closed_accounts']);
  await nameReviewers(trx, [...documents.values()]);
  for (const { id, uid } of pending) await archive(trx, id, documents.get(uid) ?? {});
  const of = (stays: number) => pending.filter((row) => row.stays === stays);
  await closeAccounts(trx, deps, season, { members: of(0), documents });
  await emptyApplications(trx, season, { members: of(1), documents });
  return pending.length;
}

/** An opinion names its reviewer by the account, which may be gone one day. */
async function nameReviewers(trx: Trx, documents: readonly MemberDocument[]): Promise<void> {
  const opinions = documents.flatMap((document) => document.opinions ?? []);
  if (opinions.length === 0) return;
  const staff = await trx.selectFrom('staff').select(['uid', 'name']).execute();
  const names = new Map(staff.map(({ uid, name }) => [uid, name]));
  for (const opinion of opinions) opinion['by'] = names.get(String(opinion['reviewer'])) ?? '';
}

/** Writes a member's rows into the past season as they are now, without what only a sign-in needs. */
async function archive(trx: Trx, id: string, whole: MemberDocument): Promise<void> {
  const { account: _, session: __, known_devices: ___, mailed_tokens: ____, ...document } = whole;
  const member = memberIn(document);
  if (!member) return;
  const email = readableAddress(member.email);
  const { nameKey, searchText } = derivedColumns({ ...member, email });
  document.members = document.members?.map((row) => ({ ...row, email })) ?? [];
  await trx
    .updateTable('past_records')
    .set({ document: JSON.stringify(document), name: member.fullName, email })
    .set({ nameKey, searchText })
    .where('id', '=', id)
    .execute();
}

/** The record in a document. */
export function memberIn({ members = [] }: MemberDocument): Member | null {
  const [row] = members as unknown as Parameters<typeof toMember>[0][];
  return row ? toMember(row) : null;
}

interface Moved {
  members: readonly Pending[];
  documents: ReadonlyMap<string, MemberDocument>;
}

async function closeAccounts(
  trx: Trx,
  { config, content }: MovingDeps,
  season: Season,
  { members, documents }: Moved,
): Promise<void> {
  const uids = members.map(({ uid }) => uid);
  await removeRows(trx, uids, lasting);
  const closed = uids.flatMap((uid) => {
    const { user: [user] = [], account: [account] = [] } = documents.get(uid) ?? {};
    const { email = '', name = '' } = user ?? {};
    const password = account?.['password'] ?? null;
    return {
      ...{ uid, email: String(email), name: String(name), reason: 'season' as const },
      ...{ closedAt: season.endedAt, until: forever, by: season.by, returnToken: null },
      ...{ password: password === null ? null : String(password), document: '{}' },
    };
  });
  for (const piece of chunk(closed)) await trx.insertInto('closed_accounts').values(piece).execute();
  const mails = uids.flatMap((uid) => {
    const document = documents.get(uid) ?? {};
    const member = memberIn(document);
    return member && season.mail !== '' && readableAddress(member.email) !== ''
      ? [farewell({ config, content }, season, member, isVerified(document))]
      : [];
  });
  await enqueueBulk(trx, mails);
}

/** Past seasons end with their retention, and not at a day that is known now. */
const forever = '9999-12-31T00:00:00.000Z';

function isVerified({ user: [user] = [] }: MemberDocument): boolean {
  return user?.['emailVerified'] === 1 || user?.['emailVerified'] === true;
}

/** An address that nobody has confirmed may be a stranger's, and so may the name. */
function farewell(
  { config, content }: Pick<MovingDeps, 'config' | 'content'>,
  season: Season,
  { email, fullName, developmentTrack }: Member,
  verified: boolean,
): Mail {
  const { subject, text } = JSON.parse(season.mail) as { subject: string; text: string };
  const values = {
    name: verified ? fullName : 'member',
    track: developmentTrack ? trackLabels[developmentTrack] : 'no track',
  };
  return seasonEndedMail(content.club, {
    uid: null,
    to: email,
    subject: filledIn(subject, values),
    paragraphs: filledIn(text, values).split(/\n{2,}/),
    login: `${config.portalUrl}/login`,
  });
}

/** The account goes on with a record that is as after a registration. */
async function emptyApplications(trx: Trx, season: Season, { members, documents }: Moved): Promise<void> {
  const uids = members.map(({ uid }) => uid);
  await removeRows(trx, uids, [...lasting, ...ofAccount]);
  const records = uids.flatMap((uid) => memberIn(documents.get(uid) ?? {}) ?? []);
  const { by: actor, endedAt: at } = season;
  const emptied = records.map((record) => ({ ...record, ...unfilledFields, createdAt: at }));
  if (emptied.length > 0) await insertMembers(trx, emptied, 'season-begun', { actor, at });
}

async function removeRows(trx: Trx, uids: readonly string[], except: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  for (const [table, column] of Object.entries(memberData)) {
    if (column === null || except.includes(table)) continue;
    await untyped(trx).deleteFrom(table).where(column, 'in', padForIn(uids)).execute();
  }
}

async function moveMessages(trx: Trx, season: Season, most: number): Promise<number> {
  await trx.changes.lock();
  const pending = await selectPending(trx, season.id, 'message')
    .select('id')
    .orderBy('id')
    .limit(most)
    .execute();
  for (const { id } of pending) {
    const messageId = id.split(' ').at(-1) ?? '';
    const submissions = trx.selectFrom('form_submissions').where('id', '=', messageId);
    const row = await submissions.selectAll().executeTakeFirst();
    const answers = await trx
      .selectFrom('form_answers')
      .selectAll()
      .where('submissionId', '=', messageId)
      .execute();
    if (row) {
      const { searchText, ...message } = row;
      const document = JSON.stringify({ form_submissions: [message], form_answers: answers });
      const name = row.sender || row.subject;
      const searched = searchText || searchableText(name);
      await trx
        .updateTable('past_records')
        .set({ document, name, searchText: searched })
        .where('id', '=', id)
        .execute();
    } else await trx.deleteFrom('past_records').where('id', '=', id).execute();
    await trx.deleteFrom('form_submissions').where('id', '=', messageId).execute();
  }
  return pending.length;
}

/** Removes what belongs to nobody. */
async function removeRest({ db }: Store, adminUid: string, { endedAt }: Season): Promise<void> {
  // Accounts without a record, such as those of an import.
  await db
    .deleteFrom('user')
    .where('createdAt', '<=', new Date(endedAt))
    .where('id', '!=', adminUid)
    .where('id', 'not in', db.selectFrom('members').select('uid'))
    .where('id', 'not in', db.selectFrom('staff').select('uid').where('role', '=', 'reviewer'))
    .execute();
  const received = db.selectFrom('group_message_recipients').select('messageId');
  await db
    .deleteFrom('group_messages')
    .where('sentAt', '<=', endedAt)
    .where('plannedFor', 'is', null)
    .where('id', 'not in', received)
    .execute();
  await db.deleteFrom('rounds').where('releasedAt', '<=', endedAt).execute();
  await db.deleteFrom('staff').where('uid', 'not in', db.selectFrom('user').select('id')).execute();
}

async function finish(trx: Trx, { id, by }: Season): Promise<void> {
  await trx.changes.lock();
  const at = new Date().toISOString();
  const { numUpdatedRows } = await trx
    .updateTable('seasons')
    .set({ movedAt: at })
    .where('id', '=', id)
    .where('movedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await dropUnusedPasswordKeys(trx);
  const members = trx.selectFrom('past_records').where('seasonId', '=', id).where('kind', '=', 'member');
  const fields = {
    members: { old: await countRows(members), new: await countRows(members.where('stays', '=', 1)) },
  };
  await trx.changes.append({ uid: staffScope, actor: by, kind: 'season-ended', at, fields });
}
