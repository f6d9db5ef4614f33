import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { type ChangedFields, changedFields, clubScope, undoMessages } from '#domain/changes.ts';
import {
  isSettingsPart,
  type SettingsAnswer,
  type SettingsPart,
  settingsRule,
  settingsTexts,
} from '#domain/settings.ts';
import { check } from '#domain/validation.ts';
import { type Content, partsOf } from '#server/config/content.ts';
import { Refusal, staleVersion } from '#server/http/refusal.ts';
import { unpark } from '#server/mail/parking.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { forgetState } from '#server/store/portal-state.ts';
import type { SealedState } from '#server/store/sealed-state.ts';
import type { Tables } from '#server/store/tables.ts';

/** A part as it is stored, or its default. */
export async function readPart(db: Db, content: Content, part: SettingsPart): Promise<SettingsAnswer> {
  const row = await db.selectFrom('settings').selectAll().where('part', '=', part).executeTakeFirst();
  const value = row ? settingsRule(part).safeParse(JSON.parse(row.value)).data : undefined;
  return { value: value ?? partsOf(content)[part], version: row?.version ?? 0 };
}

/**
 * Saves a part. Throws 409 STALE_VERSION with the part as it is now, if it was saved since `version`. A value that changes
 * nothing is never stale: it has been saved, and the first answer was lost.
 */
export async function savePart(
  trx: Trx,
  content: Content,
  { part, value, version, actor }: SettingsAnswer & { part: SettingsPart; actor: string },
): Promise<SettingsAnswer> {
  await trx.changes.lock();
  const stored = await readPart(trx, content, part);
  const fields = changesBetween(part, stored.value, value);
  if (Object.keys(fields).length === 0) return stored;
  if (stored.version !== version) throw staleVersion(stored, settingsTexts.stale);
  return write(trx, { part, value, version: version + 1 }, { actor, fields });
}

interface GivenSecret<Owner> {
  authSecret: string;
  owner: Owner;
  text: string;
  actor: string;
}

/** Stores a secret of the settings. The history says that it changed. */
export async function saveSecret<Owner>(
  trx: Trx,
  sealed: SealedState<Owner>,
  { authSecret, owner, text, actor }: GivenSecret<Owner>,
): Promise<void> {
  await sealed.store(trx, authSecret, owner, text);
  if (sealed.name === 'mail-password') await unpark(trx);
  else await forgetState(trx, 'provider-failed');
  await trx.changes.append({ uid: clubScope, actor, kind: `${sealed.name}-changed`, fields: {} });
}

/** Gives the fields of a change the values from before it. Throws 409 CHANGED_SINCE if one has changed since. */
export async function revertPart(
  trx: Trx,
  actor: string,
  { seq, fields: logged }: Selectable<Tables['changes']>,
): Promise<number> {
  const changed = changedFields.parse(JSON.parse(logged));
  const part = Object.keys(changed)[0]?.split('.')[0] ?? '';
  const row = await trx.selectFrom('settings').selectAll().where('part', '=', part).executeTakeFirst();
  if (!row || !isSettingsPart(part)) throw new Refusal(409, 'CHANGED_SINCE', undoMessages.changedSince);
  const value: Record<string, unknown> = JSON.parse(row.value);
  const fields: ChangedFields = {};
  for (const [name, { old, new: given }] of Object.entries(changed)) {
    const key = name.slice(part.length + 1);
    if (!isDeepStrictEqual(value[key] ?? null, given))
      throw new Refusal(409, 'CHANGED_SINCE', undoMessages.changedSince);
    fields[name] = { old: given, new: old };
    value[key] = old;
  }
  const checked = check(settingsRule(part), JSON.parse(JSON.stringify(value)));
  if (!checked.ok) throw new Refusal(409, 'NOT_UNDOABLE', undoMessages.notUndoable);
  await write(trx, { part, value: checked.value, version: row.version + 1 }, { actor, fields, undoes: seq });
  return 1;
}

async function write(
  trx: Trx,
  { part, value, version }: SettingsAnswer & { part: SettingsPart },
  change: { actor: string; fields: ChangedFields; undoes?: number },
): Promise<SettingsAnswer> {
  const row = { value: JSON.stringify(value), version };
  await trx
    .insertInto('settings')
    .values({ part, ...row })
    .onConflict((conflict) => conflict.column('part').doUpdateSet(row))
    .execute();
  // Mails that wait for the mail server are sent with the new settings.
  if (part === 'mail') await unpark(trx);
  await trx.changes.append({ ...change, uid: clubScope, kind: 'settings-changed' });
  return { value, version };
}

/** The fields of a part that differ, with null for a missing value, under names such as `club.shortName`. */
function changesBetween(part: SettingsPart, before: object, after: object): ChangedFields {
  const [old, given]: Record<string, unknown>[] = [{ ...before }, { ...after }];
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(given ?? {})])];
  const differing = names.filter((name) => !isDeepStrictEqual(old?.[name], given?.[name]));
  return Object.fromEntries(
    differing.map((name) => [`${part}.${name}`, { old: old?.[name] ?? null, new: given?.[name] ?? null }]),
  );
}
