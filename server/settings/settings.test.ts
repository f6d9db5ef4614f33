import { describe, expect, it } from 'vitest';
import { clubScope } from '#domain/changes.ts';
import { settingsPartNames } from '#domain/settings.ts';
import { openActors, openTestApp, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine, freshDatabase, type TestEngine } from '#tests/helpers/engines.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

async function open(engine: TestEngine) {
  const portal = await openTestApp(engine);
  const administrator = await signInAdministrator(portal);
  const { club } = portal.deps.content;
  const { taskTitles: _, ...value } = club;
  const save = (shortName: string, version: number) =>
    administrator.put('/api/admin/settings/club', { value: { ...value, shortName }, version });
  return { portal, administrator, value, save };
}

describeEachEngine('settings', (engine) => {
  it('are the defaults until they are saved, and then show on the next page', async () => {
    const { portal, administrator, value, save } = await open(engine);
    expect((await administrator.get('/api/admin/settings/club')).body).toEqual({ value, version: 0 });
    expect((await save('ABC', 0)).body).toEqual({ value: { ...value, shortName: 'ABC' }, version: 1 });
    expect((await portal.visitor().get('/terms')).text).toContain('Terms of ABC');
    expect((await administrator.get('/api/admin/settings/club')).body).toMatchObject({ version: 1 });
  });

  it('are refused if they were saved since the page showed them, with the ones of now', async () => {
    const { value, save } = await open(engine);
    await save('ABC', 0);
    const refused = await save('DEF', 0);
    expect(refused).toMatchObject(refusedWith(409, 'STALE_VERSION'));
    expect(refused.body).toMatchObject({ current: { value: { ...value, shortName: 'ABC' }, version: 1 } });
    // The first answer may have been lost.
    expect((await save('ABC', 0)).status).toBe(200);
  });

  it('are in the history, and are undone there unless they have changed since', async () => {
    const { portal, administrator, save } = await open(engine);
    await save('ABC', 0);
    const { body } = await administrator.get('/api/admin/changes');
    const [change] = (body as { changes: { seq: number }[] }).changes;
    expect(change).toMatchObject({
      kind: 'settings-changed',
      uid: clubScope,
      actor: 'administrator',
      undoable: true,
      fields: { 'club.shortName': { old: 'SDC', new: 'ABC' } },
    });
    const undo = () => administrator.post(`/api/admin/changes/${change?.seq}/undo`, {});
    expect((await undo()).status).toBe(200);
    await expect.poll(() => portal.deps.content.club.shortName).toBe('SDC');
    expect(await undo()).toMatchObject(refusedWith(409, 'CHANGED_SINCE'));
    expect(await portal.mails()).toEqual([]);
  });

  it('show on another process within a second', async () => {
    const place = await freshDatabase(engine);
    const first = await openTestApp(engine, { place });
    const second = await openTestApp(engine, { place });
    const administrator = await signInAdministrator(first);
    const { body } = await administrator.get('/api/admin/settings/dates');
    const { value, version } = body as { value: object; version: number };
    await administrator.put('/api/admin/settings/dates', { value: { ...value, open: false }, version });
    await expect.poll(() => second.deps.content.dates.open, { timeout: 2_000 }).toBe(false);
  });

  it('of an older version that no longer fit are named, and the last good ones stay in use', async () => {
    const { portal, save } = await open(engine);
    await save('ABC', 0);
    await portal.store.db.updateTable('settings').set({ value: '{"name":"Club"}' }).execute();
    await portal.deps.settings.refresh();
    expect(portal.deps.settings.faults).toMatchObject([
      { part: 'club', message: expect.stringContaining('shortName: is missing') },
    ]);
    expect(portal.deps.content.club.shortName).toBe('ABC');
  });
});

it('dates that an earlier release stored are read, whatever their year', async () => {
  const { portal } = await open('sqlite');
  const stored = { deadline: '0026-12-01T10:00:00Z', late: 'closed' };
  const row = { part: 'dates', value: JSON.stringify(stored), version: 1 };
  await portal.store.db.insertInto('settings').values(row).execute();
  await portal.deps.settings.refresh();
  expect(portal.deps.settings.faults).toEqual([]);
  expect(portal.deps.content.dates).toMatchObject(stored);
});

