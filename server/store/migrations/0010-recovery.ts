import type { Kysely } from 'kysely';
import { type Engine, text } from './columns.ts';

/** The rows of earlier tables that this step moves. */
interface Before {
  user: { id: string };
  verification: {
    id: string;
    identifier: string;
    value: string;
    createdAt: Date | string;
    expiresAt: Date | string;
  };
  former_emails: {
    uid: string;
    email: string;
    since: string;
    until: string;
    contestedFrom: number | null;
  };
}

/** The devices that have signed in to an account, and the address that can take an e-mail change back. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const string = text(engine);

  await db.schema
    .createTable('known_devices')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('uid', string, (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('lastUsedAt', string, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('known_devices_uid').on('known_devices').column('uid').execute();

  await db.schema
    .createTable('former_emails')
    .addColumn('uid', string, (column) => column.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('email', string, (column) => column.notNull().unique())
    .addColumn('since', string, (column) => column.notNull())
    .addColumn('until', string, (column) => column.notNull())
    .addColumn('contestedFrom', 'bigint')
    .execute();

  await moveRestoreLinks(db as Kysely<Before>);
}

/** Links that were mailed before named account and address in their value. The oldest of an account keeps its right. */
async function moveRestoreLinks(db: Kysely<Before>): Promise<void> {
  const links = await db
    .selectFrom('verification')
    .selectAll()
    .where('identifier', 'like', 'restore-email:%')
    .orderBy('createdAt')
    .execute();
  const uids = new Set<string>();
  const emails = new Set<string>();
  for (const link of links) {
    const { uid, email } = JSON.parse(link.value) as { uid: string; email: string };
    const known = await db.selectFrom('user').select('id').where('id', '=', uid).executeTakeFirst();
    if (!known || uids.has(uid) || emails.has(email)) {
      await db.deleteFrom('verification').where('id', '=', link.id).execute();
      continue;
    }
    uids.add(uid);
    emails.add(email);
    const since = new Date(link.createdAt).toISOString();
    const until = new Date(link.expiresAt).toISOString();
    await db.insertInto('former_emails').values({ uid, email, since, until, contestedFrom: null }).execute();
    await db
      .updateTable('verification')
      .set({ value: `restore:${uid}` })
      .where('id', '=', link.id)
      .execute();
  }
}
