import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionMessages } from '#client/lib/api.ts';
import { shownAccountTexts } from '#domain/shown-account.ts';
import { registerPerson } from '#tests/helpers/app.ts';
import { changesOf } from '#tests/helpers/records.ts';
import { type Network, unreachable } from '#tests/pages/network.ts';
import { screen } from '#tests/pages/page.ts';
import { openAction, otherActions, sendingActions } from '#tests/pages/sending-actions.ts';

const writes = ['POST /*', 'PUT /*', 'PATCH /*', 'DELETE /*'];

// Some failures are logged too.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

/** The values of all fields of the page. */
function typed(): string[] {
  return [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
}

describe.each(sendingActions)('$name', (action) => {
  it('reports a lost connection until the portal answers again, and keeps what was typed', async () => {
    const { text = connectionMessages.unreachable, act } = action;
    const page = await openAction(action);
    let sent: string[] = [];
    const fail = () => {
      sent = typed();
      return unreachable();
    };
    for (const route of writes) page.network.fail(route, fail);
    await act(page);
    await screen.findAllByText((shown) => shown.includes(text));
    expect(typed()).toEqual(sent);
    page.network.goOffline();
    for (const route of writes) page.network.release(route);
    page.network.goOnline();
    await expect.poll(() => screen.queryAllByText((shown) => shown.includes(text))).toEqual([]);
  });
});

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
  it('does not change an account that the page does not show, and keeps what was typed', async () => {
    const page = await openAction(action, withoutStreams);
    const { portal, browser, network } = page;
    const other = await registerPerson(portal);
    const messages = portal.store.db.selectFrom('form_submissions').selectAll();
    const before = await messages.execute();
    // Another person signs in just as the page sends something.
    const held = writes.map((route) => network.hold(route));
    const acted = action.act(page);
    await Promise.race([acted, ...held.map(({ sent }) => sent)]);
    const sent = typed();
    browser.cookies.set('sdc_session', other.cookies.get('sdc_session') ?? '');
    for (const { release } of held) release();
    await acted;
    await screen.findAllByText((shown) => shown.includes(shownAccountTexts.refused));
    expect(typed()).toEqual(sent);
    expect(await messages.execute()).toEqual(before);
    const changes = await changesOf(portal.store, other.uid);
    expect(changes.map(({ kind }) => kind)).toEqual(['registered']);
    expect((await browser.get('/api/me')).status).toBe(200);
  });
});
