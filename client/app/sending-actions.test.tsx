import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionMessages } from '#client/lib/api.ts';
import { shownAccountTexts } from '#domain/shown-account.ts';
import { registerPerson } from '#tests/helpers/app.ts';
import { changesOf } from '#tests/helpers/records.ts';
import type { Network } from '#tests/pages/network.ts';
import { type Page, screen } from '#tests/pages/page.ts';
import { openAction, otherActions, sendingActions } from '#tests/pages/sending-actions.ts';

const writes = ['POST /*', 'PUT /*', 'PATCH /*', 'DELETE /*'];

// Some failures are logged too.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

describe.each(sendingActions)('$name', (action) => {
  it('reports a lost connection until the portal answers again', async () => {
    const { text = connectionMessages.unreachable, act } = action;
    const page = await openAction(action);
    for (const route of writes) page.network.fail(route);
    await act(page);
    await screen.findAllByText((shown) => shown.includes(text));
    page.network.goOffline();
    for (const route of writes) page.network.release(route);
    page.network.goOnline();
    await expect.poll(() => screen.queryAllByText((shown) => shown.includes(text))).toEqual([]);
  });
});

/** Keeps a page on its account, and another signs in just as it sends something. */
async function actAsAnother(page: Page, act: (page: Page) => Promise<unknown>) {
  const { portal, browser, network } = page;
  const other = await registerPerson(portal);
  const held = writes.map((route) => network.hold(route));
  const acted = act(page);
  await Promise.race([acted, ...held.map(({ sent }) => sent)]);
  browser.cookies.set('sdc_session', other.cookies.get('sdc_session') ?? '');
  for (const { release } of held) release();
  await acted;
  return other;
}

function withoutStreams(network: Network): void {
  network.hold('GET /api/me/events');
  network.hold('GET /api/admin/events');
}

const left = [
  // The portal's public forms belong to no account.
  'sending a test message',
  // It needs the stream, which is held here.
  'testing live data',
];

const ofAccounts = [...sendingActions, ...otherActions].filter(
  ({ as, name }) => as !== 'visitor' && !left.includes(name),
);

describe.each(ofAccounts)('$name', (action) => {
  it('does not change an account that the page does not show', async () => {
    const page = await openAction(action, withoutStreams);
    const other = await actAsAnother(page, action.act);
    await screen.findAllByText((shown) => shown.includes(shownAccountTexts.refused));
    const changes = await changesOf(page.portal.store, other.uid);
    expect(changes.map(({ kind }) => kind)).toEqual(['registered']);
    expect((await page.browser.get('/api/me')).status).toBe(200);
  });
});

it.each([
  ['saving the profile', '1SD22CS042'],
  ['sending a message', 'A question.'],
])('what was typed for %s stays when it is refused', async (name, typed) => {
  const action = ofAccounts.find((each) => each.name === name);
  if (!action) throw new Error(`There is no action ${name}.`);
  const page = await openAction(action, withoutStreams);
  await actAsAnother(page, action.act);
  await screen.findAllByText((shown) => shown.includes(shownAccountTexts.refused));
  await screen.findByDisplayValue(typed);
  expect(await page.portal.store.db.selectFrom('form_submissions').selectAll().execute()).toEqual([]);
});
