import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long after the start, in milliseconds: the first visitors come before the tidying. */
const afterStart = 1_000;

/**
 * Gives back what loading the program has left over, about a quarter of the memory of an idle portal: V8 keeps it
 * in case it comes in useful, and an idle portal would never need it. Files compiled for the first time are kept
 * for the next start, where NODE_COMPILE_CACHE names a folder.
 */
export function releaseStartUpMemory(): void {
  setTimeout(() => {
    flushCompileCache();
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' });
  }, afterStart).unref();
}
