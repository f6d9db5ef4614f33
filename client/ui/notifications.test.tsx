import { userEvent } from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ApiFailure } from '#client/lib/api.ts';
import { announceReconnect } from '#client/lib/reconnect.ts';
import { portalUrl } from '#tests/helpers/app.ts';
import { screen, takePageClock } from '#tests/pages/page.ts';
import { openWindow } from '#tests/pages/window.ts';
import { type Notification, NotificationsProvider, useNotify } from './notifications.tsx';

function Notifier({ notification }: { notification: Notification }) {
  const notify = useNotify();
  return (
    <button type="button" onClick={() => notify(notification)}>
      Notify
    </button>
  );
}

async function show(notification: Notification) {
  const clock = takePageClock();
  openWindow(new URL(portalUrl).href);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  root.render(
    <NotificationsProvider>
      <Notifier notification={notification} />
    </NotificationsProvider>,
  );
  const user = userEvent.setup({ delay: null });
  const again = async () => user.click(await screen.findByRole('button', { name: 'Notify' }));
  await again();
  const text = await screen.findByText(notification.text);
  const isShown = () => screen.queryByText(notification.text) !== null;
  return { clock, user, again, text, isShown };
}

it('a success is shown for eight seconds, and each one for as long', async () => {
  const { clock, again, isShown } = await show({ tone: 'success', text: 'Removed.' });
  await clock.pass(7_000);
  await again();
  await clock.pass(7_000);
  expect(isShown()).toBe(true);
  await clock.pass(1_500);
  await expect.poll(isShown).toBe(false);
});

it('a success stays while the pointer or the focus is on it', async () => {
  const { clock, user, text, isShown } = await show({ tone: 'success', text: 'Removed.' });
  await user.hover(text);
  await clock.pass(60_000);
  expect(isShown()).toBe(true);
  await user.unhover(text);
  screen.getByRole('button', { name: 'Dismiss' }).focus();
  await clock.pass(60_000);
  expect(isShown()).toBe(true);
  screen.getByRole('button', { name: 'Notify' }).focus();
  await clock.pass(8_500);
  await expect.poll(isShown).toBe(false);
});

it('a notification goes with its action, which is taken once', async () => {
  const run = vi.fn();
  const { user, isShown } = await show({ tone: 'success', text: 'Removed.', action: { label: 'Undo', run } });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await expect.poll(isShown).toBe(false);
  expect(run).toHaveBeenCalledOnce();
});

it('an error stays until it is dismissed', async () => {
  const { clock, user, isShown } = await show({ tone: 'error', text: 'Not removed.' });
  expect(screen.getByRole('alert').textContent).toBe('Not removed.');
  await clock.pass(600_000);
  announceReconnect();
  await clock.pass(1_000);
  expect(isShown()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await expect.poll(isShown).toBe(false);
});

it('the error of a lost connection goes when the portal can be reached again', async () => {
  const error = new ApiFailure(0, 'UNREACHABLE', 'The portal cannot be reached.');
  const { isShown } = await show({ tone: 'error', text: 'Not removed.', error });
  announceReconnect();
  await expect.poll(isShown).toBe(false);
});
