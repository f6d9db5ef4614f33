import { randomBytes } from 'node:crypto';
import {
  type NewSavedView,
  type SavedView,
  savedViewLimits,
  savedViewTexts,
  viewLists,
} from '#domain/saved-views.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db, Store } from '#server/store/open.ts';

/** An administrator's saved views, by name. */
export async function listSavedViews(db: Db, uid: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .select(['id', 'list', 'name', 'query'])
    .where('uid', '=', uid)
    .orderBy('name')
    .orderBy('list')
    .execute();
  return rows.flatMap(({ list: stored, ...row }) => {
    const list = viewLists.find((name) => name === stored);
    return list ? [{ ...row, list }] : [];
  });
}

/** Saves a view, in place of one of the same name. Throws 409 TOO_MANY_VIEWS. */
export function saveView(
  store: Store,
  uid: string,
  { list, name, query }: NewSavedView,
): Promise<SavedView[]> {
  return store.transact(async (trx) => {
    await trx.changes.lock();
    const id = randomBytes(12).toString('base64url');
    await trx
      .insertInto('saved_views')
      .values({ id, uid, list, name, query })
      .onConflict((conflict) => conflict.columns(['uid', 'list', 'name']).doUpdateSet({ query }))
      .execute();
    const views = await listSavedViews(trx, uid);
    if (views.length > savedViewLimits.views)
      throw new Refusal(409, 'TOO_MANY_VIEWS', savedViewTexts.tooMany);
    return views;
  });
}

/** Throws 404 NOT_FOUND. */
export async function deleteView(db: Db, uid: string, id: string): Promise<SavedView[]> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal(404, 'NOT_FOUND', savedViewTexts.missing);
  return listSavedViews(db, uid);
}
