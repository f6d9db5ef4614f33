import { describe, expect, it } from 'vitest';
import { openTestApp } from '#tests/helpers/app.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import type { Answer } from '#tests/helpers/visitor.ts';

function policy(answer: Answer): string {
  return answer.headers.get('content-security-policy') ?? '';
}

const strictPolicy =
  "default-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const others = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

it('every answer has the security headers whatever its status, and only files are cached', async () => {
  const portal = await openTestApp('sqlite');
  const visitor = portal.visitor();
  const answers = {
    200: await visitor.get('/login'),
    201: await visitor.post('/api/register', newRegistration()),
    400: await visitor.post('/api/register', {}),
    401: await portal.visitor().get('/api/me'),
    403: await visitor.send('POST', '/api/register', { headers: { Origin: 'https://evil.example' } }),
    404: await visitor.get('/no-such-page'),
    413: await visitor.send('POST', '/api/register', { raw: 'x'.repeat(70_000) }),
    415: await visitor.send('POST', '/api/register', { headers: { 'Content-Type': 'text/plain' } }),
  };
  const more = [
    await visitor.get('/'),
    await visitor.get('/assets/main-abcd1234.js'),
    await visitor.get('/api/no-such'),
    await visitor.get('/api/openapi.json'),
    await visitor.send('OPTIONS', '/api/me'),
    await visitor.send('HEAD', '/login'),
    await visitor.send('DELETE', '/login'),
  ];
  // Makes the database reject what registration writes.
  await portal.store.db.schema.dropTable('changes').execute();
  const all = { ...answers, 500: await portal.visitor().post('/api/register', newRegistration()) };
  expect(portal.takeErrors()).toHaveLength(1);
  for (const [status, answer] of Object.entries(all)) {
    expect(answer.status).toBe(Number(status));
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  for (const answer of [...Object.values(all), ...more]) {
    expect(policy(answer)).toBe(strictPolicy);
    expect(Object.fromEntries(answer.headers)).toMatchObject(others);
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    expect(answer.headers.get('x-powered-by')).toBeNull();
  }
});

describe('the policy', () => {
  it('allows the style element of the form service’s page by a new nonce each time', async () => {
    const visitor = (await openTestApp('sqlite')).visitor();
    const pages = [await visitor.get('/f/contact/thanks'), await visitor.get('/f/contact/thanks')];
    const nonces = pages.map((page) => /'nonce-([^']+)'/.exec(policy(page))?.[1]);
    expect(nonces[0]).toBeTruthy();
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(pages[0]?.text).toContain(`nonce="${nonces[0]}"`);
  });

  it('requires TLS if the portal uses https', async () => {
    const portal = await openTestApp('sqlite', { env: { PORTAL_URL: 'https://portal.test' } });
    for (const path of ['/login', '/api/session', '/no-such-page', '/api/no-such']) {
      const { headers } = await portal.visitor().get(path);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
  });

  it('lets the page connect to the configured form service and no other', async () => {
    const portal = await openTestApp('sqlite', { env: { FORM_ENDPOINT: 'https://forms.example/some/path' } });
    const answer = await portal.visitor().get('/contact');
    expect(policy(answer)).toContain("connect-src 'self' https://forms.example;");
  });
});
