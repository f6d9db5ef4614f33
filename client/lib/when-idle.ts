/**
 * Runs `work` once the browser has nothing more urgent to do, such as painting the page, and after `timeout` milliseconds
 * at the latest. Safari has no idle callbacks; there, it runs after a short while.
 * @returns a function that cancels it
 */
export function whenIdle(work: () => void, timeout = 2_000): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout });
  return () => cancelIdleCallback(handle);
}
