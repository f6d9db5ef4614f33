import { createHash } from 'node:crypto';
import type { ClientAuth, Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { AccountSettings, ProviderTestAnswer } from '#domain/account-settings.ts';
import { emailAddress } from '#domain/accounts.ts';
import { truncate } from '#domain/bounded.ts';
import { limits } from '#domain/limits.ts';
import { providerTexts } from '#domain/provider.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { Refusal } from '#server/http/refusal.ts';
import { tooBusy } from '#server/limits/limiter.ts';
import type { Log } from '#server/log/log.ts';
import type { Store } from '#server/store/open.ts';
import { forgetState, readState, writeState } from '#server/store/portal-state.ts';
import { sealedState } from '#server/store/sealed-state.ts';

/** Loaded with the first use: most portals have no provider. */
const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;

/** For each answer of the provider, in seconds. */
const patience = 5;
const longestAnswer = 256 * 1024;
/** A provider that answers late holds this many requests at most. */
const mostUnderWay = 16;
const discoveryLifetime = 60 * 60 * 1000;

/** The person at the provider, who is the owner of the address. */
export interface Identity {
  /** Names the person at this provider, whatever their address becomes. */
  id: string;
  issuer: string;
  email: string;
  name: string;
}

/** A browser has to bring these back from the provider. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}

type ProviderName = Pick<AccountSettings, 'issuer' | 'clientId'>;

export function returnAddress({ portalUrl }: Pick<Config, 'portalUrl'>): string {
  return `${portalUrl}/api/auth/provider/return`;
}

interface ProviderDeps {
  config: Config;
  content: Content;
  store: Pick<Store, 'db'>;
}

/** The secret for the provider of the settings. Throws 404 NOT_FOUND without a provider. */
export async function requireProvider({ config, content, store }: ProviderDeps): Promise<string> {
  const secret = await providerSecret.read(store.db, config.authSecret, content.accounts);
  if (content.accounts.issuer === '' || secret === null)
    throw new Refusal(404, 'NOT_FOUND', providerTexts.off);
  return secret;
}

/** The provider of the settings, by which people sign in. */
export function createProvider(
  { config, content, log, store }: ProviderDeps & { log: Log },
  seconds = patience,
) {
  let underWay = 0;
  let known: { of: string; at: number; client: Configuration } | undefined;

  async function connected(oidc: Library): Promise<Configuration> {
    const { accounts } = content;
    const secret = await requireProvider({ config, content, store });
    const of = JSON.stringify([accounts.issuer, accounts.clientId, secret]);
    if (known?.of !== of || Date.now() - known.at > discoveryLifetime) {
      const client = await connect(oidc, accounts, secret, seconds);
      known = { of, at: Date.now(), client };
    }
    return known.client;
  }

  /** Throws 404 without a provider, 503 if it does not answer as it should, and 503 TOO_BUSY while it holds too many. */
  async function ask<T>(work: (oidc: Library, client: Configuration) => Promise<T>): Promise<T> {
    if (underWay >= mostUnderWay) throw tooBusy(seconds * 1000);
    underWay += 1;
    try {
      const oidc = await library();
      return await work(oidc, await connected(oidc));
    } catch (error) {
      const refusal = error instanceof Refusal ? error : null;
      if (refusal && refusal.cause === undefined) throw refusal;
      const reason = reasonOf(refusal?.cause ?? error);
      log.warn({ reason }, 'the provider cannot be used');
      const { issuer, clientId, provider } = content.accounts;
      const failure = { at: new Date().toISOString(), reason, issuer, clientId };
      // On a full disk the person reads about the provider too.
      await writeState(store.db, 'provider-failed', failure).catch(() => {});
      throw refusal ?? new Refusal(503, 'PROVIDER_FAILED', providerTexts.unavailable(provider));
    } finally {
      underWay -= 1;
    }
  }

  return {
    /** The provider's page, and what the browser keeps until it comes back. */
    begin: (): Promise<{ url: string; begun: Begun }> =>
      ask(async (oidc, client) => {
        const verifier = oidc.randomPKCECodeVerifier();
        const begun = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier };
        const url = oidc.buildAuthorizationUrl(client, {
          redirect_uri: returnAddress(config),
          scope: 'openid email profile',
          state: begun.state,
          nonce: begun.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, begun };
      }),
    /** The person who has come back with this query. Throws 400 PROVIDER_REFUSED for anybody else. */
    finish: (query: string, begun: Begun): Promise<Identity> =>
      ask(async (oidc, client) => {
        const address = new URL(`${returnAddress(config)}${query}`);
        const person = await personAt(oidc, client, { address, begun, settings: content.accounts, log });
        if (await readState(store.db, 'provider-failed')) await forgetState(store.db, 'provider-failed');
        return person;
      }),
  };
}

interface Coming {
  /** With the provider's answer. */
  address: URL;
  begun: Begun;
  settings: AccountSettings;
  log: Log;
}

async function personAt(oidc: Library, client: Configuration, { address, begun, settings, log }: Coming) {
  const refused = new Refusal(400, 'PROVIDER_REFUSED', providerTexts.refused(settings.provider));
  const { searchParams } = address;
  if (searchParams.get('state') !== begun.state || !searchParams.has('code')) throw refused;
  const tokens = await oidc
    .authorizationCodeGrant(client, address, {
      ...{ expectedState: begun.state, expectedNonce: begun.nonce, pkceCodeVerifier: begun.verifier },
      idTokenExpected: true,
    })
    .catch((error: unknown) => {
      if (!isVisitors(oidc, error)) throw error;
      log.warn({ reason: reasonOf(error) }, 'signing in by the provider was refused');
      throw refused;
    });
  const claims = tokens.claims();
  if (!claims) throw refused;
  const { email, sub } = claims;
  // Everybody without a name would be one person.
  if (sub.trim() === '') throw new Error('the provider names nobody: the claim "sub" is empty');
  const person = email === undefined ? await oidc.fetchUserInfo(client, tokens.access_token, sub) : claims;
  return identityOf(settings, sub, person);
}

/** Throws 400 PROVIDER_REFUSED without an address that the provider has verified. */
function identityOf(
  { issuer, provider }: AccountSettings,
  subject: string,
  { email, email_verified, name }: IDToken | UserInfoResponse,
): Identity {
  const address = emailAddress.safeParse(email);
  if (email_verified !== true || !address.success) {
    const refused = new Refusal(400, 'PROVIDER_REFUSED', providerTexts.unverified(provider));
    // Some providers never say it, so that nobody can sign in.
    const isUnsaid = email !== undefined && email_verified === undefined;
    if (isUnsaid) refused.cause = new Error('no address is verified: the claim "email_verified" is missing');
    throw refused;
  }
  return {
    id: createHash('sha256')
      .update(JSON.stringify([issuer, subject]))
      .digest('base64url'),
    issuer,
    email: address.data,
    name: truncate(typeof name === 'string' ? name.trim() : '', limits.name),
  };
}

async function connect(
  oidc: Library,
  { issuer, clientId }: ProviderName,
  secret: string,
  timeout: number,
): Promise<Configuration> {
  const authenticate: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    return way(secret)(server, ...rest);
  };
  return oidc.discovery(new URL(issuer), clientId, undefined, authenticate, {
    timeout,
    [oidc.customFetch]: boundedFetch,
    // The rule of the settings allows this on loopback only.
    execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
  });
}

