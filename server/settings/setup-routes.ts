import { type Context, Hono } from 'hono';
import { type Session, type SessionUser, session } from '#domain/accounts.ts';
import { mailedToken } from '#domain/mailed-links.ts';
import type { SettingsPart, SettingsValue } from '#domain/settings.ts';
import { type Setup, type SetupDefaults, setup, setupDefaults, setupTexts } from '#domain/setup.ts';
import { insertAdministrator } from '#server/accounts/administrator.ts';
import { browserSession } from '#server/accounts/browser-session.ts';
import type { AccountDeps } from '#server/accounts/deps.ts';
import { assignEmail } from '#server/accounts/email-address.ts';
import { sessionUser } from '#server/accounts/sessions.ts';
import { refuseSetupToken } from '#server/accounts/setup-link.ts';
import { partsOf } from '#server/config/content.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { invalidToken } from '#server/http/refusal.ts';
import { mailPartsOfEnvironment } from '#server/mail/mail-config.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Trx } from '#server/store/open.ts';
import type { Settings } from './settings.ts';
import { readPart, savePart } from './settings-store.ts';

/** The first run, for the holder of the link that an empty portal prints when it starts. */
export function setupRoutes(deps: SetupDeps): Hono<PortalEnv> {
  const { limits } = deps;
  const routes = new Hono<PortalEnv>();

  routes.post(
    '/api/setup/check',
    requires('public'),
    limits.token,
    jsonBody(mailedToken),
    describeJson('The values that the first run begins with, if the link still works.', setupDefaults),
    async (c) => c.json(await readSetup(deps, c.req.valid('json').token)),
  );

  routes.post(
    '/api/setup',
    requires('public'),
    limits.token,
    jsonBody(setup),
    describeJson('Makes the administrator’s account and the first settings, and signs in.', session, 201),
    async (c) => c.json<Session>({ user: await setUp(deps, c, c.req.valid('json')) }, 201),
  );

  return routes;
}

interface SetupDeps extends AccountDeps {
  settings: Settings;
}

/** The values that the page of the first run begins with. Throws 400 INVALID_TOKEN. */
async function readSetup({ config, content, store }: SetupDeps, token: string): Promise<SetupDefaults> {
  await refuseSetupToken(store.db, token);
  const isSet = (name: (typeof config.setVariables)[number]) => config.setVariables.includes(name);
  return {
    email: isSet('ADMIN_EMAIL') ? config.adminEmail : null,
    name: content.club.name,
    shortName: content.club.shortName,
    timeZone: isSet('TIME_ZONE') ? config.timeZone : null,
    mailServer: mailPartsOfEnvironment(config).includes('server'),
  };
}

/**
 * Makes the administrator's account and the first settings together, or nothing, and signs in. Ends all links of the
 * set-up. Throws 400 INVALID_TOKEN, and 409 EMAIL_TAKEN if somebody has registered with the address.
 */
async function setUp(
  deps: SetupDeps,
  c: Context<PortalEnv>,
  { token, password, ...form }: Setup,
): Promise<SessionUser> {
  const { config, passwords, settings, store } = deps;
  await refuseSetupToken(store.db, token);
  const hash = await passwords.hash(password, { lane: 'administrator', sender: c.var.sender() });
  const session = await browserSession(deps, c);
  const uid = config.adminUid;
  const begun = await assignEmail(store, async (trx) => {
    // Another use may have been first.
    await refuseSetupToken(trx, token);
    if (await findAccount(trx, uid)) throw invalidToken(setupTexts.linkInvalid);
    await insertAdministrator(trx, { uid, email: form.email, password: hash });
    await saveDecisions(trx, deps, form);
    return session.begin(trx, uid);
  });
  await settings.refresh();
  await session.setCookies(begun);
  const account = { id: uid, email: form.email, name: 'Administrator', emailVerified: false };
  return sessionUser(account, config);
}

async function saveDecisions(
  trx: Trx,
  { config: { adminUid: actor }, content }: SetupDeps,
  { name, shortName, timeZone }: Omit<Setup, 'token' | 'password'>,
): Promise<void> {
  async function save(part: SettingsPart, value: SettingsValue) {
    const { version } = await readPart(trx, content, part);
    await savePart(trx, content, { part, value, version, actor });
  }
  const { club, dates } = partsOf(content);
  const contactSubject = club.contactSubject.replaceAll(club.shortName, shortName);
  await save('club', { ...club, name, shortName, contactSubject });
  await save('dates', { ...dates, timeZone });
}
