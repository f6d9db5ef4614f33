import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { removeMember } from '#server/members/remove-member.ts';
import { endSeason } from '#server/operations/season.ts';
import type { Store } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import { openTestApp, registerPerson } from './helpers/app.ts';
import { describeEachEngine } from './helpers/engines.ts';

type AnyTables = Record<string, Record<string, unknown>>;

interface Owner {
  uid: string;
  email: string;
  formerEmail: string;
}

const now = '2026-09-01T09:30:00.000Z';
const times = { createdAt: now, updatedAt: now };
const later = '2999-01-01T00:00:00.000Z';

/**
 * Every table of the schema: a row that belongs to a member, or null where none does. A new table has to be added here,
 * and, if it has such rows, to the removal of a member and to the end of a season.
 */
const tables: Record<keyof Tables, ((owner: Owner) => Record<string, unknown>) | 'registered' | null> = {
  user: 'registered',
  session: 'registered',
  account: 'registered',
  members: 'registered',
  verification: ({ uid }) => ({
    ...{ id: 'v', identifier: 'restore', value: `restore:${uid}`, expiresAt: later, ...times },
  }),
  known_devices: ({ uid }) => ({ id: 'd', uid, lastUsedAt: now }),
  former_emails: ({ uid, formerEmail: email }) => ({ uid, email, since: now, until: later }),
  changes: ({ uid, email, formerEmail }) => ({
    ...{ uid, actor: uid, kind: 'profile-saved', at: now },
    fields: JSON.stringify({ email: { old: formerEmail, new: email } }),
  }),
  replaced_texts: ({ uid }) => ({ seq: 900_001, uid, at: now, texts: '{"projectDescription":"Weather."}' }),
  reviews: ({ uid }) => ({ id: 'r', uid, submittedAt: now, note: 'Ask about the tests.', savedAt: now }),
  review_mails: ({ uid }) => ({ uid, dueAt: later }),
  review_mail_optouts: ({ uid }) => ({ uid, at: now }),
  review_waits: ({ uid }) => ({ id: `${uid} ${now}`, uid, reviewedAt: now, seconds: 60 }),
  form_submissions: ({ uid, email }) => ({
    ...{ id: 'f', formId: 'contact', receivedAt: now, fields: JSON.stringify({ email }), memberUid: uid },
  }),
  mail_outbox: ({ formerEmail: to }) => ({
    ...{ id: 'm', kind: 'email-changed', to, subject: 's', createdAt: now, notBefore: later },
  }),
  imported_accounts: ({ uid }) => ({ uid, importId: 'i', sourceUid: 'asha', made: 'account', extras: '{}' }),
  imports: null,
  imported_messages: null,
  password_keys: null,
  member_facets: null,
  registration_days: null,
  admin_visits: null,
  review_snippets: null,
  saved_views: null,
  test_node: null,
  rate_limits: null,
  portal_state: null,
};

const withRows = Object.entries(tables).flatMap(([name, row]) => (row === null ? [] : [name]));

describeEachEngine('the data of a member', (engine) => {
  async function portalWithMember() {
    const portal = await openTestApp(engine);
    const { uid, registration } = await registerPerson(portal);
    const owner = { uid, email: registration.email, formerEmail: 'former@students.example' };
    const db = portal.store.db as unknown as Kysely<AnyTables>;
    await db.insertInto('imports').values({ id: 'i', at: now }).execute();
    for (const [name, row] of Object.entries(tables)) {
      if (typeof row === 'function') await db.insertInto(name).values(row(owner)).execute();
    }
    expect(await mentions(portal.store, Object.values(owner))).toEqual(withRows.toSorted());
    return { store: portal.store, adminUid: portal.deps.config.adminUid, owner };
  }

  it('goes with the member, but for messages that they sent and the times in the log', async () => {
    const { store, adminUid, owner } = await portalWithMember();
    expect(await store.transact((trx) => removeMember(trx, owner.uid, adminUid))).toBe(true);
    expect(await mentions(store, Object.values(owner))).toEqual(['changes', 'form_submissions']);
    const log = await store.db.selectFrom('changes').select('fields').where('uid', '=', owner.uid).execute();
    expect(new Set(log.map(({ fields }) => fields))).toEqual(new Set(['{}']));
  });

  it('goes with the season', async () => {
    const { store, adminUid, owner } = await portalWithMember();
    await endSeason(store, adminUid);
    expect(await mentions(store, Object.values(owner))).toEqual([]);
  });
});

it('every table of the schema is in the table above', async () => {
  const { store } = await openTestApp('sqlite');
  expect(await tableNames(store)).toEqual(Object.keys(tables).toSorted());
});

async function tableNames(store: Store): Promise<string[]> {
  return (await store.db.introspection.getTables()).map(({ name }) => name).toSorted();
}

/** The tables in which one of these texts stands. */
async function mentions(store: Store, texts: readonly string[]): Promise<string[]> {
  const db = store.db as unknown as Kysely<AnyTables>;
  const found = [];
  for (const name of await tableNames(store)) {
    const rows = JSON.stringify(await db.selectFrom(name).selectAll().execute());
    if (texts.some((text) => rows.includes(text))) found.push(name);
  }
  return found;
}
