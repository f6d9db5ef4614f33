import { join } from 'node:path';
import { createAuth } from './accounts/auth.ts';
import { createSessions } from './accounts/sessions.ts';
import { type Config, ConfigError } from './config.ts';
import { type Content, loadContent } from './content.ts';
import type { Deps } from './deps.ts';
import { streamBounds } from './limits/bounds.ts';
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
  const limits = createLimits({ db: store.db, secret: config.authSecret }, config.rateLimit);
  return {
    config,
    log,
    store,
    auth: createAuth({ config, store, log, outbox, limits, club: content.club }),
    sessions,
    limits,
    outbox,
    content,
    background: createBackground(log),
    streams: createStreams({
      store,
      sessions,
      log,
      bounds: config.rateLimit ? streamBounds : { account: Infinity, address: Infinity, total: Infinity },
    }),
    client: builtClient(clientFolder),
  };
}

/** Where the portal's own form service takes the contact form, that form must be there. */
function requireContactForm({ formEndpoint, contactFormId }: Config, { forms }: Content): void {
  const known = forms.forms.map(({ id }) => id);
  if (formEndpoint || known.includes(contactFormId)) return;
  throw new ConfigError(`CONTACT_FORM_ID must be a form of content/forms.json: ${known.join(', ')}`);
}
