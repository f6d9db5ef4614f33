import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import type { Limits } from '#server/limits/limits.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Store } from '#server/store/open.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';

/** The parts of the portal that the accounts use. */
export interface AccountDeps {
  /** Work that continues after the response. */
  background: { run(name: string, work: () => Promise<unknown>, delay?: number): void };
  /** The build that this process serves. */
  client: { current(): Promise<{ id: string }> };
  config: Config;
  content: Content;
  devices: KnownDevices;
  limits: Limits;
  outbox: Outbox;
  passwords: Passwords;
  sessions: Sessions;
  store: Store;
}
