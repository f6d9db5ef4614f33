import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestApp } from '#tests/helpers/app.ts';

it.each([
  '/assets/gone-abcd.js',
  '/assets/gone-abcd.css',
  '/assets/',
  '/assets/..%2Findex.html',
  '/assets/%2e%2e%2findex.html',
  '/assets/..%5Cindex.html',
  '/favicon.ico',
  '/pictures/club.PNG',
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/.vite/manifest.json',
  '/index.html%00.js',
])('a missing file is a plain 404: %s', async (path) => {
  const answer = await (await openTestApp('sqlite')).visitor().get(path);
  expect(answer).toMatchObject({ status: 404, text: 'Not found' });
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  // Not cached: during a release the file may appear a moment later.
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

it('hashed assets are cached forever, and pages never', async () => {
  const visitor = (await openTestApp('sqlite')).visitor();
  const asset = await visitor.get('/assets/main-abcd1234.js');
  expect(asset).toMatchObject({ status: 200, text: 'export {};\n' });
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect((await visitor.get('/login')).headers.get('cache-control')).toBe('no-store');
});

it.each([
  ['br, gzip', 'br', 'brotli’s'],
  ['gzip, deflate, br, zstd', 'br', 'brotli’s'],
  ['gzip', 'gzip', 'gzip’s'],
  ['identity', null, 'export {};\n'],
  [null, null, 'export {};\n'],
])('precompressed files are sent to clients that accept %s', async (accepted, sent, text) => {
  const portal = await openTestApp('sqlite');
  const file = join(portal.deps.client.folder, 'assets', 'main-abcd1234.js');
  await writeFile(`${file}.br`, 'brotli’s');
  await writeFile(`${file}.gz`, 'gzip’s');
  const answer = await portal
    .visitor()
    .send('GET', '/assets/main-abcd1234.js', { headers: { 'Accept-Encoding': accepted } });
  expect(answer).toMatchObject({ status: 200, text });
  expect(answer.headers.get('content-encoding')).toBe(sent);
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
});

it.each([
  ['style.css', /^text\/css/],
  ['font.woff2', /^font\/woff2/],
  ['mark.svg', /^image\/svg\+xml/],
  ['icon.png', /^image\/png/],
  ['robots.txt', /^text\/plain/],
])('%s is sent with its type, and must be revalidated', async (name, type) => {
  const portal = await openTestApp('sqlite');
  await writeFile(join(portal.deps.client.folder, name), 'x');
  const answer = await portal.visitor().get(`/${name}`);
  expect(answer).toMatchObject({ status: 200, text: 'x' });
  expect(answer.headers.get('content-type')).toMatch(type);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
});
