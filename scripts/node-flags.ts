/**
 * Node's flags for a portal in use: here, in deploy/Dockerfile and in the units. V8 would
 * let its space for new objects grow to 64 MB as streams open, and keep it; this limits it to 24 MB
 * (docs/decisions/memory.md). tests/deploy.test.ts compares the places.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=8'];

/**
 * Variables of the process, set where `nodeFlags` are. Password hashes take up to 4 threads of Node's pool
 * (server/accounts/hash-queue.ts); the others stay for files, names and mail. With more than one arena, glibc keeps the
 * memory of a hash for every thread that has ever computed one (docs/performance.md, "The orientation hour").
 */
export const processVariables = { UV_THREADPOOL_SIZE: '8', MALLOC_ARENA_MAX: '1' };
