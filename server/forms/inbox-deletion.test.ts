import { beforeAll, beforeEach, expect, it } from 'vitest';
import { inboxPage } from '#domain/form-inbox.ts';
import { keepHouse } from '#server/operations/housekeeping.ts';
import { openTestApp, registerPerson, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const list = '/api/admin/form-submissions';
const day = 24 * 60 * 60_000;

describeEachEngine('a message of the inbox', (engine) => {
  let portal: TestApp;
  let admin: Visitor;
  let ids: string[];

  beforeAll(async () => {
    portal = await openTestApp(engine);
    admin = await signInAdministrator(portal);
  });

  beforeEach(async () => {
    await portal.store.db.deleteFrom('form_submissions').execute();
    for (const name of ['First', 'Second', 'Third']) {
      await portal.visitor().post('/f/contact', contactMessage({ name }));
    }
    ids = (await shown()).submissions.map(({ id }) => id);
  });

  async function shown() {
    return inboxPage.parse((await admin.get(list)).body);
  }

  function change(deleted: boolean, which: string[]) {
    return admin.patch(list, { ids: which, deleted });
  }

  async function stored(): Promise<number> {
    return (await portal.store.db.selectFrom('form_submissions').select('id').execute()).length;
  }

  it('disappears from list, count, export and address when deleted, and returns when that is undone', async () => {
    const [first = '', second = '', third = ''] = ids;
    expect(await change(true, [first, second])).toMatchObject({ status: 200, body: { changed: 2 } });
    expect(await shown()).toMatchObject({ submissions: [{ id: third }], unread: 1 });
    expect((await admin.get(`${list}/${first}`)).status).toBe(404);
    expect((await admin.patch(`${list}/${first}`, { read: true })).status).toBe(404);
    expect((await admin.get(`${list}.csv`)).text.trim().split('\r\n')).toHaveLength(2);

    expect((await change(true, [first])).body).toEqual({ changed: 0 });
    expect((await change(false, [first, second, 'nobody'])).body).toEqual({ changed: 2 });
    expect((await shown()).submissions.map(({ id }) => id)).toEqual(ids);
  });

  it('is purged a day after its deletion, and at the end of its retention time', async () => {
    const now = Date.now();
    const config = { ...portal.deps.config, keepMessagesDays: 30 };
    const after = (ms: number) => keepHouse({ ...portal.deps, config }, new Date(now + ms));
    await change(true, ids.slice(0, 1));
    await after(day - 60_000);
    expect(await stored()).toBe(3);
    await after(day + 60_000);
    expect(await stored()).toBe(2);
    expect((await change(false, ids.slice(0, 1))).body).toEqual({ changed: 0 });
    await after(30 * day + 60_000);
    expect(await stored()).toBe(0);
    // Housekeeping ended the session, too.
    admin = await signInAdministrator(portal);
  });

  it('notifies the administrator’s other pages, and no member', async () => {
    await change(true, ids);
    await change(false, ids);
    const changes = await portal.store.db
      .selectFrom('changes')
      .select(['kind', 'uid'])
      .orderBy('seq', 'desc')
      .limit(2)
      .execute();
    const uid = portal.deps.config.adminUid;
    expect(changes).toEqual([
      { kind: 'messages-restored', uid },
      { kind: 'messages-deleted', uid },
    ]);
  });

  it('cannot be deleted by members', async () => {
    const member = await registerPerson(portal);
    expect((await member.patch(list, { ids, deleted: true })).status).toBe(403);
    expect((await portal.visitor().patch(list, { ids, deleted: true })).status).toBe(401);
    expect((await shown()).submissions).toHaveLength(3);
  });

  it.each([
    { ids: [], deleted: true },
    { ids: ['a b'], deleted: true },
    { ids: [7], deleted: true },
    { ids: Array.from({ length: 501 }, (_, index) => `id${index}`), deleted: true },
    { ids: ['a'] },
  ])('is not deleted by an invalid body', async (body) => {
    expect((await admin.patch(list, body)).status).toBe(400);
  });
});
