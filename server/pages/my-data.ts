import { type ChangedFields, type ChangeKind, describeKind } from '#domain/changes.ts';
import { textFor } from '#domain/group-messages.ts';
import { member } from '#domain/members.ts';
import { rowsOfMember } from '#server/accounts/member-document.ts';
import { recordColumns, toMember } from '#server/members/member-row.ts';
import { readPanel, readRequirements } from '#server/results/my-result.ts';
import type { ViewDeps } from '#server/results/release-state.ts';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';

type Row = Record<string, unknown>;

/** Rows of one kind, for the file under a key and for the page under a title. */
export interface Section {
  key: string;
  title: string;
  rows: Row[];
}

/** The columns of a table that its member gave or was told. */
interface Told {
  key: string;
  title: string;
  columns: readonly string[];
  /** The part of a row that its member knows; null if that is nothing. */
  row?: (row: Row, uid: string) => Row | null;
}

function table<T extends keyof Tables>(
  key: string,
  title: string,
  columns: readonly (keyof Tables[T] & string)[],
  row?: Told['row'],
): Told {
  return { key, title, columns, ...(row && { row }) };
}

/**
 * Of every place where something of a member is: the columns that they gave or were told, or null for what is the staff's
 * or secret, and for what `readFurther` reads in the words that were shown. A new table does not compile until it is added.
 */
export const toldData: { readonly [T in keyof Tables]: Told | null } = {
  members: table<'members'>('record', 'Record', recordColumns, (row) => ({
    ...toMember(row as unknown as Parameters<typeof toMember>[0]),
  })),
  user: table<'user'>('account', 'Account', ['name', 'email', 'emailVerified', 'createdAt'], (row) => ({
    ...row,
    emailVerified: Boolean(row.emailVerified),
  })),
  account: table<'account'>('password', 'Password', ['updatedAt']),
  session: table<'session'>('sessions', 'Signed-in devices', ['browser', 'system', 'createdAt', 'updatedAt']),
  known_devices: table<'known_devices'>('knownDevices', 'Known devices', ['lastUsedAt']),
  passkeys: table<'passkeys'>('passkeys', 'Passkeys', ['name', 'createdAt', 'lastUsedAt']),
  identities: table<'identities'>('otherAccounts', 'Accounts elsewhere that sign in here', [
    'issuer',
    'createdAt',
  ]),
  mailed_tokens: table<'mailed_tokens'>(
    'formerAddresses',
    'Former addresses',
    ['purpose', 'email', 'expiresAt'],
    ({ purpose, ...row }) => (purpose === 'restore-email' ? row : null),
  ),
  staff: table<'staff'>('role', 'Role', ['role', 'name', 'since']),
  form_submissions: table<'form_submissions'>(
    'messagesSent',
    'Messages that you sent',
    ['receivedAt', 'formId', 'fields'],
    (row) => ({ ...row, fields: JSON.parse(String(row.fields)) }),
  ),
  form_answers: table<'form_answers'>('answers', 'Answers to your messages', ['at', 'text']),
  extensions: table<'extensions'>('deadline', 'Extended deadline', ['until']),
  reminders: table<'reminders'>('reminders', 'Reminders', ['kind', 'sentAt', 'dismissedAt'], (row) =>
    Date.parse(String(row.sentAt)) <= Date.now() ? row : null,
  ),
  mail_optouts: table<'mail_optouts'>('emailsDeclined', 'Emails that you declined', ['kind', 'at']),
  mail_outbox: table<'mail_outbox'>(
    'emails',
    'Emails that were sent to you',
    ['doneAt', 'kind', 'to', 'subject', 'state'],
    ({ state, ...row }) => (state === 'sent' && row.kind !== 'form-message' ? row : null),
  ),
  imported_accounts: table<'imported_accounts'>('movedIn', 'Moved from the former portal', [
    'lastSignedInAt',
  ]),
  changes: table<'changes'>('history', 'History', ['at', 'kind', 'actor', 'fields'], toldChange),
  past_records: table<'past_records'>('pastSeasons', 'Past seasons', ['outcome', 'document'], toldSeason),
  club_members: table<'club_members'>('club', 'Membership of the club', ['since', 'track', 'role', 'leftOn']),
  ...{ results: null, seasons: null, group_message_recipients: null, round_members: null },
  ...{ outcomes: null, outcome_changes: null, result_corrections: null, rounds: null },
  ...{ reviews: null, opinions: null, review_claims: null, review_waits: null, review_snippets: null },
  ...{ group_messages: null, refused_addresses: null, admin_visits: null, closed_accounts: null },
  ...{ inbox_total: null, test_node: null, rate_limits: null, settings: null, portal_state: null },
  ...{ password_keys: null, second_factors: null },
};

