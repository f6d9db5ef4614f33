import type { KnownDevices } from './accounts/known-devices.ts';
import type { Passwords } from './accounts/passwords.ts';
import type { Sessions } from './accounts/sessions.ts';
import type { Config } from './config/config.ts';
import type { Content } from './config/content.ts';
import type { Limits } from './limits/limits.ts';
import type { Streams } from './live/streams.ts';
import type { Log } from './log/log.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Background } from './operations/background.ts';
import type { BuiltClient } from './pages/built-client.ts';
import type { Settings } from './settings/settings.ts';
import type { Store } from './store/open.ts';

/** The dependencies of the HTTP surface. Tests build it with a scratch store. */
export interface Deps {
  config: Config;
  log: Log;
  store: Store;
  passwords: Passwords;
  devices: KnownDevices;
  sessions: Sessions;
  limits: Limits;
  outbox: Outbox;
  content: Content;
  settings: Settings;
  background: Background;
  streams: Streams;
  client: BuiltClient;
}
