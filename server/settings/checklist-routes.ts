import { isDeepStrictEqual } from 'node:util';
import { Hono } from 'hono';
import { type ChecklistItem, checklistItems, checklistState, checklistWrite } from '#domain/checklist.ts';
import { listPasskeys } from '#server/accounts/passkeys.ts';
import { readFactors } from '#server/accounts/second-factor.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { partsOf } from '#server/config/content.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import type { Store } from '#server/store/open.ts';
import { readState, writeState } from '#server/store/portal-state.ts';
import type { Settings } from './settings.ts';

interface ChecklistDeps {
  config: Config;
  content: Content;
  settings: Settings;
  store: Store;
}

/** The fact that shows that an item is done. */
const facts: Record<ChecklistItem, (deps: ChecklistDeps) => boolean | Promise<boolean>> = {
  people: ({ content }) => content.club.president.name !== null,
  dates: ({ content: { dates } }) =>
    [dates.opensAt, dates.closesAt, dates.deadline, dates.hearBy, ...Object.values(dates.deadlines)].some(
      Boolean,
    ),
  tasks: ({ content, settings }) => {
    const parts = partsOf(content);
    const tasks = (['task-android', 'task-web', 'task-ml', 'task-game'] as const).filter(
      (part) => !isDeepStrictEqual(parts[part], settings.defaults[part]),
    );
    return tasks.length > 0;
  },
  mail: ({ config }) => config.smtpUrl !== undefined,
  backups: async ({ config, store }) =>
    config.backupThen !== undefined || (await readState(store.db, 'backup-downloaded')) !== null,
  factors: async ({ config, store }) =>
    (await readFactors(store.db, config.adminUid)).secondFactor !== null ||
    (await listPasskeys(store.db, config.adminUid)).length > 0,
};

/** The list of first decisions on the administrator's dashboard. */
export function checklistRoutes(deps: ChecklistDeps): Hono<PortalEnv> {
  const { db } = deps.store;
  const routes = new Hono<PortalEnv>();
  const read = async () => ({
    done: (
      await Promise.all(checklistItems.map(async (item) => ((await facts[item](deps)) ? item : [])))
    ).flat(),
    dismissed: (await readState(db, 'checklist'))?.dismissed ?? false,
  });

  routes.get(
    '/api/admin/checklist',
    requires('admin'),
    describeJson('The club’s first decisions that are made.', checklistState),
    async (c) => c.json(await read()),
  );

  routes.put(
    '/api/admin/checklist',
    requires('admin'),
    jsonBody(checklistWrite),
    describeJson('Hides the list, or shows it again.', checklistState),
    async (c) => {
      await deps.store.transact((trx) => writeState(trx, 'checklist', c.req.valid('json')));
      return c.json(await read());
    },
  );

  return routes;
}
