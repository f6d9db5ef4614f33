import { join } from 'node:path';
import { createAuth } from './accounts/auth.ts';
import { createSessions } from './accounts/sessions.ts';
import { createBackground } from './background.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { createLimits } from './limits/limits.ts';
import type { Log } from './log.ts';
import { createFileMailer } from './mail/mailer.ts';
import type { Store } from './store/open.ts';

/** The built client's folder, beside the server's. */
export const clientFolder = join(import.meta.dirname, '..', 'dist');

/** Puts the parts together on an open, migrated store. */
export function compose(config: Config, log: Log, store: Store): Deps {
  const mailer = createFileMailer(join(config.dataDir, 'outbox'), config.mailFrom);
  return {
    config,
    log,
    store,
    auth: createAuth({ config, store, log, mailer }),
    sessions: createSessions(store, config),
    limits: createLimits(store.db, config.rateLimit),
    mailer,
    background: createBackground(log),
    clientFolder,
  };
}
