import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { freshDatabase, storeAt, testEngines } from '#tests/helpers/engines.ts';
import { migrate } from './migrate.ts';

/** Queries work without them, only slowly, so that no other test would miss one. */
const indexes = [
  'account_imported_password',
  'account_userId',
  'bulk_mails_bulk',
  'bulk_mails_due',
  'bulk_mails_uid',
  'changes_batch',
  'changes_kind',
  'changes_uid',
  'changes_undoes',
  'form_submissions_memberUid',
  'form_submissions_receivedAt',
  'form_submissions_unread',
  'group_message_recipients_names',
  'group_message_recipients_uid',
  'group_messages_sentAt',
  'imported_accounts_sourceUid',
  'known_devices_uid',
  'mail_optouts_uid',
  'mail_outbox_bulk',
  'mail_outbox_waiting',
  'members_by_createdAt',
  'members_by_submittedAt',
  'members_progress',
  'members_repository',
  'members_studentIdKey',
  'outcome_changes_seq',
  'outcome_changes_uid',
  'rate_limits_expire',
  'review_mails_dueAt',
  'review_waits_reviewedAt',
  'review_waits_uid',
  'session_userId',
  'verification_identifier',
  'verification_value',
];

/** Of keys and unique columns: the engines name them differently. */
const ofConstraints = {
  sqlite: /^sqlite_autoindex_/,
  postgres: /_p?key$|^reviews_submission$/,
};
const catalog = {
  sqlite: sql<{ name: string }>`select name from sqlite_master where type = 'index'`,
  postgres: sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public'`,
};

describe.each(testEngines)('a migrated database (%s)', (engine) => {
  it('has every index', async () => {
    const store = storeAt(await freshDatabase(engine, 'empty'));
    await migrate(store);
    const { rows } = await catalog[engine].execute(store.db);
    const names = rows.map(({ name }) => name).filter((name) => !ofConstraints[engine].test(name));
    expect(names.sort()).toEqual(indexes);
  });
});
