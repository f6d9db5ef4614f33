import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { removeAccount } from '#server/accounts/member-data.ts';
import { move } from '#server/operations/transfer.ts';
import { openTestApp, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { inboxSize, listSubmissions, markAllRead, purgeSubmissions } from './inbox-store.ts';

const list = '/api/admin/form-submissions';

describeEachEngine('the total of the inbox', (engine) => {
  it('is the sum of the messages after every way to write or remove them', async () => {
    const portal = await openTestApp(engine);
    const { store } = portal;
    async function total(messages: number) {
      const rows = await rowsOf(store, 'form_submissions');
      const size = await inboxSize(store.db);
      expect(size).toEqual({ messages, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) });
    }
    await total(0);
    const lead = await signInAdministrator(portal);
    const member = await registerPerson(portal);
    await member.post('/f/contact', contactMessage());
    for (const message of ['short', 'long'.repeat(500), 'third'])
      await portal.visitor().post('/f/contact', contactMessage({ message }));
    await total(4);

    const target = await openTestStore(engine);
    await move(store, target);
    expect(await inboxSize(target.db)).toEqual(await inboxSize(store.db));

    const confirm = member.registration.fullName;
    await lead.send('DELETE', `/api/admin/members/${member.uid}`, { body: { confirm } });
    await total(3);
    const [first] = await rowsOf(store, 'form_submissions');
    await lead.patch(list, { ids: [first?.id], deletedAt: null });
    await total(3);
    await purgeSubmissions(store, new Date(Date.now() + 25 * 60 * 60_000), new Date(0));
    await total(2);
    await purgeSubmissions(store, new Date(), new Date(Date.now() + 1_000));
    await total(0);
  });

  it('is never waited for in a circle, when a removal meets the removal of old messages', async () => {
    const portal = await openTestApp(engine);
    const { store } = portal;
    const members = [await registerPerson(portal), await registerPerson(portal)];
    for (const member of members) await member.post('/f/contact', contactMessage());
    await store.db
      .updateTable('form_submissions')
      .set({ deletedAt: '2026-01-01T00:00:00.000Z' })
      .where('memberUid', '=', members[1]?.uid ?? '')
      .execute();
    const holdsTotal = Promise.withResolvers<void>();
    let runs = 0;
    const removal = store.transact(async (trx) => {
      runs += 1;
      for (const { uid } of members) {
        await trx.changes.lock();
        await removeAccount(trx, uid);
        holdsTotal.resolve();
        await setTimeout(200);
      }
    });
    await holdsTotal.promise;
    await Promise.all([removal, purgeSubmissions(store, new Date(), new Date(0))]);
    // A deadlock would have ended one of them.
    expect(runs).toBe(1);
    expect(await inboxSize(store.db)).toMatchObject({ messages: 0 });
  });

  it('bounds the number of messages too, however short they are', async () => {
    const portal = await openTestApp(engine);
    await portal.visitor().post('/f/contact', contactMessage({ message: 'x' }));
    expect((await inboxSize(portal.store.db)).bytes).toBeGreaterThan(1_024);
  });

  it('falls and all messages are read in portions, between which others have their turn', async () => {
    const { store } = await openTestApp(engine);
    const rows = Array.from({ length: 450 }, (_, index) => ({
      ...{ id: `m${String(index).padStart(3, '0')}`, formId: 'contact', fields: '{}', searchText: '' },
      receivedAt: '2026-09-01T10:00:00.000Z',
    }));
    await store.db.insertInto('form_submissions').values(rows).execute();
    const seen: number[] = [];
    let watching = true;
    const watch = (async () => {
      for (; watching; await new Promise(setImmediate)) {
        const unread = { q: '', form: '', state: 'unread', kind: 'any' } as const;
        seen.push((await listSubmissions(store.db, unread, { after: undefined, limit: 500 })).length);
      }
    })();
    const newest = { receivedAt: '2026-09-01T10:00:00.000Z', id: 'm400' };
    expect(await markAllRead(store, 'sdc-admin', newest)).toBe(401);
    await purgeSubmissions(store, new Date(), new Date());
    watching = false;
    await watch;
    expect(await inboxSize(store.db)).toMatchObject({ messages: 0 });
    // Between the first portion and the last.
    expect(seen.some((unread) => unread > 49 && unread < 450)).toBe(true);
  });
});

/** A step that reads a whole table to which strangers can add rows, or every season adds thousands. */
const large = /^SCAN (?:form_submissions|mail_outbox|changes|closed_accounts)(?! USING)/;

it('no request reads the whole inbox, outbox, change log or list of closed accounts, or a message that it does not show', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const portal = await openTestApp('sqlite');
  const lead = await signInAdministrator(portal);
  const member = await registerPerson(portal);
  await portal.visitor().post('/f/contact', contactMessage());
  await member.post('/f/contact', contactMessage());
  const filters = ['kind=project', 'kind=answered', 'state=unread', 'state=read', 'form=contact'];
  const { newest } = (await lead.get(list)).body as { newest: string };
  const pages = [
    ...['/api/diagnostics/health', '/api/admin/summary', '/api/admin/results', '/api/admin/messages'],
    '/api/admin/trash',
    ...['/api/admin/changes', '/api/admin/changes?kind=registered', `/api/admin/changes?uid=${member.uid}`],
    ...[`/api/admin/members/${member.uid}/account`, `/api/admin/reviews/${member.uid}`],
    ...filters.map((filter) => `${list}?${filter}`),
  ];
  for (const page of pages) expect(await lead.get(page), page).toMatchObject({ status: 200 });
  expect(await lead.post(`${list}/read`, { newest })).toMatchObject({ status: 200 });
  expect((await member.post('/api/account/return', { token: 'made up' })).status).toBe(400);
  const confirm = member.registration.fullName;
  const removal = await lead.send('DELETE', `/api/admin/members/${member.uid}`, { body: { confirm } });
  expect(removal.status).toBe(200);

  const statements = new Set(prepare.mock.calls.map(([sql]) => sql));
  prepare.mockRestore();
  const file = new DatabaseSync(`${portal.deps.config.dataDir}/portal.sqlite`, { readOnly: true });
  const planOf = (sql: string) =>
    file
      .prepare(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => String(detail));
  const whole = [...statements]
    .filter((sql) => /^(?:select|update|delete|insert)/i.test(sql))
    // The newest of all, by the primary key.
    .filter((sql) => !/from "changes" order by "seq" desc limit/.test(sql))
    .filter((sql) => planOf(sql).some((step) => large.test(step)));
  file.close();
  expect(statements.size).toBeGreaterThan(50);
  expect(whole).toEqual([]);
});
