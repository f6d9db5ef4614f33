import { join } from 'node:path';
import { createAuth } from './accounts/auth.ts';
import { createSessions } from './accounts/sessions.ts';
import { type Config, ConfigError } from './config.ts';
import { type Content, loadContent } from './content.ts';
import type { Deps } from './deps.ts';
import { createMetrics } from './http/metrics.ts';
import { createLimits } from './limits/limits.ts';
import { createStreams } from './live/streams.ts';
import type { Log } from './log.ts';
import { createOutbox } from './mail/outbox.ts';
import { createMailTransport } from './mail/transports.ts';
import { createBackground } from './operations/background.ts';
import { builtClient } from './pages/built-client.ts';
import type { Store } from './store/open.ts';

/** The built client's folder, beside the server's. */
export const clientFolder = join(import.meta.dirname, '..', 'dist');

/** What the club edits. */
export const contentFolder = join(import.meta.dirname, '..', 'content');

/** How many pages that follow changes one person may have open: enough for any desk, not for a script. */
const streamsPerAccount = 32;

/** Puts the parts together on an open, migrated store. Mails wait in line until `outbox.start()`. */
export function compose(
  config: Config,
  log: Log,
  store: Store,
  content: Content = loadContent(contentFolder),
): Deps {
  requireContactForm(config, content);
  const sessions = createSessions(store, config);
  const outbox = createOutbox({ db: store.db, transport: createMailTransport(config, log), log });
  const perAccount = config.rateLimit ? streamsPerAccount : Infinity;
  const streams = createStreams({ store, sessions, log, perAccount });
  return {
    config,
    log,
    store,
    auth: createAuth({ config, store, log, outbox, club: content.club }),
    sessions,
    limits: createLimits(store.db, config.rateLimit),
    outbox,
    content,
    background: createBackground(log),
    streams,
    metrics: config.metricsToken === undefined ? null : createMetrics({ store, streams }),
    client: builtClient(clientFolder),
  };
}

/** Where the portal's own form service takes the contact form, that form must be there. */
function requireContactForm({ formEndpoint, contactFormId }: Config, { forms }: Content): void {
  const known = forms.forms.map(({ id }) => id);
  if (formEndpoint || known.includes(contactFormId)) return;
  throw new ConfigError(`CONTACT_FORM_ID must be a form of content/forms.json: ${known.join(', ')}`);
}
