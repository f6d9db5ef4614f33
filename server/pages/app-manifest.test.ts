import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pages } from '#domain/pages.ts';
import { openTestApp } from '#tests/helpers/app.ts';

const client = join(import.meta.dirname, '..', '..', 'client');

interface Manifest {
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
  shortcuts: object[];
}

/** Width and height in pixels, from a PNG's header. */
function sizeOf(file: string): string {
  const bytes = readFileSync(file);
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

async function readManifest() {
  const portal = await openTestApp('sqlite');
  const { status, headers, text } = await portal.visitor().get('/manifest.webmanifest');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/manifest+json');
  expect(headers.get('cache-control')).toBe('no-cache');
  return { manifest: JSON.parse(text) as Manifest, club: portal.deps.content.club };
}

it('has the club’s name and the start page', async () => {
  const { manifest, club } = await readManifest();
  expect(manifest).toMatchObject({
    ...{ name: `${club.name} Portal`, short_name: club.shortName },
    ...{ start_url: '/', scope: '/', display: 'standalone' },
    ...{ background_color: expect.stringMatching(/^#/), theme_color: expect.stringMatching(/^#/) },
  });
  const anyPage = expect.toBeOneOf(pages.map(({ path }) => path));
  for (const shortcut of manifest.shortcuts)
    expect(shortcut).toEqual({ name: expect.any(String), url: anyPage });
});

it('names icons that exist, in the sizes that phones need', async () => {
  const { manifest } = await readManifest();
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
  for (const { src, sizes } of pictures) expect(sizeOf(join(client, 'public', src))).toBe(sizes);
  const plain = pictures.filter(({ purpose }) => !purpose);
  expect(plain.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
  expect(pictures.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
  expect(sizeOf(join(client, 'public', 'apple-touch-icon.png'))).toBe('180x180');
});
