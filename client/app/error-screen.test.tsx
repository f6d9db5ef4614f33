import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, it, vi } from 'vitest';
import { openPage, screen, takePageClock } from '#tests/pages/page.ts';
import { ErrorScreen } from './error-screen.tsx';

/** Shows a page whose chunk cannot be loaded. @returns a function that removes it */
function showLostPage(): () => void {
  function loader() {
    throw new Error('Failed to fetch dynamically imported module');
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const router = createMemoryRouter([
    { path: '/', loader, ErrorBoundary: ErrorScreen, Component: () => null },
  ]);
  root.render(<RouterProvider router={router} />);
  return () => root.unmount();
}

it('reloads a page whose code could not be loaded, once the server can be reached', async () => {
  const clock = takePageClock();
  const { network } = await openPage('/about');
  const repair = network.fail('GET /api/health');
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  const remove = showLostPage();
  await screen.findByText(/^The portal couldn’t be reached/);
  repair();
  await clock.pass(2_000);
  const checks = () => network.requests.filter((request) => request === 'GET /api/health').length;
  await expect.poll(checks).toBe(2);
  const since = Date.now();
  await clock.pass(500);
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  expect(Date.now() - since).toBeLessThan(5_000);
  await clock.pass(20_000);
  expect(checks()).toBe(2);
  remove();
});

it('reloads a page whose code is gone after a release, once', async () => {
  const clock = takePageClock();
  await openPage('/about');
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  const remove = showLostPage();
  await screen.findByText('Reload to continue.');
  await clock.pass(500);
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  remove();
  // The reloaded page is of the same build, and misses the same file.
  const again = showLostPage();
  await screen.findByText('Reload to continue.');
  await clock.pass(20_000);
  expect(reload).toHaveBeenCalledTimes(1);
  again();
});
