import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { HealthProblems } from '#domain/admin.ts';
import type { Factors } from '#domain/factors.ts';
import { providerTexts } from '#domain/provider.ts';
import { trash } from '#domain/trash.ts';
import { requestBounds } from '#server/config/bounds.ts';
import { confirmEmail, openTestApp, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { exhaust } from '#tests/helpers/limits.ts';
import { listening } from '#tests/helpers/listen.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { clientId, clientSecret, startProvider } from '#tests/helpers/openid-provider.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';
import { createProvider } from './provider.ts';

const portalUrl = 'http://localhost:3000';
const settingsPath = '/api/admin/settings/accounts';
const email = 'asha@students.example';
const asha = { email, email_verified: true, name: 'Asha Rao' };
const sessionOf = async (browser: Visitor) => (await browser.get('/api/session')).body;

/** A portal whose lead has set a provider, where Asha has an account. */
async function open(engine: TestEngine) {
  const portal = await openTestApp(engine, { env: { PORTAL_URL: portalUrl, RATE_LIMIT: 'off' } });
  const provider = await startProvider(portalUrl);
  cleanUpAfterwards(provider.stop);
  provider.tell('asha', asha);
  const value = { issuer: provider.issuer, provider: 'Example University', clientId };
  await saveSettings(portal, 'accounts', value);
  const lead = await signInAdministrator(portal);
  await lead.put(`${settingsPath}/secret`, { secret: clientSecret });
  return { portal, provider, lead, value: { secondFactor: false, ...value } };
}

/** The registration form asks this of somebody whom the provider knows. */
function formOf({ fullName, studentId, department, yearOfStudy, contactNumber } = newRegistration()) {
  return { fullName, studentId, department, yearOfStudy, contactNumber, agreeToTerms: true };
}

describeEachEngine('the university’s account', (engine) => {
  it('registers somebody without a password, and signs in whatever the address becomes', async () => {
    const { portal, provider } = await open(engine);
    const browser = portal.visitor();
    const came = await provider.signIn(browser, 'asha');
    expect(came).toMatchObject({ status: 302 });
    expect(came.headers.get('location')).toBe('/register?from=%2Fcontact&by=provider');
    const known = { provider: 'Example University', email, name: 'Asha Rao', isTaken: false };
    expect((await browser.get('/api/auth/provider/newcomer')).body).toEqual(known);
    const form = formOf();
    const path = '/api/auth/provider/register';
    expect(await browser.post(path, { ...form, agreeToTerms: false })).toMatchObject(
      refusedWith(400, 'INVALID_INPUT', { field: 'agreeToTerms' }),
    );
    expect(await portal.visitor().post(path, form)).toMatchObject(refusedWith(400, 'PROVIDER_REFUSED'));
    const registered = await browser.post(path, form);
    expect(registered).toMatchObject({ status: 201, body: { user: { email } } });
    expect(await browser.post(path, form)).toMatchObject(refusedWith(400, 'PROVIDER_REFUSED'));
    expect((await browser.get('/api/me')).body).toMatchObject({ email, studentId: form.studentId });

    provider.tell('asha', { ...asha, email: 'asha.rao@students.example' });
    const phone = portal.visitor();
    expect((await provider.signIn(phone, 'asha')).headers.get('location')).toBe('/contact');
    expect(await sessionOf(phone)).toMatchObject({ user: { email } });
    // Somebody else who gets the address at the provider gets no account with it.
    provider.tell('ravi', asha);
    const ravi = portal.visitor();
    const refused = await provider.signIn(ravi, 'ravi');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('another account at')]);
    expect(await sessionOf(ravi)).toEqual({ user: null });
  });

  it('joins the account that has confirmed the address, and takes the address from one that has not', async () => {
    const { portal, provider, lead } = await open(engine);
    const squatter = await registerPerson(portal, { email });
    const browser = portal.visitor();
    await provider.signIn(browser, 'asha');
    expect(await sessionOf(browser)).toEqual({ user: null });
    expect((await browser.get('/api/auth/provider/newcomer')).body).toMatchObject({ isTaken: true });
    expect((await browser.post('/api/auth/provider/register', formOf())).status).toBe(201);
    expect(await sessionOf(squatter)).toMatchObject({ user: null });
    const { members } = trash.parse((await lead.get('/api/admin/trash')).body);
    expect(members.map(({ uid }) => uid)).toEqual([squatter.uid]);

    const ravi = await registerPerson(portal, { email: 'ravi@students.example' });
    await confirmEmail(portal, ravi.uid);
    provider.tell('ravi', { ...asha, email: 'Ravi@Students.example' });
    const other = portal.visitor();
    await provider.signIn(other, 'ravi');
    expect(await sessionOf(other)).toMatchObject({ user: { uid: ravi.uid } });
    expect(await sessionOf(ravi)).toMatchObject({ user: { uid: ravi.uid } });

    const { password } = ravi.registration;
    const listed = async (of: Visitor) => ((await of.get('/api/me/factors')).body as Factors).identities;
    const [joined] = await listed(ravi);
    expect(joined).toMatchObject({ name: 'Example University' });
    const part = (by: Visitor, typed = password) =>
      by.send('DELETE', `/api/me/identities/${joined?.id}`, { body: { password: typed } });
    expect((await part(portal.visitor())).status).toBe(401);
    // Without a password it is the only way in.
    expect(await part(browser)).toMatchObject(refusedWith(409, 'NO_PASSWORD'));
    const another = await registerPerson(portal);
    expect(await part(another, another.registration.password)).toMatchObject(refusedWith(404, 'NOT_FOUND'));
    expect(await part(ravi, 'a guess')).toMatchObject(
      refusedWith(403, 'WRONG_PASSWORD', { field: 'password' }),
    );
    expect(await listed(ravi)).toHaveLength(1);
    expect((await part(ravi)).status).toBe(200);
    expect(await listed(ravi)).toEqual([]);
    expect(await sessionOf(other)).toEqual({ user: null });
    expect(await part(ravi)).toMatchObject(refusedWith(404, 'NOT_FOUND'));
    await saveSettings(portal, 'accounts', { provider: 'Another Name' });
    await provider.signIn(other, 'ravi');
    expect(await listed(ravi)).toMatchObject([{ name: 'Another Name' }]);
  });

  it('opens nothing for a forged answer, another browser, or an address that is not verified', async () => {
    const clock = takeClock();
    const { portal, provider } = await open(engine);
    const owner = await registerPerson(portal, { email });
    await confirmEmail(portal, owner.uid);
    const refuses = async (browser: Visitor, path: string) => {
      expect(await browser.get(path)).toMatchObject(refusedWith(400, 'PROVIDER_REFUSED'));
      expect(await sessionOf(browser)).toEqual({ user: null });
    };
    const stranger = portal.visitor();
    const answer = await provider.answerFor(stranger, 'asha');
    await refuses(portal.visitor(), answer);
    await refuses(stranger, answer.replace(/state=[^&]+/, 'state=forged'));
    await refuses(stranger, answer.replace(/(state=.{20})[^&]+/, '$1forged'));
    await refuses(stranger, answer);
    const withNonce = (url: URL) => {
      url.searchParams.set('nonce', 'forged');
      return url;
    };
    await refuses(stranger, await provider.answerFor(stranger, 'asha', withNonce));
    await refuses(
      stranger,
      (await provider.answerFor(stranger, 'asha')).replace(/code=[^&]+/, 'code=forged'),
    );
    const late = await provider.answerFor(stranger, 'asha');
    clock.pass(11 * 60_000);
    await refuses(stranger, late);
    const odd = { email: [email], email_verified: true };
    const verified = { email, email_verified: 'true' };
    for (const person of [{ ...asha, email_verified: false }, { email }, {}, odd, verified]) {
      provider.tell('asha', person as typeof asha);
      await refuses(stranger, await provider.answerFor(stranger, 'asha'));
    }
  });

  it('signs in by each of several tabs together, and once by each', async () => {
    const { portal, provider } = await open(engine);
    const owner = await registerPerson(portal, { email });
    await confirmEmail(portal, owner.uid);
    const browser = portal.visitor();
    const begun = () => [...browser.cookies.keys()].filter((name) => name.includes('provider'));
    const answers: string[] = [];
    for (let tab = 0; tab < 4; tab += 1) answers.push(await provider.answerFor(browser, 'asha'));
    expect(begun()).toHaveLength(3);
    const [forgotten = '', ...others] = answers;
    expect(await browser.get(forgotten)).toMatchObject(refusedWith(400, 'PROVIDER_REFUSED'));
    for (const answer of others) {
      expect((await browser.get(answer)).headers.get('location')).toBe('/contact');
      expect(await sessionOf(browser)).toMatchObject({ user: { uid: owner.uid } });
      expect(await browser.get(answer)).toMatchObject(refusedWith(400, 'PROVIDER_REFUSED'));
    }
    expect(begun()).toEqual([]);
  });

  it('is no way around a second factor, a disabled account and the staff’s addresses', async () => {
    const { portal, provider, lead } = await open(engine);
    const { email: leadsEmail } = portal.deps.content.accounts.issuer ? await leadOf(lead) : { email: '' };
    provider.tell('thief', { ...asha, email: leadsEmail });
    await portal.store.db
      .updateTable('user')
      .set({ emailVerified: false })
      .where('email', '=', leadsEmail)
      .execute();
    const thief = portal.visitor();
    await provider.signIn(thief, 'thief');
    expect(await thief.post('/api/auth/provider/register', formOf())).toMatchObject(
      refusedWith(409, 'EMAIL_TAKEN'),
    );
    const owner = await registerPerson(portal, { email });
    await confirmEmail(portal, owner.uid);
    const db = portal.store.db;
    const factor = {
      uid: owner.uid,
      sealed: '',
      since: new Date().toISOString(),
      lastStep: 0,
      recoveryCodes: '[]',
    };
    await db.insertInto('second_factors').values(factor).execute();
    expect((await provider.signIn(portal.visitor(), 'asha')).text).toContain('has a second factor');
    await db.deleteFrom('second_factors').execute();
    await db.updateTable('account').set({ password: '!' }).where('userId', '=', owner.uid).execute();
    expect((await provider.signIn(portal.visitor(), 'asha')).status).toBe(400);
  });
});

