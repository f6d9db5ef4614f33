import { expect, it } from 'vitest';
import { inboxPage } from '#domain/form-inbox.ts';
import type { Store } from '#server/store/open.ts';
import { registerPerson, type TestAppOptions } from '#tests/helpers/app.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { openLive, told } from '#tests/helpers/live-portal.ts';
import { rowsOf } from '#tests/helpers/records.ts';

const list = '/api/admin/form-submissions';

async function open(engine: TestEngine, options?: TestAppOptions) {
  const live = await openLive(engine, options);
  const { portal, administrator: admin } = live;
  const events = await live.open(admin, 'admin/events');
  const member = await registerPerson(portal);
  await told(events, member.uid);
  return {
    ...live,
    admin,
    member,
    events,
    send: async () => (await portal.visitor().post('/f/contact', contactMessage())).status,
  };
}

describeEachEngine('the inbox tells the administrator’s pages', (engine) => {
  it('of a new message, and of each change of its mark, once each', async () => {
    const { portal, admin, events, send } = await open(engine);
    expect(await send()).toBe(200);
    const [message] = inboxPage.parse((await admin.get(list)).body).submissions;
    expect(await events.nextChange()).toMatchObject({ topic: 'inbox' });
    for (const read of [true, true, false, false]) await admin.patch(`${list}/${message?.id}`, { read });
    await send();
    expect(await events.nextChange()).toMatchObject({ topic: 'inbox-flags' });
    expect(await events.nextChange()).toMatchObject({ topic: 'inbox-flags' });
    expect(await events.nextChange()).toMatchObject({ topic: 'inbox' });
    // The log records that there was a message, and nothing of its text.
    expect(JSON.stringify(await rowsOf(portal.store, 'changes'))).not.toContain(contactMessage().email);
  });

  it('but no member, and no list or count of members', async () => {
    const { admin, member, events, send, open: openStream } = await open(engine);
    const own = await openStream(member, 'me/events');
    const before = (await admin.get('/api/admin/summary')).body as object;
    await send();
    await events.nextChange();
    await member.put('/api/me/track', { developmentTrack: 'web' });
    // The member's next change is their own.
    expect(await own.nextChange()).toEqual({ topic: 'record', uid: member.uid });
    const { body } = await admin.get('/api/admin/changes');
    expect(body).toMatchObject({ changes: [{ kind: 'track-selected' }, { kind: 'registered' }] });
    const { body: after } = await admin.get('/api/admin/summary');
    expect(after).toMatchObject({ total: 1, newChanges: (before as { newChanges: number }).newChanges + 1 });
  });

  it('not of a message that could not be stored', async () => {
    const fault: Fault = { before: null };
    const wrapStore = (store: Store) => failingStore(store, fault);
    const { portal, events, send } = await open(engine, { wrapStore });
    let steps = 0;
    do {
      steps += 1;
      fault.before = steps;
    } while ((await send()) !== 200);
    expect(steps).toBeGreaterThan(3);
    expect(await rowsOf(portal.store, 'form_submissions')).toHaveLength(1);
    expect(await events.nextChange()).toMatchObject({ topic: 'inbox' });
    expect(portal.takeErrors()).toHaveLength(steps - 1);
  });
});
