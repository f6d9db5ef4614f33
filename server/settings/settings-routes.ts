import { Hono } from 'hono';
import type { FormsFile } from '#domain/forms.ts';
import { type RegistrationSettings, registrationSettingsTexts } from '#domain/registration-settings.ts';
import {
  type SettingsPart,
  type SettingsValue,
  settingsAnswer,
  settingsPartNames,
  settingsTexts,
  settingsWrite,
} from '#domain/settings.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Store } from '#server/store/open.ts';
import type { Settings } from './settings.ts';
import { readPart, savePart } from './settings-store.ts';

interface RouteDeps {
  config: Config;
  content: Content;
  settings: Settings;
  store: Store;
}

/** The club's settings, part by part. */
export function settingsRoutes(deps: RouteDeps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();
  for (const part of settingsPartNames) addPart(routes, deps, part);
  return routes;
}

function addPart(
  routes: Hono<PortalEnv>,
  { config, content, settings, store }: RouteDeps,
  part: SettingsPart,
) {
  routes.get(
    `/api/admin/settings/${part}`,
    requires('admin'),
    describeJson(`The settings, part ${part}.`, settingsAnswer(part)),
    async (c) => c.json(await readPart(store.db, content, part)),
  );

  routes.put(
    `/api/admin/settings/${part}`,
    requires('admin'),
    jsonBody(settingsWrite(part)),
    describeJson(`Saves the settings, part ${part}.`, settingsAnswer(part)),
    async (c) => {
      const { value, version } = c.req.valid('json');
      refuseUnfit(config, value);
      const actor = c.var.user.uid;
      const saved = await store.transact((trx) => savePart(trx, content, { part, value, version, actor }));
      await settings.refresh();
      return c.json(saved);
    },
  );
}

/** Refuses what fits its own rule, and not the configuration. */
function refuseUnfit(config: Config, value: SettingsValue): void {
  if ('confirmedOnly' in value) requireMailServer(config, value);
  if ('forms' in value) requireContactForm(config, value);
}

/** Nobody could confirm an address otherwise. */
function requireMailServer({ smtpUrl }: Config, { confirmedOnly }: RegistrationSettings): void {
  if (!confirmedOnly || smtpUrl) return;
  throw refusedValue('confirmedOnly', registrationSettingsTexts.noMailServer);
}

/** If the portal itself receives the contact form, the form has to stay. */
function requireContactForm({ formEndpoint, contactFormId }: Config, { forms }: FormsFile): void {
  if (formEndpoint || forms.some(({ id }) => id === contactFormId)) return;
  throw refusedValue('forms', settingsTexts.contactForm(contactFormId));
}

function refusedValue(field: string, message: string): Refusal {
  return new Refusal(400, 'INVALID_INPUT', message, { field: `value.${field}` });
}
