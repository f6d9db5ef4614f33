import type { Server } from 'node:http';
import { ensureAdministrator } from './accounts/administrator.ts';
import { buildApp } from './app.ts';
import { compose, contentFolder } from './compose.ts';
import { ConfigError, readConfig } from './config.ts';
import { ContentError, loadContent } from './content.ts';
import type { Deps } from './deps.ts';
import { drain, listen } from './http/listener.ts';
import { createLog } from './log.ts';
import { startHousekeeping } from './operations/housekeeping.ts';
import { releaseStartUpMemory } from './operations/start-up-memory.ts';
import { migrate } from './store/migrate.ts';
import { openStore } from './store/open.ts';

/** How long a stop waits for requests under way, and how long it takes at most, in milliseconds. */
const drainLimit = 8_000;
const stopLimit = 10_000;

try {
  await start();
} catch (error) {
  // A wrong setting or content file is the operator's to mend: one line, no stack.
  const expected = error instanceof ConfigError || error instanceof ContentError;
  process.stderr.write(`${expected ? error.message : `could not start: ${reasonOf(error)}`}\n`);
  process.exitCode = 1;
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const content = loadContent(contentFolder);
  const log = createLog(config.logLevel);
  const store = openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    onConnectionError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  await migrate(store);
  const administrator = await ensureAdministrator(store, config);
  const deps = compose(config, log, store, content);
  const server = await listen(buildApp(deps).fetch, config);
  deps.outbox.start();
  const stopHousekeeping = startHousekeeping(deps);
  if (!config.rateLimit) log.warn('RATE_LIMIT is off: fit for load tests only');
  log.info({ address: config.portalUrl, engine: store.engine }, 'listening');
  announce(config.portalUrl, administrator);
  releaseStartUpMemory();
  stopOnSignal(server, deps, stopHousekeeping);
}

/** For the person at the terminal: where the portal is, and once, how its administrator signs in. */
function announce(address: string, administrator: { email: string; password: string } | null): void {
  const lines = [`SDC Portal: ${address}`];
  if (administrator) {
    lines.push(`Administrator: ${administrator.email}`, `Password (shown once): ${administrator.password}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function stopOnSignal(
  server: Server,
  { log, outbox, background, streams, store }: Deps,
  stopHousekeeping: () => void,
): void {
  let stopping = false;
  async function stop(signal: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const timer = setTimeout(() => process.exit(1), stopLimit);
    timer.unref();
    // Streams never end by themselves; their readers come back to another process, or to the next one.
    streams.close();
    stopHousekeeping();
    await Promise.all([drain(server, drainLimit), outbox.stop()]);
    await background.idle();
    await store.close();
    log.info('stopped');
  }
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
