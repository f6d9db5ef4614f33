import { readdirSync, readFileSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { memberListQuery } from '#domain/member-list.ts';
import { listMembers } from '#server/admin/member-list.ts';
import { findCountFaults } from '#server/members/member-facets.ts';
import { findMember } from '#server/members/member-store.ts';
import { freshDatabase, testEngines } from '#tests/helpers/engines.ts';
import { migrate, migratorOn, schemaState } from './migrate.ts';
import { openStore } from './open.ts';

const folder = new URL('./migrations/', import.meta.url);
const files = readdirSync(folder);
const versions = files.filter((name) => /^\d{4}-/.test(name)).map((name) => name.replace('.ts', ''));

/** The imports of a file, static or dynamic. */
function importsOf(source: string): string[] {
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, name = '']) => name);
}

describe('a migration', () => {
  it.each(files)('%s imports only kysely and its own folder', (name) => {
    const source = readFileSync(new URL(name, folder), 'utf8');
    for (const imported of importsOf(source)) expect(imported).toMatch(/^(kysely|\.\/[\w-]+\.ts)$/);
  });

  it('importing anything else would be detected', () => {
    const ways = ["import { a } from '../open.ts';", "import '#server/b.ts';", "await import('../c.ts')"];
    expect(ways.flatMap(importsOf)).toEqual(['../open.ts', '#server/b.ts', '../c.ts']);
  });
});

const record = {
  uid: 'a',
  fullName: 'Siobhán O’Brien',
  email: 'siobhan@students.example',
  studentId: '1SD22CS045',
  department: 'Civil Engineering',
  yearOfStudy: 2,
  contactNumber: '9876543210',
  createdAt: '2026-09-01T09:30:00.000Z',
  updatedAt: '2026-09-02T09:30:00.000Z',
  registrationComplete: 1,
  developmentTrack: 'web',
  trackUpdatedAt: '2026-09-02T09:30:00.000Z',
  taskCompleted: 1,
  taskCompletedAt: '2026-09-03T09:30:00.000Z',
  githubLink: 'https://github.com/siobhan/weather-app',
  projectDescription: 'Weather.',
  submittedAt: '2026-09-04T09:30:00.000Z',
  submissionReviewed: 1,
  graded: 0,
};

type AnyTables = Record<string, Record<string, unknown>>;
type Rows = Record<string, Record<string, unknown>>;

const cohort = 'web/2/4/1/1/0/Civil Engineering';
const facet = {
  track: 'web',
  yearOfStudy: 2,
  department: 'Civil Engineering',
  step: 4,
  submitted: 1,
  reviewed: 1,
  graded: 0,
  members: 1,
};
const listColumns = { nameKey: 'siobhan o’brien', searchText: ' siobhan o’brien brien' };

const searchText =
  ' siobhan obrien brien students example 1sd22cs045 sd22cs045 22cs045 cs045 045 weatherapp app';

/** A row for each table, as the former version wrote it. */
function rowsOf(version: number): Rows {
  const now = '2026-09-01T09:30:00.000Z';
  const times = { createdAt: now, updatedAt: now };
  const account = {
    id: 'x',
    accountId: 'a',
    providerId: 'credential',
    userId: 'a',
    password: 'hash',
    ...times,
  };
  const session = { id: 's', token: 't', userId: 'a', expiresAt: now, ...times };
  return {
    user: { id: 'a', name: 'Siobhán', email: record.email, emailVerified: false, ...times },
    account,
    session,
    verification: { id: 'v', identifier: 'reset', value: 'a', expiresAt: now, ...times },
    ...(version >= 2 && {
      members: {
        ...record,
        ...(version >= 5 && { ...listColumns, [version >= 8 ? 'facet' : 'cohort']: cohort }),
        ...(version >= 8 && { searchText }),
        ...(version >= 14 && { repository: 'siobhan/weather-app' }),
      },
      changes: { uid: 'a', actor: 'a', kind: 'registered', at: record.createdAt, fields: '{}' },
    }),
    ...(version >= 3 && {
      form_submissions: { id: 'f', formId: 'contact', receivedAt: record.createdAt, fields: '{"name":"A"}' },
      test_node: { id: 1, message: 'm', timestamp: record.createdAt },
      rate_limits: { key: 'k', points: 1, expire: 5 },
    }),
    ...(version >= 4 && {
      mail_outbox: {
        id: 'm',
        kind: 'reset',
        to: record.email,
        subject: 's',
        createdAt: record.createdAt,
        notBefore: record.createdAt,
      },
    }),
    ...(version >= 5 && {
      registration_days: { day: '2026-09-01', members: 1 },
      admin_visits: { uid: 'a', seq: 1, at: record.createdAt },
    }),
    ...(version >= 5 &&
      version < 8 && {
        member_terms: { entry: 'siobhan a', uid: 'a' },
        member_counts: { cohort, ...facet },
      }),
    ...(version >= 8 && { member_facets: { facet: cohort, ...facet } }),
    ...(version >= 10 && {
      known_devices: { id: 'd', uid: 'a', lastUsedAt: record.createdAt },
      former_emails: { uid: 'a', email: 'former@b.co', since: record.createdAt, until: record.submittedAt },
    }),
    ...(version >= 12 && {
      imports: { id: 'i', at: record.createdAt },
      password_keys: { id: 'p', sealed: 'sealed' },
    }),
    ...(version >= 13 && { portal_state: { name: 'n', value: '{}' } }),
    ...(version >= 14 && {
      reviews: { id: 'r', uid: 'a', submittedAt: record.submittedAt, note: 'n', savedAt: now },
      review_snippets: { id: 'q', text: 'Well done.', createdAt: now },
    }),
    ...(version >= 15 && {
      review_mails: { uid: 'a', dueAt: now },
      review_mail_optouts: { uid: 'a', at: now },
      review_waits: { id: 'a', uid: 'a', reviewedAt: now, seconds: 60 },
      saved_views: { id: 'v', uid: 'a', list: 'users', name: 'Web', query: 'track=web' },
    }),
  };
}

