import { seal, unseal } from '#server/config/sealed-text.ts';
import type { Db } from './open.ts';
import { forgetState, readState, writeState } from './portal-state.ts';

/**
 * A secret in the portal's state that belongs to one owner, such as a user of one server: another one never gets it, and
 * somebody with only the database cannot read it.
 */
export function sealedState<Owner>(
  name: 'mail-password' | 'provider-secret',
  purpose: string,
  nameOf: (owner: Owner) => string,
) {
  return {
    name,
    /** In the transaction of the caller; an empty text removes it. */
    async store(db: Db, secret: string, owner: Owner, text: string): Promise<void> {
      if (text === '') return forgetState(db, name);
      await writeState(db, name, { sealed: seal({ secret, purpose, about: nameOf(owner) }, text) });
    },
    /** Null if none is stored for this owner, or if it was stored with another secret of the portal. */
    async read(db: Db, secret: string | undefined, owner: Owner): Promise<string | null> {
      const stored = await readState(db, name);
      if (!stored || secret === undefined) return null;
      return unseal({ secret, purpose, about: nameOf(owner) }, stored.sealed);
    },
  };
}
export type SealedState<Owner> = ReturnType<typeof sealedState<Owner>>;