async function leadOf(lead: Visitor): Promise<{ email: string }> {
  return ((await lead.get('/api/session')).body as { user: { email: string } }).user;
}

it('vouches for nobody any more once the lead has turned it off or set another one', async () => {
  const { portal, provider } = await open('sqlite');
  const browser = portal.visitor();
  await provider.signIn(browser, 'asha');
  await browser.get('/api/auth/provider/return?state=');
  expect((await browser.get('/api/auth/provider/newcomer')).status).toBe(200);
  const issuer = portal.deps.content.accounts.issuer;
  for (const other of ['', 'https://other.example']) {
    await saveSettings(portal, 'accounts', { issuer: other });
    expect((await browser.get('/api/auth/provider/newcomer')).status).toBe(404);
    expect((await browser.post('/api/auth/provider/register', formOf())).status).toBe(404);
  }
  await saveSettings(portal, 'accounts', { issuer });
  expect((await browser.post('/api/auth/provider/register', formOf())).status).toBe(201);
});

it('says in words whether a provider can be used, and keeps the secret for itself', async () => {
  const { portal, provider, lead, value } = await open('sqlite');
  const tried = async (changes: object, secret?: string) => {
    const body = { value: { ...value, ...changes }, ...(secret && { secret }) };
    return (await lead.post(`${settingsPath}/test`, body)).body;
  };
  const { test: texts } = providerTexts;
  expect(await tried({})).toEqual({ works: true, text: texts.works });
  expect(await tried({}, 'another')).toEqual({ works: false, text: texts.credentials });
  expect(await tried({ clientId: 'another' })).toEqual({ works: false, text: texts.noSecret });
  expect(await tried({ clientId: 'another' }, clientSecret)).toEqual({
    works: false,
    text: texts.credentials,
  });
  expect(await tried({ issuer: '' })).toEqual({ works: false, text: texts.off });
  expect(await tried({ issuer: `${provider.issuer}/nowhere` }, 'x')).toMatchObject({ works: false });
  for (const issuer of ['http://university.example', 'https://university.example/?x', 'university']) {
    const body = { value: { ...value, issuer } };
    expect((await lead.post(`${settingsPath}/test`, body)).status).toBe(400);
  }
  const returnAddress = `${portalUrl}/api/auth/provider/return`;
  expect((await lead.get(`${settingsPath}/state`)).body).toEqual({ secret: true, returnAddress });
  const saved = JSON.stringify(await portal.store.db.selectFrom('portal_state').selectAll().execute());
  expect(saved + portal.logText()).not.toContain(clientSecret);
  expect((await lead.get('/api/admin/changes')).text).toContain('provider-secret-changed');
  await saveSettings(portal, 'accounts', { clientId: 'another' });
  expect((await lead.get(`${settingsPath}/state`)).body).toMatchObject({ secret: false });
});

