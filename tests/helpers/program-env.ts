/**
 * Variables that a program started by a test inherits: its tools and folders, the compiled code of earlier programs, and
 * what `npm run soak` and JITTER set. The developer's own portal settings are left out.
 */
export function programEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, SOAK, JITTER, NODE_COMPILE_CACHE } = process.env;
  // Browser tests are in UTC too; the developer's zone would be in their pages.
  const kept = { PATH, HOME, TMPDIR, LANG, SOAK, JITTER, NODE_COMPILE_CACHE, TZ: 'UTC' };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value));
}
