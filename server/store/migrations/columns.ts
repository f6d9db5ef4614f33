import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../open.ts';

/** Text that sorts by code point on both engines, whatever the PostgreSQL server's locale. */
export function text(engine: Engine): RawBuilder<unknown> {
  return engine === 'postgres' ? sql`text collate "C"` : sql`text`;
}

/** A time in better-auth's tables: it writes ISO text to SQLite and a timestamp to PostgreSQL. */
export function accountTime(engine: Engine): RawBuilder<unknown> {
  return engine === 'postgres' ? sql`timestamptz` : sql`text`;
}

/** A boolean in better-auth's tables. */
export function accountBoolean(engine: Engine): RawBuilder<unknown> {
  return engine === 'postgres' ? sql`boolean` : sql`integer`;
}

/** An ever-growing row number. */
export function sequence(engine: Engine): RawBuilder<unknown> {
  return engine === 'postgres'
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`;
}
