import { readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:https';
import { createServer as createSilentServer } from 'node:net';
import { expect, it } from 'vitest';
import { readCommandConfig } from '#server/config/config.ts';
import { release } from '#server/config/release.ts';
import { isClockTrusted } from '#server/store/trusted-clock.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { freshDatabase, openTestStore, storeAt } from '#tests/helpers/engines.ts';
import { listening } from '#tests/helpers/listen.ts';
import { selfSigned } from '#tests/helpers/proxies.ts';
import { trustCertificate } from '#tests/helpers/two-portals.ts';
import { examine } from './doctor.ts';

async function factsFor(env: Record<string, string>) {
  const { dataDir } = await freshDatabase('sqlite');
  const config = readCommandConfig({ DATA_DIR: dataDir, ...env });
  const groups = await examine(config, await openTestStore('sqlite'));
  const facts = groups.flatMap((group) => group.facts);
  return Object.fromEntries(facts.map(({ label, verdict, value }) => [label, `${verdict}: ${value}`]));
}

it('examines the settings, and finds no fault in a portal on this machine', async () => {
  expect(await factsFor({ PORT: '1' })).toMatchObject({
    AUTH_SECRET: 'good: in DATA_DIR',
    TLS: expect.stringContaining('info: not needed'),
  });
  expect(await factsFor({ PORTAL_URL: 'http://portal.invalid' })).toMatchObject({ TLS: 'bad: none' });
});

it('finds a data folder that other users of the machine can enter', async () => {
  const { dataDir } = await freshDatabase('sqlite');
  // Its group is enough.
  await chmod(dataDir, 0o750);
  expect(await factsFor({ DATA_DIR: dataDir })).toMatchObject({
    'Data folder': 'attention: open to other users (750)',
  });
  await chmod(dataDir, 0o700);
  expect(await factsFor({ DATA_DIR: dataDir })).toMatchObject({ 'Data folder': "good: its owner's only" });
});

it('finds a certificate that browsers refuse', async () => {
  const { dataDir } = await freshDatabase('sqlite');
  const { certificate, key } = await selfSigned(dataDir);
  const options = { cert: readFileSync(certificate), key: readFileSync(key) };
  const port = await listening(createServer(options, (_, answer) => answer.end()));
  expect(await factsFor({ PORTAL_URL: `https://localhost:${port}` })).toMatchObject({
    TLS: 'bad: not valid',
    TRUST_PROXY: 'attention: not set',
  });
});

it('gives up on a public address that accepts a connection and says nothing', async () => {
  const port = await listening(createSilentServer((socket) => void socket.resume()));
  expect(await factsFor({ PORTAL_URL: `https://localhost:${port}` })).toMatchObject({
    Proxy: 'bad: no response',
  });
});

it('tells a name that is not found, and a port where nothing listens, from a bad certificate', async () => {
  const unknown = await factsFor({ PORTAL_URL: 'https://portal.invalid' });
  expect(unknown).toMatchObject({ 'Host name': 'bad: not found' });
  expect(unknown).not.toHaveProperty('TLS');
  expect(await factsFor({ PORTAL_URL: 'https://localhost:1' })).toMatchObject({ Proxy: 'bad: no response' });
});

/** The body of the health of a portal. */
const up = JSON.stringify({ status: 'up', release });

it('knows what the portal says about its health', async () => {
  const portal = await openTestApp('sqlite');
  expect((await portal.visitor().get('/api/health')).text).toBe(up);
});

const sound = { 'content-security-policy': "default-src 'self'" };

it.each([
  [200, sound, up, { Portal: 'good: responds', Clock: 'good: as that of the proxy' }],
  [502, {}, '<h1>Bad Gateway</h1>', { Portal: 'bad: down (502)' }],
  [200, {}, '<h1>Welcome to nginx!</h1>', { Portal: 'bad: another program responds (200)' }],
  [301, { location: 'https://club.example' }, '', { Portal: 'bad: another program responds (301)' }],
  [200, {}, up, { Portal: 'bad: responds without its security headers' }],
  [
    200,
    { ...sound, date: 'Tue, 01 Sep 2015 10:00:00 GMT' },
    up,
    { Clock: expect.stringMatching(/^bad: \d{9} s from that of the proxy$/) },
  ],
])('fetches the public address: %d with %j and %s', async (status, headers, body, facts) => {
  const files = await selfSigned((await freshDatabase('sqlite')).dataDir);
  await trustCertificate({ certificate: files });
  const options = { cert: readFileSync(files.certificate), key: readFileSync(files.key) };
  const port = await listening(
    createServer(options, (_, answer) => answer.writeHead(status, headers).end(body)),
  );
  expect(await factsFor({ PORTAL_URL: `https://localhost:${port}` })).toMatchObject({
    TLS: expect.stringMatching(/^attention: valid/),
    ...facts,
  });
});

it('finds a clock that jumped', async () => {
  const place = await freshDatabase('sqlite');
  const store = storeAt(place);
  await isClockTrusted(store.db, Date.parse('2026-12-01T10:00:00Z'));
  await isClockTrusted(store.db, Date.parse('2037-09-01T10:00:00Z'));
  const groups = await examine(readCommandConfig({ DATA_DIR: place.dataDir }), store);
  const clock = groups.flatMap((group) => group.facts).find(({ label }) => label === 'Clock');
  expect(clock).toMatchObject({ verdict: 'bad', value: expect.stringMatching(/^jumped to 20/) });
});
