import type { Kysely } from 'kysely';
import { accountBoolean, accountTime, type Engine, text } from './columns.ts';

/** better-auth's four tables, as its documentation gives them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const time = accountTime(engine);
  const string = text(engine);

  await db.schema
    .createTable('user')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('name', string, (column) => column.notNull())
    .addColumn('email', string, (column) => column.notNull().unique())
    .addColumn('emailVerified', accountBoolean(engine), (column) => column.notNull())
    .addColumn('image', string)
    .addColumn('createdAt', time, (column) => column.notNull())
    .addColumn('updatedAt', time, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('session')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('expiresAt', time, (column) => column.notNull())
    .addColumn('token', string, (column) => column.notNull().unique())
    .addColumn('createdAt', time, (column) => column.notNull())
    .addColumn('updatedAt', time, (column) => column.notNull())
    .addColumn('ipAddress', string)
    .addColumn('userAgent', string)
    .addColumn('userId', string, (column) => column.notNull().references('user.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('session_userId').on('session').column('userId').execute();

  await db.schema
    .createTable('account')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('accountId', string, (column) => column.notNull())
    .addColumn('providerId', string, (column) => column.notNull())
    .addColumn('userId', string, (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('accessToken', string)
    .addColumn('refreshToken', string)
    .addColumn('idToken', string)
    .addColumn('accessTokenExpiresAt', time)
    .addColumn('refreshTokenExpiresAt', time)
    .addColumn('scope', string)
    .addColumn('password', string)
    .addColumn('createdAt', time, (column) => column.notNull())
    .addColumn('updatedAt', time, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('account_userId').on('account').column('userId').execute();

  await db.schema
    .createTable('verification')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('identifier', string, (column) => column.notNull())
    .addColumn('value', string, (column) => column.notNull())
    .addColumn('expiresAt', time, (column) => column.notNull())
    .addColumn('createdAt', time, (column) => column.notNull())
    .addColumn('updatedAt', time, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('verification_identifier').on('verification').column('identifier').execute();
  await db.schema.createIndex('verification_value').on('verification').column('value').execute();
}