describe('a part of the settings', () => {
  it('is refused with the field at fault', async () => {
    const { portal, administrator, value } = await open('sqlite');
    const put = (part: string, given: unknown, version = 0) =>
      administrator.put(`/api/admin/settings/${part}`, { value: given, version });
    for (const shortName of ['A\r\nBcc: asha@mail.example', 'A\u0000B', '\u202e', ''])
      expect(await put('club', { ...value, shortName })).toMatchObject({
        status: 400,
        body: { field: 'value.shortName' },
      });
    expect(await put('club', { ...value, terms: [] })).toMatchObject({
      status: 400,
      body: { field: 'value.terms' },
    });
    const times = { opensAt: '2026-12-02T10:00:00Z', closesAt: '2026-12-01T10:00:00Z' };
    expect(await put('dates', times)).toMatchObject({ status: 400, body: { field: 'value.closesAt' } });
    const { opensAt, closesAt: before } = times;
    for (const typed of [
      ...['0026-12-01T10:00:00Z'].flatMap((year26) => [{ hearBy: year26 }, { deadlines: { web: year26 } }]),
      // Left from last season, where the next one opens.
      ...[
        { opensAt, hearBy: before },
        { opensAt, deadlines: { web: before } },
      ],
    ]) {
      const field = 'hearBy' in typed ? 'value.hearBy' : 'value.deadlines.web';
      expect(await put('dates', typed)).toMatchObject({ status: 400, body: { field } });
    }
    expect(await put('dates', { opensAt, deadline: opensAt })).toMatchObject({ status: 200 });
    expect(await put('dates', { opensAt, open: true, hearBy: before }, 1)).toMatchObject({ status: 200 });
    expect(await put('dates', { timeZone: 'Mars/Olympus' })).toMatchObject({
      status: 400,
      body: { field: 'value.timeZone' },
    });
    // Many browsers do not know offsets as zones.
    expect(await put('dates', { timeZone: '+05:30' })).toMatchObject({ status: 400 });
    const { forms } = portal.deps.content;
    const others = { ...forms, forms: forms.forms.filter(({ id }) => id !== 'contact') };
    expect(await put('forms', others)).toMatchObject({ status: 400, body: { field: 'value.forms' } });
    expect((await put('forms', forms)).status).toBe(200);
  });

  it('says in the history what was missing before, and undoes it', async () => {
    const { administrator } = await open('sqlite');
    const address = '/api/admin/settings/dates';
    const { body } = await administrator.get(address);
    const { value, version } = body as { value: object; version: number };
    const hearBy = '2099-12-19T10:00:00Z';
    await administrator.put(address, { value: { ...value, hearBy }, version });
    const history = (await administrator.get('/api/admin/changes')).body as { changes: { seq: number }[] };
    expect(history.changes[0]).toMatchObject({ fields: { 'dates.hearBy': { old: null, new: hearBy } } });
    const undone = await administrator.post(`/api/admin/changes/${history.changes[0]?.seq}/undo`, {});
    expect(undone.status).toBe(200);
    expect((await administrator.get(address)).body).toMatchObject({ value: { hearBy: null } });
  });

  it('is the administrator’s alone', async () => {
    const portal = await openTestApp('sqlite');
    const { administrator, nobody, expired, member, another, reviewer } = await openActors(portal);
    for (const part of settingsPartNames) {
      const address = `/api/admin/settings/${part}`;
      const { body } = await administrator.get(address);
      expect(body, part).toMatchObject({ version: 0 });
      for (const actor of [nobody, expired, member, another, reviewer]) {
        const isKnown = actor !== nobody && actor !== expired;
        const refused = isKnown ? refusedWith(403, 'NOT_ALLOWED') : refusedWith(401, 'SIGN_IN_REQUIRED');
        expect(await actor.get(address), part).toMatchObject(refused);
        expect(await actor.put(address, body), part).toMatchObject(refused);
      }
      expect(await rowsOf(portal.store, 'settings')).toEqual([]);
    }
  });

  it('that does not exist is not found', async () => {
    const { administrator } = await open('sqlite');
    for (const part of ['secrets', 'toString', '__proto__'])
      expect((await administrator.get(`/api/admin/settings/${part}`)).status).toBe(404);
  });
});
