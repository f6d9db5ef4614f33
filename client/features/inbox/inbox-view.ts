import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';
import { useUrlState } from '#client/lib/use-url-state.ts';
import { type InboxFilter, inboxFilter } from '#domain/form-inbox.ts';

const names = z.keyof(inboxFilter).options;
const nothing = inboxFilter.parse({});

/** Reads the filter from an address and ignores invalid parts. */
function readFilter(search: URLSearchParams): InboxFilter {
  const given = Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined]));
  const parsed = inboxFilter.safeParse(given);
  if (parsed.success) return parsed.data;
  const unfit = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return inboxFilter.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !unfit.has(name))));
}

/** The filter as a query string without its defaults. */
export function filterQuery(filter: InboxFilter): URLSearchParams {
  return new URLSearchParams(
    names.flatMap((name) => (filter[name] === nothing[name] ? [] : [[name, filter[name]]])),
  );
}

/** The state of the inbox in the page's address, and how to change it. */
export function useInboxView() {
  const { search, update } = useUrlState();
  const filter = useMemo(() => readFilter(search), [search]);
  const opened = search.get('message');

  const change = useCallback(
    (part: Partial<InboxFilter>) =>
      update(
        (now) => {
          const next = filterQuery({ ...readFilter(now), ...part });
          const message = now.get('message');
          if (message) next.set('message', message);
          return next;
        },
        // Back leaves the inbox instead of undoing a filter.
        { replace: true },
      ),
    [update],
  );

  /** The address of the same view with a message open, or with none. */
  function addressOf(message: string | null): string {
    const next = filterQuery(filter);
    if (message) next.set('message', message);
    return `?${next}`;
  }

  return { filter, opened, change, addressOf };
}
