import { within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { openTestApp, signInAdministrator } from '#tests/helpers/app.ts';
import { member, openPage, screen, takePageClock } from '#tests/pages/page.ts';

const url = '/api/admin/messages';

async function openDashboard(...first: object[]) {
  const portal = await openTestApp('sqlite');
  const person = await member({ track: 'web' })(portal);
  const administrator = await signInAdministrator(portal);
  const send = (message: object) => administrator.post(url, { filter: {}, email: false, ...message });
  for (const message of first) await send(message);
  const page = await openPage('/dashboard', { portal, as: person });
  return { ...page, administrator, send };
}

it('is shown escaped, and its dismissal stays', async () => {
  const { press, browser } = await openDashboard({ text: '<b>Room</b> {track}' });
  await screen.findByText('<b>Room</b> Web Development');
  await press(/^Dismiss the message of/);
  await expect.poll(() => screen.queryByText(/Room/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Messages' }));
  await expect.poll(async () => (await browser.get('/api/me/messages')).body).toEqual({ messages: [] });
});

it('appears, changes and disappears while the page is open', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { send, administrator } = await openDashboard();
  // A screen reader announces what appears in a live region that was there before.
  const region = screen.getByRole('region', { name: 'Messages' });
  expect(region.getAttribute('aria-live')).toBe('polite');
  const { body } = await send({ text: 'Room A.' });
  const { id } = body as { id: string };
  await within(region).findByText('Room A.');
  await administrator.patch(`${url}/${id}`, { text: 'Room B.', shown: { text: 'Room A.' } });
  await screen.findByText('Room B.');
  await screen.findByText('Corrected');
  await administrator.send('DELETE', `${url}/${id}`);
  await expect.poll(() => screen.queryByText('Room B.')).toBeNull();
});

it('is fetched at a random moment of the next five seconds', async () => {
  const clock = takePageClock(new Date());
  vi.spyOn(Math, 'random').mockReturnValue(0.8);
  const { send, network } = await openDashboard();
  const fetched = () => network.count('GET /api/me/messages');
  // A page fetches what it shows when its stream begins.
  await expect.poll(fetched).toBe(1);
  await send({ text: 'Room A.' });
  await clock.pass(3_900);
  expect(fetched()).toBe(1);
  await clock.pass(2_000);
  await screen.findByText('Room A.');
  expect(fetched()).toBe(2);
});

it('says until when it is shown, has links, and is folded when it is long', async () => {
  const text = `See https://club.example/rooms. ${'And so on. '.repeat(90)}`;
  const { press } = await openDashboard({ text, endsAt: new Date(2999, 11, 1, 12).toISOString() });
  const link = await screen.findByRole('link', { name: 'https://club.example/rooms' });
  expect(link).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' });
  expect(screen.getByRole('article').textContent).toContain('until Dec 1, 2999');
  await press('Show more');
  await screen.findByRole('button', { name: 'Show less', expanded: true });
});

it('is not brought back by an answer from before its dismissal', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { network, press, browser, send } = await openDashboard({ text: 'Room A.' });
  await screen.findByText('Room A.');
  const { body } = await browser.get('/api/me/messages');
  // Once: what is fetched after the dismissal is answered by the portal.
  const answer = vi.fn(() => {
    stop();
    return Response.json(body);
  });
  const stop = network.fail('GET /api/me/messages', answer);
  const held = network.hold('GET /api/me/messages');
  await send({ text: 'Room B.' });
  await held.sent;
  network.hold('GET /api/me/events');
  network.dropStreams();
  await press(/^Dismiss the message of/);
  await expect.poll(() => screen.queryByText('Room A.')).toBeNull();
  held.release();
  await expect.poll(() => answer).toHaveBeenCalled();
  await browser.get('/api/me/messages');
  expect(screen.queryByText('Room A.')).toBeNull();
});

it('disappears at its end, and another at its own', async () => {
  const clock = takePageClock(new Date());
  const ends = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  await openDashboard({ text: 'Room A.', endsAt: ends(1) }, { text: 'Room B.', endsAt: ends(2) });
  await screen.findByText('Room A.');
  await clock.pass(61_000);
  await expect.poll(() => screen.queryByText('Room A.')).toBeNull();
  screen.getByText('Room B.');
  await clock.pass(60_000);
  await expect.poll(() => screen.queryByText('Room B.')).toBeNull();
});
