import { Hono } from 'hono';
import type * as z from 'zod/mini';
import {
  type AccountSettings,
  accountSettingsTexts,
  providerSecretWrite,
  providerState,
  providerTest,
  providerTestAnswer,
} from '#domain/account-settings.ts';
import { mistypedIn } from '#domain/date-settings.ts';
import type { FormsFile } from '#domain/forms.ts';
import {
  type MailSettings,
  type MailTestAnswer,
  mailPasswordWrite,
  mailSettingsTexts,
  mailState,
  mailTestAnswer,
  mailTestRequest,
  mailVariables,
} from '#domain/mail-settings.ts';
import { type RegistrationSettings, registrationSettingsTexts } from '#domain/registration-settings.ts';
import {
  type SettingsPart,
  type SettingsValue,
  settingsAnswer,
  settingsPartNames,
  settingsTexts,
  settingsWrite,
} from '#domain/settings.ts';
import { providerSecret, returnAddress, tryProvider } from '#server/accounts/provider.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { refusedSetting } from '#server/http/refusal.ts';
import { isServer, mailConfigOf, mailPartsOfEnvironment, mailPassword } from '#server/mail/mail-config.ts';
import { sendTestMail } from '#server/mail/probe.ts';
import type { Store } from '#server/store/open.ts';
import { forgetState } from '#server/store/portal-state.ts';
import { cleanLogo } from './logo.ts';
import type { Settings } from './settings.ts';
import { readPart, savePart, saveSecret } from './settings-store.ts';

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
  addMail(routes, deps);
  addProvider(routes, deps);
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
      const actor = c.var.user.uid;
      const given = { part, value: fitted(config, value), version, actor };
      const saved = await store.transact((trx) => savePart(trx, content, given));
      await settings.refresh();
      return c.json(saved);
    },
  );
}

/** The password of the mail server, which is outside of the part, and a test. */
function addMail(routes: Hono<PortalEnv>, { config, content, settings, store }: RouteDeps) {
  const { authSecret } = config;
  const state = async () => ({
    environment: mailPartsOfEnvironment(config),
    password: (await mailPassword.read(store.db, authSecret, content.mail)) !== null,
  });

  routes.get(
    '/api/admin/settings/mail/state',
    requires('admin'),
    describeJson('Which parts the environment sets, and whether a password is stored.', mailState),
    async (c) => c.json(await state()),
  );

  routes.put(
    '/api/admin/settings/mail/password',
    requires('admin'),
    jsonBody(mailPasswordWrite),
    describeJson('Stores the password of the mail server, which is never returned.', mailState),
    async (c) => {
      const given = { owner: content.mail, text: c.req.valid('json').password, actor: c.var.user.uid };
      await store.transact((trx) => saveSecret(trx, mailPassword, { authSecret, ...given }));
      await settings.refresh();
      return c.json(await state());
    },
  );

  routes.post(
    '/api/admin/settings/mail/test',
    requires('admin'),
    jsonBody(mailTestRequest),
    describeJson('Sends a test email with settings that need not be saved.', mailTestAnswer),
    async (c) => {
      const given = c.req.valid('json');
      requireServer(given.value);
      return c.json(await testMailSettings({ config, store }, given));
    },
  );
}

/** The secret for the sign-in provider, which is outside of the part, and a test. */
function addProvider(routes: Hono<PortalEnv>, { config, content, store }: RouteDeps) {
  const { authSecret } = config;
  const secretFor = (settings: AccountSettings) => providerSecret.read(store.db, authSecret, settings);
  const state = async () => ({
    secret: (await secretFor(content.accounts)) !== null,
    returnAddress: returnAddress(config),
  });

  routes.get(
    '/api/admin/settings/accounts/state',
    requires('admin'),
    describeJson('Whether a secret for the sign-in provider is stored.', providerState),
    async (c) => c.json(await state()),
  );

  routes.put(
    '/api/admin/settings/accounts/secret',
    requires('admin'),
    jsonBody(providerSecretWrite),
    describeJson('Stores the secret for the sign-in provider, which is never returned.', providerState),
    async (c) => {
      const given = { owner: content.accounts, text: c.req.valid('json').secret, actor: c.var.user.uid };
      await store.transact((trx) => saveSecret(trx, providerSecret, { authSecret, ...given }));
      return c.json(await state());
    },
  );

  routes.post(
    '/api/admin/settings/accounts/test',
    requires('admin'),
    jsonBody(providerTest),
    describeJson('Tries a sign-in provider with settings that need not be saved.', providerTestAnswer),
    async (c) => {
      const { value, secret } = c.req.valid('json');
      requireEncryption(config, value);
      const answer = await tryProvider(config, value, secret ?? (await secretFor(value)));
      if (answer.works) await forgetState(store.db, 'provider-failed');
      return c.json(answer);
    },
  );
}

