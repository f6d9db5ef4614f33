import { expect, it, vi } from 'vitest';
import { buildHeader } from '#domain/release.ts';
import { openPage, screen, takePageClock } from '#tests/pages/page.ts';
import { watchRelease } from './release.ts';

it('asks for a new release when somebody returns after a while, and not immediately', async () => {
  const clock = takePageClock();
  await openPage('/about');
  const fetched = vi.fn(async () => new Response('{}', { headers: { [buildHeader]: 'next' } }));
  vi.stubGlobal('fetch', fetched);
  const release = watchRelease('own');
  const noticed = vi.fn();
  release.subscribe(noticed);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(fetched).not.toHaveBeenCalled();
  await clock.pass(61_000);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(release.get).toBe(true);
  expect(noticed).toHaveBeenCalledOnce();

  // From now on the browser follows links, not the router.
  const followed = vi.fn();
  window.addEventListener('click', (event) => event.preventDefault(), { capture: true });
  const [link] = screen.getAllByRole('link', { name: 'Sign up' });
  link?.addEventListener('click', followed);
  link?.click();
  expect(followed).not.toHaveBeenCalled();
});

it('asks for a new release when a part of the page no longer exists', async () => {
  await openPage('/about');
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { [buildHeader]: 'next' } }));
  const release = watchRelease('own');
  window.dispatchEvent(new Event('vite:preloadError'));
  await expect.poll(release.get).toBe(true);
});
