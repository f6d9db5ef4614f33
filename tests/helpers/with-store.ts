import { openStore, type Store, type StoreOptions } from '#server/store/open.ts';

/** Opens a store for this work only, beside a portal that may be running. */
export async function withStore<T>(place: StoreOptions, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(place);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
