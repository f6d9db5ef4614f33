import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createHashQueue, hashesAtOnce } from './accounts/hash-queue.ts';
import { createImportedPasswords } from './accounts/imported-passwords.ts';
import { createKnownDevices } from './accounts/known-devices.ts';
import { createPasswords, type Passwords } from './accounts/passwords.ts';
import { createSessions } from './accounts/sessions.ts';
import { type ByteBounds, streamBounds } from './config/bounds.ts';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/config-variables.ts';
import { type Content, contentFolder, loadContent } from './config/content.ts';
import type { Deps } from './deps.ts';
import { composeGroupMail } from './group-messages/group-mails.ts';
import { composeReminder } from './group-messages/reminders.ts';
import { createLimits } from './limits/limits.ts';
import { createStreams, type StreamBounds } from './live/streams.ts';
import type { Log } from './log/log.ts';
import type { Composers } from './mail/mail.ts';
import { createOutbox } from './mail/outbox.ts';
import { createMailTransport, type MailTransport } from './mail/transports.ts';
import { createBackground } from './operations/background.ts';
import { builtClient } from './pages/built-client.ts';
import { composeResultMail } from './results/result-mails.ts';
import { composeReviewMail } from './reviews/review-mails.ts';
import { requireLogo } from './settings/logo.ts';
import { pageTexts } from './settings/page-texts.ts';
import { createSettings } from './settings/settings.ts';
import type { Store } from './store/open.ts';

const clientFolder = join(import.meta.dirname, '..', 'dist');

/** Parts that a test replaces. */
interface Parts {
  passwords?: Passwords | undefined;
  streamLimits?: StreamBounds | undefined;
  byteLimits?: ByteBounds | undefined;
  transport?: MailTransport | undefined;
}

/** Creates the server's parts on an open, migrated store. Mail is queued until `outbox.start()`. */
export function compose(
  config: Config,
  log: Log,
  store: Store,
  content: Content = loadContent(contentFolder),
  {
    passwords = boundedPasswords(config, log, store),
    streamLimits = streamBounds,
    byteLimits,
    transport = createMailTransport(config),
  }: Parts = {},
): Deps {
  requireContactForm(config, content);
  requireLogo(content.club);
  const sessions = createSessions(store, config);
  const outbox = createOutbox({
    ...{ store, log, bulkPerDay: () => config.bulkMailPerDay },
    composers: mailComposers(config, content),
    transport,
  });
  const bounds = config.rateLimit ? streamLimits : { account: Infinity, address: Infinity, total: Infinity };
  const streams = createStreams({ store, sessions, log, bounds });
  const counters = { db: store.counters, secret: config.authSecret };
  const limits = createLimits(config.rateLimit ? counters : null, byteLimits);
  return {
    config,
    log,
    store,
    passwords,
    devices: createKnownDevices(config),
    sessions,
    limits,
    outbox,
    content,
    settings: createSettings({ store, config, content, log }),
    background: createBackground(log),
    streams,
    client: builtClient(clientFolder, pageTexts({ config, content }), log),
  };
}

/** Composes the mails whose text depends on the moment. */
export function mailComposers(config: Config, content: Content): Composers {
  const deps = { config, content };
  return {
    result: (db, uid, topic) => composeResultMail(deps, db, uid, topic),
    review: (db, uid) => composeReviewMail(deps, db, uid),
    'group-message': (db, uid, topic) => composeGroupMail(deps, db, uid, topic),
    reminder: (db, uid, topic) => composeReminder(deps, db, uid, topic),
  };
}

function boundedPasswords({ threadPoolSize, authSecret }: Config, log: Log, { db }: Store): Passwords {
  const queue = createHashQueue({ atOnce: hashesAtOnce(threadPoolSize, availableParallelism()) });
  return createPasswords(queue, createImportedPasswords(db, authSecret, log));
}

/** If the portal itself receives the contact form, the form must be configured. */
export function requireContactForm({ formEndpoint, contactFormId }: Config, { forms }: Content): void {
  const known = forms.forms.map(({ id }) => id);
  if (formEndpoint || known.includes(contactFormId)) return;
  throw new ConfigError(`CONTACT_FORM_ID must be a form of content/forms.json: ${known.join(', ')}`);
}
