import { beforeAll, beforeEach, expect, it } from 'vitest';
import { staffScope } from '#domain/changes.ts';
import { inboxPage, messageDeletionAnswer } from '#domain/form-inbox.ts';
import { keepHouse } from '#server/operations/housekeeping.ts';
import { openTestApp, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { changesOf, rowsOf } from '#tests/helpers/records.ts';
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

  async function change(which: string[], deletedAt: string | null = null) {
    const { status, body } = await admin.patch(list, { ids: which, deletedAt });
    expect(status).toBe(200);
    return messageDeletionAnswer.parse(body);
  }

  async function stored(): Promise<number> {
    return (await rowsOf(portal.store, 'form_submissions')).length;
  }

  it('disappears from list, count, export and address when deleted, and returns when that is undone', async () => {
    const [first = '', second = '', third = ''] = ids;
    const { changed, deletedAt } = await change([first, second]);
    expect(changed).toBe(2);
    expect(await shown()).toMatchObject({ submissions: [{ id: third }], unread: 1 });
    expect((await admin.get(`${list}/${first}`)).status).toBe(404);
    expect((await admin.patch(`${list}/${first}`, { read: true })).status).toBe(404);
    expect((await admin.get(`${list}.csv`)).text.trim().split('\r\n')).toHaveLength(2);

    expect(await change([first])).toMatchObject({ changed: 0 });
    expect(await change([first, second, 'unknown'], deletedAt)).toEqual({ changed: 2, deletedAt: null });
    expect((await shown()).submissions.map(({ id }) => id)).toEqual(ids);
  });

  it('stays deleted if it was deleted again after the deletion that is undone', async () => {
    const { deletedAt } = await change(ids);
    expect(await shown()).toMatchObject({ submissions: [], newest: null });
    await change(ids, deletedAt);
    // Two deletions within one millisecond are one.
    await expect.poll(() => new Date().toISOString()).not.toBe(deletedAt);
    await change(ids.slice(0, 1));
    expect(await change(ids, deletedAt)).toMatchObject({ changed: 0 });
    expect((await shown()).submissions).toHaveLength(2);
  });

  it('stays unread while it is deleted and the others are marked as read', async () => {
    const { deletedAt } = await change(ids.slice(1));
    const { newest } = await shown();
    expect((await admin.post(`${list}/read`, { newest })).body).toEqual({ changed: 1 });
    await change(ids.slice(1), deletedAt);
    expect(await shown()).toMatchObject({ unread: 2 });
  });

  it('is purged a day after its deletion, and at the end of its retention time', async () => {
    const now = Date.now();
    const config = { ...portal.deps.config, keepMessagesDays: 30 };
    const after = (ms: number) => keepHouse({ ...portal.deps, config }, new Date(now + ms));
    const { deletedAt } = await change(ids.slice(0, 1));
    await after(day - 60_000);
    expect(await stored()).toBe(3);
    await after(day + 60_000);
    expect(await stored()).toBe(2);
    expect(await change(ids.slice(0, 1), deletedAt)).toMatchObject({ changed: 0 });
    await after(30 * day - 60_000);
    expect(await stored()).toBe(2);
    await after(30 * day + 60_000);
    expect(await stored()).toBe(0);
    // Housekeeping ended the session, too.
    admin = await signInAdministrator(portal);
  });

  it('notifies the administrator’s other pages, and no member', async () => {
    const { deletedAt } = await change(ids);
    await change(ids, deletedAt);
    const changes = await changesOf(portal.store, staffScope);
    expect(changes.map(({ kind }) => kind).slice(-2)).toEqual(['messages-deleted', 'messages-restored']);
  });
});