/** Reads no more of an answer than any provider needs. */
async function boundedFetch(url: string, options: object): Promise<Response> {
  const { body, status, headers } = await fetch(url, options);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > longestAnswer) throw new TypeError('The provider’s answer is too long');
    pieces.push(piece);
  }
  return new Response(length > 0 ? Buffer.concat(pieces) : null, { status, headers });
}

/** Whether the browser brought something wrong. Anything else is wrong at the provider or in the settings. */
function isVisitors(oidc: Library, error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return !refusesClient(error);
  if (error instanceof oidc.AuthorizationResponseError) return true;
  const [, , detail] = causesOf(error) as { parameters?: unknown; claim?: unknown }[];
  return detail?.parameters !== undefined || detail?.claim === 'nonce';
}

function refusesClient({ error }: { error: string }): boolean {
  return ['invalid_client', 'unauthorized_client'].includes(error);
}

function causesOf(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [error];
}

function reasonOf(error: unknown): string {
  const messages = causesOf(error).flatMap((each) => (each instanceof Error ? each.message : []));
  return truncate(messages.join(': '), 300);
}

/** Whether a provider can be used with these settings, in words. A made-up code shows whether it knows the secret. */
export async function tryProvider(
  config: Pick<Config, 'portalUrl'>,
  settings: ProviderName,
  secret: string | null,
  seconds = patience,
): Promise<ProviderTestAnswer> {
  const { test: texts } = providerTexts;
  if (settings.issuer === '') return { works: false, text: texts.off };
  if (!secret) return { works: false, text: texts.noSecret };
  const oidc = await library();
  try {
    const client = await connect(oidc, settings, secret, seconds);
    await oidc.genericGrantRequest(client, 'authorization_code', {
      ...{ code: 'test', redirect_uri: returnAddress(config) },
      code_verifier: oidc.randomPKCECodeVerifier(),
    });
  } catch (error) {
    if (error instanceof oidc.WWWAuthenticateChallengeError) return { works: false, text: texts.credentials };
    if (error instanceof oidc.ResponseBodyError && refusesClient(error))
      return { works: false, text: texts.credentials };
    if (error instanceof oidc.ResponseBodyError) return { works: true, text: texts.works };
    if ((error as { code?: unknown }).code === 'OAUTH_TIMEOUT') return { works: false, text: texts.late };
    return { works: false, text: texts.unreadable(reasonOf(error)) };
  }
  return { works: true, text: texts.works };
}

/** The portal's secret at the provider, for one client id of one provider. */
export const providerSecret = sealedState<ProviderName>(
  'provider-secret',
  'portal: secret of the provider',
  ({ issuer, clientId }) => `${clientId} ${issuer}`,
);
