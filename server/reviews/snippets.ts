import { randomBytes } from 'node:crypto';
import { staffScope } from '#domain/changes.ts';
import { reviewLimits, type Snippet, type SnippetKind } from '#domain/review.ts';
import { reviewRefusals } from '#domain/review-texts.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';

/** The saved texts of a kind, newest first, so that those which every club begins with come last. */
export function listSnippets(db: Db, kind: SnippetKind): Promise<Snippet[]> {
  return db
    .selectFrom('review_snippets')
    .select(['id', 'text'])
    .where('kind', '=', kind)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

/** Saves a text, in the place of another if it names one that is still there. Throws 409 TOO_MANY_SNIPPETS. */
export async function addSnippet(
  store: Store,
  actor: string,
  { kind, text, replaces }: { kind: SnippetKind; text: string; replaces?: string | undefined },
): Promise<Snippet[]> {
  return store.change(async (trx) => {
    const now = new Date().toISOString();
    const replaced = replaces && (await removeSnippet(trx, { kind, id: replaces }));
    if ((await listSnippets(trx, kind)).length >= reviewLimits.snippets) {
      throw new Refusal(409, 'TOO_MANY_SNIPPETS', reviewRefusals.tooManySnippets);
    }
    const id = randomBytes(12).toString('base64url');
    const createdAt = replaced ? replaced.createdAt : now;
    await trx.insertInto('review_snippets').values({ id, kind, text, createdAt }).execute();
    await notifyPages(trx, actor, now);
    return listSnippets(trx, kind);
  });
}

/** Throws 404 NOT_FOUND. */
export async function deleteSnippet(
  store: Store,
  actor: string,
  { kind, id }: { kind: SnippetKind; id: string },
): Promise<Snippet[]> {
  return store.transact(async (trx) => {
    if (!(await removeSnippet(trx, { kind, id })))
      throw new Refusal(404, 'NOT_FOUND', reviewRefusals.snippetMissing);
    await notifyPages(trx, actor, new Date().toISOString());
    return listSnippets(trx, kind);
  });
}

function removeSnippet(trx: Trx, { kind, id }: { kind: SnippetKind; id: string }) {
  return trx
    .deleteFrom('review_snippets')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .returning('createdAt')
    .executeTakeFirst();
}

function notifyPages(trx: Trx, actor: string, at: string): Promise<void> {
  const fields = { changedAt: { old: null, new: at } };
  return trx.changes.append({ uid: staffScope, actor, kind: 'snippets-changed', at, fields });
}