it('says so while the provider is gone or late, and holds few requests until it answers', async () => {
  const { portal, provider } = await open('sqlite');
  const browser = portal.visitor();
  const answer = await provider.answerFor(browser, 'asha');
  await provider.stop();
  const gone = await browser.get(answer);
  expect([gone.status, gone.text]).toEqual([503, expect.stringContaining('doesn’t answer')]);

  const { deps } = portal;
  const issuer = `http://127.0.0.1:${await listening(createServer(() => {}))}`;
  await saveSettings(portal, 'accounts', { issuer });
  const lead = await signInAdministrator(portal);
  await lead.put(`${settingsPath}/secret`, { secret: clientSecret });
  const silent = createProvider(deps, 0.2);
  const begun = await Promise.allSettled(Array.from({ length: 17 }, () => silent.begin()));
  const reasons = begun.map((each) => each.status === 'rejected' && each.reason.code);
  expect(reasons.filter((code) => code === 'TOO_BUSY')).toHaveLength(1);
  expect(reasons.filter((code) => code === 'PROVIDER_FAILED')).toHaveLength(16);
});

it('gives up a provider whose answer is endless, dripping, a bomb, somewhere else, or another’s', async () => {
  const { portal } = await open('sqlite');
  const lead = await signInAdministrator(portal);
  let asked = 0;
  const elsewhere = `http://127.0.0.1:${await listening(
    createServer((_request, response) => {
      asked += 1;
      response.end('{}');
    }),
  )}`;
  const json = { 'Content-Type': 'application/json' };
  const answers: Record<string, (response: ServerResponse) => unknown> = {
    endless: (response) => {
      const more = () => !response.destroyed && response.write(' '.repeat(60_000), () => setImmediate(more));
      response.writeHead(200, json);
      more();
    },
    dripping: (response) => {
      response.writeHead(200, json);
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    },
    bomb: (response) =>
      response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(gzipSync(' '.repeat(50_000_000))),
    elsewhere: (response) => response.writeHead(302, { Location: elsewhere }).end(),
    nothing: (response) => response.writeHead(204).end(),
    'a list': (response) => response.writeHead(200, json).end('[]'),
    another: (response) => response.writeHead(200, json).end(JSON.stringify({ issuer: elsewhere })),
    'no JSON': (response) => response.writeHead(200, json).end('{"issuer":'),
  };
  for (const [name, answer] of Object.entries(answers)) {
    const server = createServer((_request, response) => void answer(response));
    const issuer = `http://127.0.0.1:${await listening(server)}`;
    await saveSettings(portal, 'accounts', { issuer });
    await lead.put(`${settingsPath}/secret`, { secret: clientSecret });
    await expect(createProvider(portal.deps, 0.5).begin(), name).rejects.toMatchObject({
      code: 'PROVIDER_FAILED',
    });
  }
  expect(asked).toBe(0);
});

