/**
 * Node's flags for a portal in use: here, in deploy/Dockerfile and in the units. V8 would
 * let its space for new objects grow to 64 MB as streams open, and keep it; this limits it to 24 MB
 * (docs/decisions/0023). tests/deploy.test.ts compares the places.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=8'];

/**
 * The size of Node's thread pool, set where `nodeFlags` are. Password hashes take up to 4 of them
 * (server/accounts/hash-queue.ts); the others stay for files, names and mail.
 */
export const threadPool = { UV_THREADPOOL_SIZE: '8' };
