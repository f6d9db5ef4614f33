import type { Server } from 'node:http';
import { ensureAdministrator } from './accounts/administrator.ts';
import { buildApp } from './app.ts';
import { compose } from './compose.ts';
import { type Config, readCommandConfig, readConfig, withPort } from './config/config.ts';
import { contentFolder, loadContent } from './config/content.ts';
import { release } from './config/release.ts';
import type { Deps } from './deps.ts';
import { createStartupGate, drain, listen, portOf } from './http/listener.ts';
import { captureConsole, createLog, type Log } from './log/log.ts';
import { announcement } from './operations/announcement.ts';
import { locationName } from './operations/data-location.ts';
import { becomeOwner } from './operations/data-owner.ts';
import { explain } from './operations/explain.ts';
import { startRepeatedWork } from './operations/repeated-work.ts';
import { recoverDataDir } from './operations/replace-database.ts';
import { releaseStartUpMemory } from './operations/start-up-memory.ts';
import { upgrade } from './operations/upgrade.ts';
import { moveSeasons } from './seasons/move-season.ts';
import { openStore, type Store } from './store/open.ts';
import { type DataLock, lockData } from './store/presence.ts';

/**
 * The times that a stop gives to passwords that wait to be hashed and to current requests, and its total limit, in
 * milliseconds.
 */
const hashLimit = 5_000;
const drainLimit = 8_000;
const stopLimit = 10_000;

const debug = process.argv.includes('--debug');
let place = 'the portal';
try {
  await start();
} catch (error) {
  const line = debug ? null : explain(error, place);
  process.stderr.write(`${line ?? `The portal could not start: ${traceOf(error)}`}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  becomeOwner(readCommandConfig(process.env).dataDir);
  const given = readConfig(process.env);
  place = locationName(given);
  const content = loadContent(contentFolder);
  const log = createLog(logLevel(given));
  captureConsole(log);
  const gate = createStartupGate();
  // Before the data is opened: if the port is taken, another portal may be running on the same data.
  const server = await listen(gate.fetch, given);
  const config = withPort(given, portOf(server));
  const { store, hold } = await openData(config, log);
  const setupToken = await ensureAdministrator(store, config);
  const deps = compose(config, log, store, content);
  await deps.settings.start();
  const announced = await announcement(config, store, setupToken);
  // A season that was cut off while it ended has ended before anybody is answered.
  await moveSeasons(deps);
  deps.outbox.start();
  startRepeatedWork(deps);
  // Before the first request is answered: without it a signal would end the process in the middle of one.
  stopOnSignal(server, deps, () => hold.release());
  gate.open(buildApp(deps).fetch);
  // Rendered before somebody asks for them.
  void deps.client.current().catch(() => {});
  if (!config.rateLimit) log.warn('RATE_LIMIT is off: fit for load tests only');
  log.info({ release, address: config.portalUrl, engine: store.engine }, 'listening');
  process.stdout.write(`${announced.join('\n')}\n`);
  releaseStartUpMemory();
}

/** Opens the database, excludes commands that need it exclusively, and migrates the schema. */
async function openData(config: Config, log: Log): Promise<{ store: Store; hold: DataLock }> {
  const options = {
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    onConnectionError: (error: Error) => log.warn({ err: error }, 'database connection lost'),
  };
  await recoverDataDir(config);
  const hold = await lockData(options, 'shared');
  const store = openStore(options);
  const backup = await upgrade(store, config);
  if (backup) log.info({ backup }, 'migrated, after a backup');
  return { store, hold };
}

/** A person at a terminal sees only warnings, unless LOG_LEVEL is set. */
function logLevel({ logLevel: level, setVariables }: Config): string {
  return process.stdout.isTTY && !setVariables.includes('LOG_LEVEL') ? 'warn' : level;
}

function stopOnSignal(
  server: Server,
  { log, outbox, background, passwords, streams, store }: Deps,
  release: () => Promise<void>,
): void {
  let stopping = false;
  async function stop(signal: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const timer = setTimeout(() => process.exit(1), stopLimit);
    timer.unref();
    // Streams never end by themselves; clients reconnect to another process or to the next one.
    streams.close();
    background.stop();
    const closing = setTimeout(() => passwords.close(), hashLimit);
    const [inTime] = await Promise.all([drain(server, drainLimit), outbox.stop()]);
    clearTimeout(closing);
    if (!inTime) log.warn({ afterMs: drainLimit }, 'requests were cut off');
    await background.idle();
    await release();
    await store.close();
    log.info('stopped');
  }
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
