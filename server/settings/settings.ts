import { type SettingsPart, settingsPartNames, settingsParts } from '#domain/settings.ts';
import type { CommandConfig } from '#server/config/config.ts';
import {
  type Content,
  contentOf,
  describeIssue,
  describeIssues,
  partsOf,
  type SettingsParts,
} from '#server/config/content.ts';
import type { Log } from '#server/log/log.ts';
import { mailConfigOf, mailPassword } from '#server/mail/mail-config.ts';
import type { Store } from '#server/store/open.ts';

/** A stored part that does not fit its rule any more, in words for the administrator. The last good one is in use. */
export interface SettingsFault {
  part: SettingsPart;
  message: string;
}

export interface Settings {
  /** Reads the stored settings, and from then on after each change by any process. */
  start(): Promise<void>;
  /** Reads what has been saved. */
  refresh(): Promise<void>;
  readonly faults: readonly SettingsFault[];
  /** The parts that are in use for want of others. */
  readonly defaults: SettingsParts;
}

/** Keeps `content` and the mail server in `config` as the settings say: their own values are the defaults. */
export function createSettings({
  store,
  config,
  content,
  log,
}: {
  store: Pick<Store, 'db' | 'watchChanges'>;
  config: CommandConfig & { authSecret?: string };
  content: Content;
  log: Log;
}): Settings {
  const defaults = partsOf(content);
  const environment = { ...config };
  let faults: SettingsFault[] = [];
  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    const rows = await store.db.selectFrom('settings').selectAll().execute();
    const stored = new Map(rows.map(({ part, value }) => [part, value]));
    const current = partsOf(content);
    faults = [];
    const parts = Object.fromEntries(
      settingsPartNames.map((part) => {
        const text = stored.get(part);
        if (text === undefined) return [part, defaults[part]];
        const parsed = settingsParts[part].safeParse(JSON.parse(text), { error: describeIssue });
        if (parsed.success) return [part, parsed.data];
        const message = parsed.error.issues.flatMap(describeIssues).join('; ');
        log.warn({ part, message }, 'stored settings cannot be used');
        faults.push({ part, message });
        return [part, current[part]];
      }),
    ) as ReturnType<typeof partsOf>;
    if (JSON.stringify(parts) !== JSON.stringify(current)) Object.assign(content, contentOf(parts));
    const password = await mailPassword.read(store.db, config.authSecret, content.mail);
    const { secondFactor } = content.accounts;
    Object.assign(config, mailConfigOf(environment, content.mail, password), { secondFactor });
  }

  /** One after the other, so that an older answer does not replace a newer one. */
  function refresh(): Promise<void> {
    reading = reading.catch(() => {}).then(read);
    return reading;
  }

  return {
    async start() {
      await refresh();
      await store.watchChanges(({ topic }) => {
        if (topic !== 'settings' && topic !== 'everything') return;
        refresh().catch((error: unknown) => log.warn({ err: error }, 'settings not read'));
      });
    },
    refresh,
    defaults,
    get faults() {
      return faults;
    },
  };
}
