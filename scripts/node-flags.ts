/**
 * What Node is told where a portal is started for use: here, in deploy/Dockerfile and in the units. V8 would
 * let its room for new objects grow to 64 MB as streams open, and keep it; this bounds it to 24 MB
 * (docs/decisions/0023). tests/deploy.test.ts holds the places to each other.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=8'];

/**
 * Threads of Node's pool, set where a portal is started, as `nodeFlags` are. Password hashes take up to 4 of them
 * (server/accounts/hash-queue.ts); the others stay for files, names and mail.
 */
export const threadPool = { UV_THREADPOOL_SIZE: '8' };
