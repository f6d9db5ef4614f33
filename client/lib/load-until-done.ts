const firstRetryMs = 2_000;
const maxRetryMs = 60_000;

/**
 * Loads a module that the page works without. A failed import is retried for as long as the page is open, because a
 * phone may lose the network just then and would otherwise stay without live updates or the offline notice.
 * @param signal ends the retries
 * @returns the module, or undefined if the signal was aborted first
 */
export async function loadUntilDone<T>(load: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  for (let delay = firstRetryMs; !signal?.aborted; delay = Math.min(delay * 2, maxRetryMs)) {
    try {
      const loaded = await load();
      return signal?.aborted ? undefined : loaded;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return undefined;
}
