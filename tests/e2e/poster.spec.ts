import { readFile } from 'node:fs/promises';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { administratorRemotely, registerRemotely } from '#tests/helpers/remote-visitor.ts';

test('a selection fills a phone from edge to edge with its button on the first screen, and is saved as a picture', async ({
  page,
  ownPortal,
}) => {
  const portal = await ownPortal({ RATE_LIMIT: 'off' });
  const member = await registerRemotely(portal.url, portal.url, { fullName: 'Rohan Shetty' });
  expect((await member.send('PUT', '/api/me/track', { developmentTrack: 'game' })).status).toBe(200);
  const administrator = await administratorRemotely(portal, portal.url);
  const body = { uids: [member.uid], outcome: 'selected' };
  expect((await administrator.send('PATCH', '/api/admin/outcomes', body)).status).toBe(200);
  expect((await administrator.send('POST', '/api/admin/results/rounds', { all: true })).status).toBe(200);

  const url = portal.url;
  await page.context().addCookies([...member.cookies].map(([name, value]) => ({ name, value, url })));
  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${portal.url}/dashboard`);
    const field = page.getByRole('region', { name: 'Result' });
    const box = await field.boundingBox();
    expect(box).toMatchObject({ x: 0, width });
    await expect(page.getByRole('button', { name: 'Get my certificate page' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
  // The club's words may have 2,000 characters.
  await page.getByText('Welcome to SDC!').evaluate((words) => {
    words.textContent = 'A long text. '.repeat(150);
  });
  // The title begins within the padding below the heading.
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  const title = await page.getByRole('heading', { level: 2, name: 'You’re in!' }).boundingBox();
  expect(title?.y).toBeGreaterThanOrEqual((heading?.y ?? 0) + (heading?.height ?? 0) - 6);
  // The texture of the ring has the full colour of the words.
  const texture = page.getByRole('region', { name: 'Result' }).locator('pattern path');
  await expect(texture).toHaveCSS('fill', 'rgb(255, 255, 255)');
  expect((await page.request.get(`${url}/poster-game.png`)).headers()['content-type']).toBe('image/png');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as picture' }).click(),
  ]);
  const picture = await readFile(await saved.path());
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1920]);
});
