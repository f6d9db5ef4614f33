import { useCallback, useMemo } from 'react';
import {
  type FilterName,
  type ListPreset,
  type ListView,
  readView,
  unfiltered,
  writeView,
} from '#client/features/members/filters/list-view.ts';
import { useUrlState } from '#client/lib/use-url-state.ts';

export type Filters = Partial<Record<FilterName, string>>;

export interface ListViewControl {
  view: ListView;
  /** Changes search or order. */
  change: (part: Pick<Partial<ListView>, 'q' | 'sort' | 'dir'>) => void;
  /** Sets filters to texts as in an address; an empty one removes its filter. */
  filter: (filters: Filters) => void;
  /** Removes search and filters, and sets the given ones. */
  show: (filters: Filters) => void;
}

/** The view in the page's address, which can be bookmarked, and how to change it. */
export function useListView(preset: ListPreset): ListViewControl {
  const { search, update: change } = useUrlState();
  const view = useMemo(() => readView(search, preset), [search, preset]);

  const update = useCallback(
    // Back does not undo a filter.
    (next: (now: URLSearchParams) => URLSearchParams) => change(next, { replace: true }),
    [change],
  );

  return useMemo(
    () => ({
      view,
      change: (part) => update((now) => writeView(now, { ...readView(now, preset), ...part }, preset)),
      filter: (filters) => update((now) => withFilters(now, filters)),
      show: (filters) =>
        update((now) =>
          withFilters(writeView(now, unfiltered(readView(now, preset), preset), preset), filters),
        ),
    }),
    [view, update, preset],
  );
}

function withFilters(search: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, text] of Object.entries(filters)) {
    if (text) next.set(name, text);
    else next.delete(name);
  }
  return next;
}
