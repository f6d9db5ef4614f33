import { readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:https';
import { createServer as createSilentServer } from 'node:net';
import { expect, it } from 'vitest';
import { readCommandConfig } from '#server/config.ts';
import { freshDatabase, openTestStore } from '#tests/helpers/engines.ts';
import { listening } from '#tests/helpers/listen.ts';
import { selfSigned } from '#tests/helpers/proxies.ts';
import { examine } from './doctor.ts';

async function factsFor(env: Record<string, string>) {
  const { dataDir } = await freshDatabase('sqlite');
  const config = readCommandConfig({ DATA_DIR: dataDir, ...env });
  const groups = await examine(config, await openTestStore('sqlite'));
  const facts = groups.flatMap((group) => group.facts);
  return Object.fromEntries(facts.map(({ label, verdict, value }) => [label, `${verdict}: ${value}`]));
}

it('examines settings and disk, and finds no fault in a portal on this machine', async () => {
  expect(await factsFor({ PORT: '1' })).toMatchObject({
    Administrator: 'bad: none yet',
    RATE_LIMIT: 'good: on',
    'Free disk space': expect.stringMatching(/^(good|attention): /),
    TLS: expect.stringContaining('info: not needed'),
  });
  expect(await factsFor({ RATE_LIMIT: 'off', PORTAL_URL: 'http://portal.invalid' })).toMatchObject({
    RATE_LIMIT: 'bad: off',
    TLS: 'bad: none',
  });
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
    TLS: 'bad: not valid',
  });
});