/** A provider that answers the exchange of a code as the test says, else with the claims of a good sign-in. */
async function scriptedProvider() {
  let answer: (response: ServerResponse) => unknown = () => {};
  let claims: object = {};
  let nonce = '';
  const json = { 'Content-Type': 'application/json' };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const goodAnswer = (response: ServerResponse) => {
    const now = Math.floor(Date.now() / 1000);
    const about = {
      iss: issuer,
      aud: clientId,
      sub: 'asha',
      iat: now,
      exp: now + 300,
      nonce,
      ...asha,
      ...claims,
    };
    const token = {
      access_token: 'x',
      token_type: 'bearer',
      id_token: `${part({ alg: 'RS256' })}.${part(about)}.eA`,
    };
    response.writeHead(200, json).end(JSON.stringify(token));
  };
  const server = createServer((request, response) => {
    if (request.url === '/token') return void answer(response);
    const [authorization_endpoint, token_endpoint] = [`${issuer}/authorize`, `${issuer}/token`];
    response.writeHead(200, json).end(JSON.stringify({ issuer, authorization_endpoint, token_endpoint }));
  });
  const issuer = `http://127.0.0.1:${await listening(server)}`;
  return {
    issuer,
    async signIn(
      browser: Visitor,
      { by = goodAnswer, telling = {} }: { by?: typeof answer; telling?: object },
    ) {
      [answer, claims] = [by, telling];
      const begun = await browser.get('/api/auth/provider');
      const query = new URL(begun.headers.get('location') ?? '').searchParams;
      nonce = query.get('nonce') ?? '';
      return browser.get(`/api/auth/provider/return?code=x&state=${query.get('state')}`);
    },
  };
}

