import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { timeZone } from '#client/lib/format.ts';
import { outageText } from '#domain/connection.ts';
import { badGateway, unreachable } from '#tests/pages/network.ts';
import { member, openPage, screen, takePageClock } from '#tests/pages/page.ts';
import { watchConnection } from './connection.ts';

const banner = /We can’t reach the portal\. Showing what we last loaded at/;

it.each([
  ['no connection', unreachable],
  ['a proxy’s 502', badGateway],
])('after %s the banner says that the portal cannot be reached until it can be again', async (_, failure) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const clock = takePageClock();
  const { network, press } = await openPage('/timeline', { as: member({ track: 'web' }) });
  const routes = ['GET /*', 'POST /*', 'PUT /*'];
  for (const route of routes) network.fail(route, failure);
  network.dropStreams();
  await press('Mark as Done');
  await screen.findByText(banner);
  // A check that fails is followed by another, at first soon.
  const checks = () => network.requests.filter((request) => request === 'GET /api/health').length;
  for (const pause of [2_000, 30_000, 30_000]) {
    const checked = checks();
    await clock.pass(pause);
    expect(checks()).toBe(checked + 1);
  }
  for (const route of routes) network.release(route);
  await clock.pass(30_000);
  await expect.poll(() => screen.queryByText(banner)).toBeNull();
  const checked = checks();
  await clock.pass(60_000);
  expect(checks()).toBe(checked);
  await press('Mark as Done');
  await screen.findByRole('link', { name: 'Submit Project' });
});

it('the banner of a device without a network says so, with the age of the oldest data on the page', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const clock = takePageClock();
  const { network, press } = await openPage('/timeline', { as: member({ track: 'web' }) });
  await screen.findByRole('button', { name: 'Mark as Done' });
  const opened = Date.now();
  for (let times = 0; times < 6; times += 1) await clock.pass(10_000);
  // The record is newer then than the rest of the page.
  await press('Mark as Done');
  await screen.findByRole('link', { name: 'Submit Project' });
  network.goOffline();
  await screen.findByText(outageText('offline', opened, Date.now(), timeZone()));
  network.goOnline();
  await expect.poll(() => screen.queryByText(/^You’re offline\./)).toBeNull();
});

it('who returns to the page does not wait for the next check', async () => {
  takePageClock();
  await openPage('/about');
  const fetched = vi.fn(async () => unreachable());
  vi.stubGlobal('fetch', fetched);
  const connection = watchConnection(new QueryClient());
  connection.report(false);
  await expect.poll(connection.get).toBe('unreachable');
  fetched.mockClear();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(fetched).toHaveBeenCalledWith('/api/health', expect.anything());
});