/** The record of a past season, with the result. */
function toldSeason({ outcome, document }: Row): Row {
  const { members: [record] = [] } = JSON.parse(String(document ?? '{}'));
  return { outcome, record: record ? toMember(record) : null };
}

/** Changes that their member made, or saw on a page or in an email. */
const toldKinds: readonly ChangeKind[] = [
  ...(['registered', 'track-selected', 'task-completed', 'task-reopened', 'submission-sent'] as const),
  ...(['profile-saved', 'email-restored', 'review-changed', 'result-released', 'result-corrected'] as const),
  ...(['place-answered', 'record-recovered', 'undone', 'extension-set', 'record-corrected'] as const),
  ...(['sessions-ended', 'member-left', 'account-restored', 'imported'] as const),
];

/** A change without its author, who may be a reviewer, and without anything but fields of the record. */
function toldChange({ at, kind, actor, fields }: Row, uid: string): Row | null {
  if (!toldKinds.includes(kind as ChangeKind)) return null;
  const told = Object.entries(JSON.parse(String(fields)) as ChangedFields).filter(
    ([name]) => name in member.shape,
  );
  return {
    at,
    change: describeKind(kind as ChangeKind).label,
    by: actor === uid ? 'you' : 'the club',
    fields: Object.fromEntries(told),
  };
}

/** Everything that a person gave or was told, by section, in portions between which others are served. */
export async function* readMyData(db: Db, deps: ViewDeps, uid: string): AsyncGenerator<Section> {
  for (const [name, told] of Object.entries(toldData)) {
    if (!told) continue;
    for await (const rows of rowsOfMember(db, name as keyof Tables, uid)) yield* sectionOf(told, rows, uid);
  }
  yield* await readFurther(db, deps, uid);
}

function* sectionOf({ key, title, columns, row: toRow }: Told, rows: Row[], uid: string): Generator<Section> {
  const told = rows.flatMap((row): Row[] => {
    const part = Object.fromEntries(columns.map((name) => [name, row[name]]));
    const shown = toRow ? toRow(part, uid) : part;
    return shown ? [shown] : [];
  });
  if (told.length > 0) yield { key, title, rows: told };
}

/** Messages, result and requirements as the pages show them. */
async function readFurther(db: Db, deps: ViewDeps, uid: string): Promise<Section[]> {
  const messages = await db
    .selectFrom('group_message_recipients as recipient')
    .innerJoin('group_messages as message', 'message.id', 'recipient.messageId')
    .select(['subject', 'text', 'sentAt', 'correctedAt', 'dismissedAt', 'fullName', 'developmentTrack'])
    .where('recipient.uid', '=', uid)
    .where('message.withdrawnAt', 'is', null)
    .where('message.plannedFor', 'is', null)
    .orderBy('sentAt')
    .execute();
  const panel = await readPanel(db, deps, uid);
  const { requirements } = await readRequirements(db, deps, uid);
  const sections: Section[] = [
    {
      ...{ key: 'messages', title: 'Messages from the club' },
      rows: messages.map(({ subject, text, fullName, developmentTrack, ...row }) => {
        const reader = { fullName, developmentTrack };
        return { ...row, subject: textFor(subject, reader), text: textFor(text, reader) };
      }),
    },
    { key: 'result', title: 'Result', rows: panel ? [panel] : [] },
    { key: 'requirements', title: 'Requirements', rows: requirements ?? [] },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

/** The sections as one JSON object, whose keys have arrays. */
export async function* asJson(sections: AsyncIterable<Section>): AsyncGenerator<string> {
  yield `{"madeAt":"${new Date().toISOString()}"`;
  let open = '';
  for await (const { key, rows } of sections) {
    const text = rows.map((row) => JSON.stringify(row)).join(',\n');
    yield key === open ? `,\n${text}` : `${open && ']'},\n"${key}":[${text}`;
    open = key;
  }
  yield `${open && ']'}}`;
}
