import { expect, it } from 'vitest';
import type { GroupMessage, GroupMessagesPage, OwnMessages } from '#domain/group-messages.ts';
import { removeMembers } from '#server/accounts/removal.ts';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import { registerPerson } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { inMinutes } from '#tests/helpers/results.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';
import { sendDueMessages } from './planned-messages.ts';

const url = '/api/admin/messages';

async function plan(administrator: Visitor, message: object = {}): Promise<GroupMessage> {
  const everybody = 'uids' in message ? {} : { filter: {} };
  const body = { text: 'Hello.', email: true, at: inMinutes(60), ...everybody, ...message };
  const planned = await administrator.post(url, body);
  expect(planned).toMatchObject({ status: 200 });
  return planned.body as GroupMessage;
}

async function shownTo(member: Visitor): Promise<string[]> {
  const { body } = await member.get('/api/me/messages');
  return (body as OwnMessages).messages.map(({ text }) => text);
}

describeEachEngine('a message that is sent later', (engine) => {
  async function open() {
    const { portal, administrator } = await openWithMembers(engine, [
      newRecord({ uid: 'one', developmentTrack: 'web' }),
      newRecord({ uid: 'two' }),
    ]);
    const asha = await registerPerson(portal);
    await asha.put('/api/me/track', { developmentTrack: 'web' });
    const { db } = portal.store;
    const list = async () => ((await administrator.get(url)).body as GroupMessagesPage).messages;
    /** Lets the time come, and sends what is due. */
    const pass = async () => {
      const plannedFor = new Date(Date.now() - 1_000).toISOString();
      await db
        .updateTable('group_messages')
        .set({ plannedFor })
        .where('plannedFor', 'is not', null)
        .execute();
      await sendDueMessages(portal.deps);
    };
    const recipients = async (id: string) => {
      const rows = await db
        .selectFrom('group_message_recipients')
        .select('uid')
        .where('messageId', '=', id)
        .execute();
      return rows.map(({ uid }) => uid).toSorted();
    };
    const mails = () =>
      db.selectFrom('mail_outbox').select('uid').where('kind', '=', 'group-message').execute();
    return { portal, administrator, asha, list, pass, recipients, mails };
  }

  it('goes at its time to those who match by then, once', async () => {
    const { portal, administrator, asha, list, pass, recipients, mails } = await open();
    const { id, ...planned } = await plan(administrator, { filter: { track: 'web' } });
    expect(planned).toMatchObject({ recipients: 2, sentAt: planned.plannedFor });
    await sendDueMessages(portal.deps);
    expect(await shownTo(asha)).toEqual([]);
    await asha.put('/api/me/track', { developmentTrack: 'ml' });
    const late = await registerPerson(portal);
    await late.put('/api/me/track', { developmentTrack: 'web' });
    await pass();
    await Promise.all([1, 2, 3].map(() => sendDueMessages(portal.deps)));
    expect(await shownTo(asha)).toEqual([]);
    expect(await shownTo(late)).toEqual(['Hello.']);
    expect(await recipients(id)).toEqual(['one', late.uid].toSorted());
    expect(await mails()).toHaveLength(2);
    expect(await list()).toMatchObject([{ id, plannedFor: null, recipients: 2, leftOut: 0 }]);
  });

  it('goes to the selected members who are still there, and to those whom a search found', async () => {
    const { portal, administrator, asha, list, pass, recipients } = await open();
    const ticked = await plan(administrator, { uids: ['one', 'two', asha.uid] });
    const found = await plan(administrator, { filter: { q: '1sd' } });
    const gone = await plan(administrator, { uids: ['two'] });
    expect(await shownTo(asha)).toEqual([]);
    await removeMembers(portal.deps, ['two'], 'sdc-admin');
    await registerPerson(portal);
    await pass();
    expect(await recipients(ticked.id)).toEqual(['one', asha.uid].toSorted());
    expect(await recipients(found.id)).toEqual(['one', asha.uid].toSorted());
    const sent = new Map((await list()).map((message) => [message.id, message]));
    expect(sent.get(gone.id)).toMatchObject({ recipients: 0, plannedFor: null, emails: { total: 0 } });
    expect(sent.get(found.id)?.filter?.q).toBe('…');
  });

  it('is corrected, moved and cancelled until then, and leaves out whom it has no word for', async () => {
    const { administrator, asha, list, pass } = await open();
    const { id } = await plan(administrator, { filter: { track: 'web' } });
    const text = 'Your {track} room.';
    const correction = { text, shown: { text: 'Hello.' } };
    expect((await administrator.patch(`${url}/${id}`, correction)).body).toMatchObject({ correctedAt: null });
    const move = (at: string, of = id) => administrator.put(`${url}/${of}/plan`, { at });
    const later = inMinutes(120);
    expect((await move(later)).body).toMatchObject({ plannedFor: later, sentAt: later });
    // One has passed, and the other's year is a slip of the hand.
    for (const minutes of [-1, 366 * 24 * 60]) {
      expect(await move(inMinutes(minutes))).toMatchObject(
        refusedWith(400, 'INVALID_INPUT', { field: 'at' }),
      );
    }
    const selected = await plan(administrator, { text, uids: ['one', asha.uid] });
    const cancelled = await plan(administrator);
    expect((await administrator.send('DELETE', `${url}/${cancelled.id}`)).status).toBe(200);
    await asha.put('/api/me/track', { developmentTrack: 'ml' });
    await administrator.patch('/api/admin/members/one', { fullName: 'Lata', reason: 'x' });
    expect(await move(later, cancelled.id)).toMatchObject(refusedWith(409, 'NOT_PLANNED'));
    await pass();
    expect(await shownTo(asha)).toEqual(['Your Machine Learning room.']);
    expect(await move(later)).toMatchObject(refusedWith(409, 'NOT_PLANNED'));
    const sent = new Map((await list()).map((message) => [message.id, message]));
    expect(sent.get(id)).toMatchObject({ recipients: 1, leftOut: 0 });
    expect(sent.get(selected.id)).toMatchObject({ recipients: 2 });
    expect(sent.get(cancelled.id)).toMatchObject({ withdrawnAt: expect.any(String) });
  });

  it('leaves out a member for whom the text has a gap by then', async () => {
    const { portal, administrator, list, pass, recipients } = await open();
    const { id } = await plan(administrator, { text: 'Your {track} room.', filter: { track: 'web' } });
    const search = await plan(administrator, {
      text: 'Your {track} room.',
      filter: { q: '1sd', track: 'web' },
    });
    const own = portal.store.db.updateTable('members').where('uid', '=', 'one');
    await own.set({ developmentTrack: null }).execute();
    await pass();
    expect(await recipients(search.id)).not.toContain('one');
    const sent = new Map((await list()).map((message) => [message.id, message]));
    expect(sent.get(search.id)).toMatchObject({ recipients: 1, leftOut: 1 });
    expect(sent.get(id)).toMatchObject({ recipients: 1, leftOut: 0 });
  });

  it('goes by the clock of the database, also from a process whose clock is a minute ahead', async () => {
    const { portal, administrator, list } = await open();
    const { id } = await plan(administrator, { at: inMinutes(0.75) });
    takeClock().pass(60_000);
    await sendDueMessages(portal.deps);
    // SQLite has no other clock than its machine's.
    const plannedFor = engine === 'sqlite' ? null : expect.any(String);
    expect(await list()).toMatchObject([{ id, plannedFor }]);
  });

  it('reaches 2,000 members at its time', async () => {
    const { portal, administrator, pass, list, mails } = await open();
    const records = Array.from({ length: 2_000 }, () => newRecord({ fullName: 'Lata Iyer' }));
    await addRecords(portal.store, records);
    await plan(administrator, { text: 'Hi {firstName}', filter: { q: 'lata' } });
    await pass();
    expect(await list()).toMatchObject([{ recipients: 2_000, emails: { waiting: 2_000 } }]);
    expect(await mails()).toHaveLength(2_000);
  });

  it('is refused for a time that has passed, after its end, and to nobody', async () => {
    const { administrator } = await open();
    for (const [body, status] of [
      [{ at: inMinutes(-1) }, 400],
      [{ at: inMinutes(60), endsAt: inMinutes(30) }, 400],
      [{ at: 'tomorrow' }, 400],
      [{ at: inMinutes(60), filter: { track: 'game' } }, 409],
      [{ at: inMinutes(60), text: 'Your {track}' }, 409],
    ] as const) {
      const answer = await administrator.post(url, { text: 'Hello.', filter: {}, email: false, ...body });
      expect(answer.status).toBe(status);
    }
  });
});