/** A row in a form that is equal on both engines, which store times and booleans of account tables differently. */
function portable(row: Record<string, unknown>): Record<string, unknown> {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : typeof value === 'boolean' ? Number(value) : value,
  ]);
  return Object.fromEntries(values);
}

/** Tables whose rows a migration drops or computes again, with its number. */
const rowsReplacedBy: Record<string, number> = { member_terms: 8, member_counts: 8, rate_limits: 9 };

const formerVersions = versions.slice(0, -1);

describe.each(testEngines)('a database (%s)', (engine) => {
  it('applies every migration file', async () => {
    const store = await openStore(await freshDatabase(engine));
    try {
      expect((await schemaState(store.db)).applied).toEqual(versions);
    } finally {
      await store.close();
    }
  });

  it.each(formerVersions)('of version %s keeps its data through every later migration', async (version) => {
    const store = await openStore(await freshDatabase(engine, 'empty'));
    try {
      await store.exclusiveTransaction(async (trx) => {
        const { error } = await migratorOn(trx, engine).migrateTo(version);
        if (error) throw error;
      });
      const db = store.db as unknown as Kysely<AnyTables>;
      const number = Number.parseInt(version, 10);
      const former = rowsOf(number);
      for (const [table, row] of Object.entries(former)) await db.insertInto(table).values(row).execute();

      await migrate(store);

      for (const [table, row] of Object.entries(former)) {
        if (number < (rowsReplacedBy[table] ?? 0)) continue;
        const [kept = {}] = await db.selectFrom(table).selectAll().execute();
        expect(portable(kept)).toMatchObject(portable(table === 'members' ? record : row));
      }
      if (!('members' in former)) return;
      const whole = await findMember(store.db, 'a');
      expect(whole).toMatchObject({ fullName: record.fullName, submissionReviewed: true });
      for (const q of ["o'brien", '1sd22', 'weather-app']) {
        const query = memberListQuery.parse({ q, step: '4', track: 'web' });
        expect(await listMembers(store.db, query)).toMatchObject({ total: 1, members: [{ uid: 'a' }] });
      }
      // Counts are derived by today's code; a former version's may differ until the last migration.
      expect(await findCountFaults(store.db)).toEqual([]);
    } finally {
      await store.close();
    }
  });

  it('of version 0009 keeps the oldest link of each account and address that restores an address', async () => {
    const store = await openStore(await freshDatabase(engine, 'empty'));
    try {
      await store.exclusiveTransaction(async (trx) => {
        const { error } = await migratorOn(trx, engine).migrateTo('0009-hashed-limit-keys');
        if (error) throw error;
      });
      const db = store.db as unknown as Kysely<AnyTables>;
      const [now, later] = ['2026-09-01T09:30:00.000Z', '2026-09-08T09:30:00.000Z'];
      const times = { createdAt: now, updatedAt: now };
      for (const id of ['a', 'b', 'c']) {
        const account = { id, name: id, email: `${id}@b.co`, emailVerified: false, ...times };
        await db.insertInto('user').values(account).execute();
      }
      const links = [
        { uid: 'a', email: 'x@b.co' },
        { uid: 'a', email: 'y@b.co' },
        { uid: 'b', email: 'x@b.co' },
        { uid: 'c', email: 'z@b.co' },
        { uid: 'removed', email: 'w@b.co' },
      ];
      for (const [index, link] of links.entries()) {
        const createdAt = `2026-09-01T09:3${index}:00.000Z`;
        const row = { id: `v${index}`, identifier: `restore-email:${index}`, value: JSON.stringify(link) };
        await db
          .insertInto('verification')
          .values({ ...row, createdAt, updatedAt: createdAt, expiresAt: later })
          .execute();
      }

      await migrate(store);

      const former = await store.db.selectFrom('former_emails').selectAll().orderBy('uid').execute();
      const rest = { until: later, contestedFrom: null };
      expect(former).toEqual([
        { uid: 'a', email: 'x@b.co', since: now, ...rest },
        { uid: 'c', email: 'z@b.co', since: '2026-09-01T09:33:00.000Z', ...rest },
      ]);
      const kept = await store.db.selectFrom('verification').select(['id', 'value']).orderBy('id').execute();
      expect(kept).toEqual([
        { id: 'v0', value: 'restore:a' },
        { id: 'v3', value: 'restore:c' },
      ]);
    } finally {
      await store.close();
    }
  });
});
