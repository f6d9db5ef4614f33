import { expect, it } from 'vitest';
import type { GroupMessage, GroupMessagesPage, OwnMessages, RecipientsPage } from '#domain/group-messages.ts';
import type { Member } from '#domain/members.ts';
import { removeMembers } from '#server/accounts/removal.ts';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import { registerPerson } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { readEvents } from '#tests/helpers/event-reader.ts';
import { listen } from '#tests/helpers/listen.ts';
import { newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { stateIn } from '#tests/helpers/page-state.ts';
import { decide, inMinutes, releaseNow } from '#tests/helpers/results.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

const url = '/api/admin/messages';

async function send(administrator: Visitor, message: object): Promise<GroupMessage> {
  const sent = await administrator.post(url, { text: 'Hello.', filter: {}, email: false, ...message });
  expect(sent).toMatchObject({ status: 200 });
  return sent.body as GroupMessage;
}

async function shownTo(member: Visitor): Promise<string[]> {
  const { body } = await member.get('/api/me/messages');
  return (body as OwnMessages).messages.map(({ text }) => text);
}

async function recipientsOf(administrator: Visitor, id: string): Promise<string[]> {
  const { body } = await administrator.get(`${url}/${id}/recipients`);
  return (body as RecipientsPage).recipients.map(({ uid }) => uid);
}

describeEachEngine('a message to a group', (engine) => {
  async function open(members: Member[] = []) {
    const { portal, administrator } = await openWithMembers(engine, members);
    const asha = await registerPerson(portal);
    await asha.put('/api/me/track', { developmentTrack: 'web' });
    return { portal, administrator, asha };
  }

  it('goes to those who match the member list’s filter when it is sent, whatever they do later', async () => {
    const { portal, administrator, asha } = await open([
      newRecord({ uid: 'waits', developmentTrack: 'web' }),
      submittedRecord({ uid: 'sent' }),
      newRecord({ uid: 'leaves', developmentTrack: 'web' }),
      newRecord({ uid: 'other', developmentTrack: 'ml' }),
    ]);
    const sent = await send(administrator, { filter: { track: 'web', submitted: false } });
    expect(sent).toMatchObject({ recipients: 3, sentBy: portal.deps.config.adminEmail });
    const { id } = sent;
    await removeMembers(portal.deps, ['leaves'], 'sdc-admin');
    await asha.put('/api/me/track', { developmentTrack: 'ml' });
    const late = await registerPerson(portal);
    await late.put('/api/me/track', { developmentTrack: 'web' });
    expect(await shownTo(asha)).toEqual(['Hello.']);
    expect(await shownTo(late)).toEqual([]);
    const page = stateIn((await asha.get('/dashboard')).text);
    expect(page.messages).toEqual((await asha.get('/api/me/messages')).body);
    expect((await recipientsOf(administrator, id)).toSorted()).toEqual([asha.uid, 'waits'].toSorted());
    const { body } = await administrator.get(url);
    expect((body as GroupMessagesPage).messages).toMatchObject([{ id, recipients: 3 }]);
  });

  it.each([
    ['a filter as in an address', { track: 'web', submitted: 'false', year: '2' }, 200],
    ['several values', { track: ['ml', 'web'], year: '2,3', department: ['Civil Engineering', 'x'] }, 200],
    ['several values that nobody has', { track: 'ml,game,none', step: [3, 4] }, 409],
    ['several values of which one is unknown', { track: 'web,iot' }, 400],
    ['no value', { track: [] }, 400],
    ['a search', { q: 'ravi' }, 200],
    ['a search that finds nobody', { q: 'lata' }, 409],
    ['the least score', { score: '0' }, 409],
    ['a filter that the list does not have', { trak: 'web' }, 400],
    ['a value that the list does not have', { track: 'iot' }, 400],
    ['no filter', undefined, 400],
    ['a filter that nobody matches', { track: 'game' }, 409],
  ])('takes %s for what it is', async (_, filter, status) => {
    const { administrator } = await open([newRecord({ developmentTrack: 'web', fullName: 'Ravi Iyer' })]);
    const answer = await administrator.post(url, { text: 'Hello.', filter, email: false });
    expect(answer.status).toBe(status);
  });

  it('goes to selected members alone, of whom some may have left', async () => {
    const { portal, administrator, asha } = await open([
      newRecord({ uid: 'one' }),
      newRecord({ uid: 'two' }),
    ]);
    const uids = [asha.uid, 'two', 'gone'];
    const audience = await administrator.post('/api/admin/message-audience', { uids });
    expect(audience.body).toMatchObject({ members: 2 });
    const { body } = await administrator.post(url, { text: 'Hello.', uids, recipients: 2 });
    expect(body).toMatchObject({ recipients: 2, filter: null });
    expect(await shownTo(asha)).toEqual(['Hello.']);
    // They have the same name, and the id of one is random.
    const recipients = await recipientsOf(administrator, (body as { id: string }).id);
    expect(recipients.toSorted()).toEqual([asha.uid, 'two'].toSorted());
    const invalid = refusedWith(400, 'INVALID_INPUT', { field: 'filter' });
    expect(await administrator.post(url, { text: 'Hello.', uids, filter: {} })).toMatchObject(invalid);
    expect(await administrator.post(url, { text: 'Hello.' })).toMatchObject(invalid);
    expect((await administrator.post(url, { text: 'Hello.', uids: [] })).status).toBe(400);
    expect(await administrator.post(url, { text: 'Hello.', uids: ['gone'] })).toMatchObject(
      refusedWith(409, 'NO_RECIPIENTS'),
    );
    await removeMembers(portal.deps, ['two'], 'sdc-admin');
    expect(await recipientsOf(administrator, (body as { id: string }).id)).toEqual([asha.uid]);
  });

  it('goes by outcome and score once the results are released, and gives no outcome away before', async () => {
    const records = [submittedRecord({ uid: 'judged' }), newRecord({ uid: 'other' })];
    const { administrator, asha } = await open(records);
    await decide(administrator, [asha.uid], 'selected');
    await decide(administrator, ['judged'], 'waitlisted');
    const filter = { outcome: 'selected' };
    const refused = refusedWith(409, 'NOT_RELEASED');
    const audience = '/api/admin/message-audience';
    expect(await administrator.post(url, { text: 'Welcome.', filter })).toMatchObject(refused);
    expect(await administrator.post('/api/admin/message-test', { text: 'x', filter })).toMatchObject(refused);
    expect(await administrator.get(`${audience}?outcome=none`)).toMatchObject(refused);
    expect((await administrator.get(`${audience}?score=0`)).body).toMatchObject({ members: 1 });
    expect(await shownTo(asha)).toEqual([]);
    expect((await releaseNow(administrator, { at: inMinutes(10) })).status).toBe(200);
    expect(await administrator.post(url, { text: 'Welcome.', filter })).toMatchObject(refused);
    expect((await releaseNow(administrator)).status).toBe(200);
    expect(await send(administrator, { filter })).toMatchObject({ recipients: 1, filter });
    expect(await shownTo(asha)).toEqual(['Hello.']);
    const { id } = await send(administrator, { filter: { score: 0, submitted: true } });
    expect(await recipientsOf(administrator, id)).toEqual(['judged']);
  });

  it('is filled in with the name and track of its reader as they were, and nothing else', async () => {
    const { portal, administrator, asha } = await open();
    const own = portal.store.db.updateTable('members').where('uid', '=', asha.uid);
    await own.set({ fullName: '{track} <b>$& Rao' }).execute();
    await send(administrator, { text: 'Hi {name}, read https://club.example/{track}', filter: {} });
    await asha.put('/api/me/track', { developmentTrack: 'ml' });
    expect(await shownTo(asha)).toEqual(['Hi {track} <b>$& Rao, read https://club.example/Web Development']);
  });

  it('is not sent with a gap, to others than its sender saw, twice, or with an end in the past', async () => {
    const { portal, administrator, asha } = await open();
    const other = await registerPerson(portal);
    const refused = [
      [{ text: 'Your task for {track}', filter: {} }, 409, 'MISSING_VALUE'],
      [{ text: 'Hi {nmae}', filter: {} }, 400, 'INVALID_INPUT'],
      [{ text: ' ', filter: {} }, 400, 'INVALID_INPUT'],
      [{ text: 'x'.repeat(2_001), filter: {} }, 400, 'INVALID_INPUT'],
      [{ text: 'x', filter: {}, recipients: 1 }, 409, 'RECIPIENTS_CHANGED'],
      [{ text: 'x', filter: {}, endsAt: '2020-01-01T00:00:00Z' }, 400, 'INVALID_INPUT'],
    ] as const;
    for (const [body, status, code] of refused) {
      expect(await administrator.post(url, body)).toMatchObject(refusedWith(status, code));
    }
    expect((await administrator.get('/api/admin/message-audience')).body).toMatchObject({
      members: 2,
      missing: { name: 0, track: 1 },
    });
    const id = 'chosen-by-the-page-1';
    const both = [1, 2].map(() => administrator.post(url, { text: 'Once.', filter: {}, id, recipients: 2 }));
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    for (const member of [asha, other]) expect(await shownTo(member)).toEqual(['Once.']);
  });

  it('is corrected on dashboards, also where it was dismissed, and never a text that its page did not show', async () => {
    const { portal, administrator, asha } = await open();
    const { id } = await send(administrator, { text: 'Room A, {track}.' });
    const other = await send(administrator, { text: 'Another message.' });
    for (const message of [id, other.id]) await asha.send('DELETE', `/api/me/messages/${message}`);
    const correct = (text: string, shown: string) =>
      administrator.patch(`${url}/${id}`, { text, shown: { text: shown } });
    for (const _time of ['first', 'again'])
      expect(await correct('Room B.', 'Room A, {track}.')).toMatchObject({ status: 200, body: { id } });
    expect((await asha.get('/api/me/messages')).body).toMatchObject({
      messages: [{ text: 'Room B.', correctedAt: expect.any(String) }],
    });
    expect(await correct('Room C.', 'Room A, {track}.')).toMatchObject(
      refusedWith(409, 'STALE_VERSION', { current: { text: 'Room B.' } }),
    );
    await portal.store.db.updateTable('group_message_recipients').set({ developmentTrack: null }).execute();
    expect(await correct('Your {track}.', 'Room B.')).toMatchObject({ status: 409 });
    await administrator.send('DELETE', `${url}/${id}`);
    expect(await correct('Room D.', 'Room B.')).toMatchObject({ status: 409 });
  });

  it('reaches the open pages of its recipients, and those of nobody else', async () => {
    const { portal, administrator, asha } = await open();
    const other = await registerPerson(portal);
    const origin = await listen(portal);
    const own = await readEvents(`${origin}/api/me/events`, asha);
    const others = await readEvents(`${origin}/api/me/events`, other);
    for (const reader of [own, others]) expect((await reader.next())?.name).toBe('ready');
    const { id } = await send(administrator, { filter: { track: 'web' } });
    expect(await own.next()).toMatchObject({ data: { topic: 'messages', uid: asha.uid } });
    await asha.send('DELETE', `/api/me/messages/${id}`);
    expect(await own.next()).toMatchObject({ data: { topic: 'messages' } });
    await other.put('/api/me/track', { developmentTrack: 'ml' });
    expect(await others.next()).toMatchObject({ data: { topic: 'record' } });
    expect((await administrator.get('/api/admin/changes')).text).not.toContain('group-message');
  });

  it('comes in pages, and so do its recipients; a dashboard shows the latest', async () => {
    const records = Array.from({ length: 150 }, (_, index) =>
      newRecord({ fullName: `Member ${1000 + index}` }),
    );
    const { administrator, asha } = await open(records);
    for (let index = 0; index < 21; index += 1) await send(administrator, { text: `Number ${index}` });
    const first = (await administrator.get(url)).body as GroupMessagesPage;
    const second = (await administrator.get(`${url}?cursor=${first.nextCursor}`)).body as GroupMessagesPage;
    expect(first.messages).toHaveLength(20);
    expect(await shownTo(asha)).toEqual(first.messages.map(({ text }) => text));
    expect(second).toMatchObject({ messages: [{ text: 'Number 0' }], nextCursor: null });
    const { id } = second.messages[0] ?? { id: '' };
    const page = async (from: number) =>
      (await administrator.get(`${url}/${id}/recipients?from=${from}`)).body as RecipientsPage;
    expect((await page(0)).recipients).toHaveLength(100);
    const all = [...(await page(0)).recipients, ...(await page(100)).recipients];
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(151);
    expect((await administrator.get(`${url}/none/recipients`)).status).toBe(404);
  });
});