type FitConfig = Pick<Config, 'portalUrl' | 'smtpUrl' | 'formEndpoint' | 'contactFormId' | 'setVariables'>;

/** The value as it is saved. Refuses one that fits its own rule, and not the configuration. */
export function fitted(config: FitConfig, value: SettingsValue): SettingsValue {
  if ('logo' in value && value.logo !== null) return { ...value, logo: cleanLogo(value.logo) };
  if ('confirmedOnly' in value) requireMailServer(config, value);
  if ('forms' in value) requireContactForm(config, value);
  if ('perDay' in value) requireSender(config, requireServer(value));
  if ('issuer' in value) requireEncryption(config, value);
  const mistyped = 'opensAt' in value && mistypedIn(value);
  if (mistyped) throw refusedSetting(mistyped.field, mistyped.text);
  return value;
}

/** Nobody could confirm an address otherwise. */
function requireMailServer({ smtpUrl }: FitConfig, { confirmedOnly }: RegistrationSettings): void {
  if (!confirmedOnly || smtpUrl) return;
  throw refusedSetting('confirmedOnly', registrationSettingsTexts.noMailServer);
}

/** A provider on the portal's own machine is one of a test, and a portal that people reach is not on theirs. */
function requireEncryption({ portalUrl }: Pick<Config, 'portalUrl'>, { issuer }: AccountSettings): void {
  if (!issuer.startsWith('http:') || /^http:\/\/(localhost|127\.0\.0\.1)\b/.test(portalUrl)) return;
  throw refusedSetting('issuer', accountSettingsTexts.issuer);
}

function requireServer(settings: MailSettings): MailSettings {
  if (settings.host === '' || isServer(settings.host)) return settings;
  throw refusedSetting('host', mailSettingsTexts.host);
}

/** Mail servers accept nothing from the default sender. */
function requireSender({ setVariables }: FitConfig, { host, sender }: MailSettings): void {
  if (host === '' || sender !== '' || setVariables.includes(mailVariables.sender)) return;
  throw refusedSetting('sender', mailSettingsTexts.needsSender);
}

/** If the portal itself receives the contact form, the form has to stay. */
function requireContactForm({ formEndpoint, contactFormId }: FitConfig, { forms }: FormsFile): void {
  if (formEndpoint || forms.some(({ id }) => id === contactFormId)) return;
  throw refusedSetting('forms', settingsTexts.contactForm(contactFormId));
}

/** Sends a test email as the portal would with these settings. */
async function testMailSettings(
  { config, store }: Pick<RouteDeps, 'config' | 'store'>,
  { to, value, password }: z.infer<typeof mailTestRequest>,
): Promise<MailTestAnswer> {
  const known = password ?? (await mailPassword.read(store.db, config.authSecret, value));
  const { smtpUrl, mailFrom } = mailConfigOf(config, value, known);
  if (!smtpUrl) return { sent: false, text: mailSettingsTexts.noServer, answer: '' };
  const { fault, advice, dialogue } = await sendTestMail({ smtpUrl, mailFrom }, to);
  if (fault === null)
    return { sent: true, text: mailSettingsTexts.accepted(to), answer: lastAnswer(dialogue) };
  return { sent: false, text: advice ?? fault, answer: fault };
}

/** The mail server's answer to the mail, before it says goodbye. */
function lastAnswer(dialogue: readonly string[]): string {
  return dialogue.findLast((line) => line.startsWith('S: 250'))?.slice('S: '.length) ?? '';
}