it('names to the lead what a provider does wrong, until somebody signs in, and nothing that a stranger does', async () => {
  const clock = takeClock();
  const { portal, lead } = await open('sqlite');
  const provider = await scriptedProvider();
  await saveSettings(portal, 'accounts', { issuer: provider.issuer });
  await lead.put(`${settingsPath}/secret`, { secret: clientSecret });
  const problem = async () => {
    const { problems } = (await lead.get('/api/diagnostics/problems')).body as HealthProblems;
    return problems.find(({ label }) => label === 'Sign-in provider')?.value;
  };
  const answering = (status: number, body: string) => (response: ServerResponse) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  const now = Math.floor(Date.now() / 1000);
  const wrongs: [reason: string, wrong: Parameters<typeof provider.signIn>[1]][] = [
    ['unexpected HTTP response status code', { by: answering(500, '') }],
    ['unexpected HTTP response status code', { by: (r) => r.writeHead(307, { Location: portalUrl }).end() }],
    [
      'unexpected response content-type',
      { by: (r) => r.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>') },
    ],
    ['an error in the response body', { by: answering(401, '{"error":"invalid_client"}') }],
    ['too long', { by: answering(200, ' '.repeat(300_000)) }],
    ['"aud"', { telling: { aud: 'another' } }],
    ['"iss"', { telling: { iss: 'https://another.example' } }],
    ['"exp"', { telling: { exp: now - 60 } }],
    ['"sub" is empty', { telling: { sub: '' } }],
  ];
  for (const [reason, wrong] of wrongs) {
    const browser = portal.visitor();
    expect(await provider.signIn(browser, wrong), reason).toMatchObject(refusedWith(503, 'PROVIDER_FAILED'));
    expect(await sessionOf(browser)).toEqual({ user: null });
    expect((await lead.get('/api/diagnostics/health')).text).toContain(JSON.stringify(reason).slice(1, -1));
    expect(await problem()).toBe('Failed less than a minute ago');
    expect((await provider.signIn(portal.visitor(), {})).status).toBe(302);
    expect(await problem()).toBeUndefined();
  }
  const refused = refusedWith(400, 'PROVIDER_REFUSED');
  const wrongCode = { by: answering(400, '{"error":"invalid_grant"}') };
  expect(await provider.signIn(portal.visitor(), wrongCode)).toMatchObject(refused);
  expect(await provider.signIn(portal.visitor(), { telling: { nonce: 'forged' } })).toMatchObject(refused);
  expect(await provider.signIn(portal.visitor(), { telling: { email_verified: false } })).toMatchObject(
    refused,
  );
  expect(await problem()).toBeUndefined();
  const unsaid = { telling: { email_verified: undefined } };
  expect(await provider.signIn(portal.visitor(), unsaid)).toMatchObject(refused);
  expect((await lead.get('/api/diagnostics/health')).text).toContain('claim \\"email_verified\\"');

  await provider.signIn(portal.visitor(), { by: answering(500, '') });
  clock.pass(3 * 60_000);
  expect(await problem()).toBe('Failed 3 minutes ago');
  await lead.put(`${settingsPath}/secret`, { secret: 'a new one' });
  expect(await problem()).toBeUndefined();
});

it('is off until the lead sets a provider', async () => {
  const portal = await openTestApp('sqlite');
  const headers = { Accept: 'text/html' };
  const answer = await portal.visitor().send('GET', '/api/auth/provider', { headers });
  expect([answer.status, answer.text]).toEqual([404, expect.stringContaining(`<p>${providerTexts.off}</p>`)]);
  // Nothing was begun, so nothing has expired.
  const visitor = portal.visitor();
  const off = refusedWith(404, 'NOT_FOUND', { message: providerTexts.off });
  for (const path of ['', '/return?code=x&state=y', '/newcomer'])
    expect(await visitor.get(`/api/auth/provider${path}`), path).toMatchObject(off);
  expect(await visitor.post('/api/auth/provider/register', formOf())).toMatchObject(off);
  expect((await portal.visitor().get('/login')).text).not.toContain('"provider"');
  await exhaust(portal, 'sign-in', '192.0.2.1', requestBounds['sign-in']);
  expect((await portal.visitor('192.0.2.1').get('/api/auth/provider')).status).toBe(429);
});
