import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { outageText } from '#domain/connection.ts';
import { badGateway, unreachable } from '#tests/pages/network.ts';
import { administrator, member, openPage, type Page, screen, takePageClock } from '#tests/pages/page.ts';
import { watchConnection } from './connection.ts';

const banner = /We can’t reach the portal\. Showing what we last loaded at/;

/** A page whose server fails once it is loaded. */
async function lostPage(
  failure: typeof unreachable,
): Promise<{ page: Page; clock: ReturnType<typeof takePageClock> }> {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const clock = takePageClock();
  const page = await openPage('/timeline', { as: member({ track: 'web' }) });
  for (const method of ['GET', 'POST', 'PUT']) page.network.fail(`${method} /*`, failure);
  page.network.dropStreams();
  await page.press('Mark as Done');
  return { page, clock };
}

describe.each([
  ['no connection', unreachable],
  ['a proxy’s 502', badGateway],
])('after %s', (_, failure) => {
  it('the banner says that the portal cannot be reached until it can be again', async () => {
    const { page, clock } = await lostPage(failure);
    await screen.findByText(banner);
    // A check that fails is followed by another, at first soon.
    const checks = () => page.network.requests.filter((request) => request === 'GET /api/health').length;
    for (const pause of [2_000, 30_000, 30_000]) {
      const checked = checks();
      await clock.pass(pause);
      expect(checks()).toBe(checked + 1);
    }
    for (const method of ['GET', 'POST', 'PUT']) page.network.release(`${method} /*`);
    await clock.pass(30_000);
    await expect.poll(() => screen.queryByText(banner)).toBeNull();
    const checked = checks();
    await clock.pass(60_000);
    expect(checks()).toBe(checked);
    await page.press('Mark as Done');
    await screen.findByRole('link', { name: 'Submit Project' });
  });
});

it('the banner names the age of the oldest data on the page', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const clock = takePageClock();
  const { network, press } = await openPage('/timeline', { as: member({ track: 'web' }) });
  await screen.findByRole('button', { name: 'Mark as Done' });
  const opened = new Date();
  for (let times = 0; times < 6; times += 1) await clock.pass(10_000);
  // The record is newer then than the rest of the page.
  await press('Mark as Done');
  await screen.findByRole('link', { name: 'Submit Project' });
  network.goOffline();
  await screen.findByText(outageText('offline', opened, new Date()));
});

it('an administrator’s list that could not be loaded is loaded when the portal can be reached again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { network } = await openPage('/admin', {
    as: administrator,
    bare: true,
    prepare: ({ fail }) => fail('GET /api/admin/members'),
  });
  await screen.findByRole('button', { name: 'Try again' });
  network.goOffline();
  network.release('GET /api/admin/members');
  network.goOnline();
  await screen.findByText(/No users/i);
});

it('who returns to the page does not wait for the next check', async () => {
  takePageClock();
  await openPage('/about');
  const fetched = vi.fn(async () => unreachable());
  vi.stubGlobal('fetch', fetched);
  watchConnection(new QueryClient(), true);
  expect(fetched).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(fetched).toHaveBeenCalledWith('/api/health', expect.anything());
});

it('the banner tells a device without a network from a server that is down', async () => {
  const { network } = await openPage('/timeline', { as: member({ track: 'web' }) });
  network.goOffline();
  await screen.findByText(/^You’re offline\./);
  network.goOnline();
  await expect.poll(() => screen.queryByText(/^You’re offline\./)).toBeNull();
});
