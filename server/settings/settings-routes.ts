import { type Context, Hono } from 'hono';
import type { FormsFile } from '#domain/forms.ts';
import {
  isSettingsPart,
  type SettingsPart,
  settingsAnswer,
  settingsRule,
  settingsTexts,
  settingsWrite,
} from '#domain/settings.ts';
import { check, type Failure } from '#domain/validation.ts';
import type { Deps } from '#server/deps.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { readPart, savePart } from './settings-store.ts';

type RouteDeps = Pick<Deps, 'config' | 'content' | 'settings' | 'store'>;

/** The club's settings, part by part. */
export function settingsRoutes({ config, content, settings, store }: RouteDeps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/admin/settings/:part',
    requires('admin'),
    describeJson('A part of the settings.', settingsAnswer),
    async (c) => c.json(await readPart(store.db, content, partOf(c))),
  );

  routes.put(
    '/api/admin/settings/:part',
    requires('admin'),
    jsonBody(settingsWrite),
    describeJson('Saves a part of the settings.', settingsAnswer),
    async (c) => {
      const part = partOf(c);
      const { value, version } = c.req.valid('json');
      const checked = check(settingsRule(part), value);
      if (!checked.ok) throw refusedValue(checked.failure);
      if ('forms' in checked.value) requireContactForm(config, checked.value);
      const actor = c.var.user.uid;
      const saved = await store.transact((trx) =>
        savePart(trx, content, { part, value: checked.value, version, actor }),
      );
      await settings.refresh();
      return c.json(saved);
    },
  );

  return routes;
}

function partOf(c: Context): SettingsPart {
  const part = c.req.param('part') ?? '';
  if (!isSettingsPart(part)) throw new Refusal(404, 'NOT_FOUND', settingsTexts.noPart);
  return part;
}

function refusedValue({ field, message }: Failure): Refusal {
  return new Refusal(400, 'INVALID_INPUT', message, { field });
}

/** If the portal itself receives the contact form, the form has to stay. */
function requireContactForm({ formEndpoint, contactFormId }: Deps['config'], { forms }: FormsFile): void {
  if (formEndpoint || forms.some(({ id }) => id === contactFormId)) return;
  throw refusedValue({ field: 'forms', message: settingsTexts.contactForm(contactFormId) });
}
