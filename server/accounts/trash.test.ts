import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changesPage } from '#domain/changes.ts';
import { inboxPage } from '#domain/form-inbox.ts';
import { memberPage } from '#domain/member-list.ts';
import { trash, trashMessages } from '#domain/trash.ts';
import { takeBackup } from '#server/operations/backup.ts';
import { keepHouse } from '#server/operations/housekeeping.ts';
import { restore } from '#server/operations/transfer.ts';
import { openStore } from '#server/store/open.ts';
import { openActors, openTestApp, registerPerson, signIn, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { rowsOf } from '#tests/helpers/records.ts';

const day = 24 * 60 * 60 * 1000;

describeEachEngine('the trash', (engine) => {
  async function portalWithMember() {
    const portal = await openTestApp(engine);
    const lead = await signInAdministrator(portal);
    const asha = await registerPerson(portal, { fullName: 'Asha Rao', email: 'asha@students.example' });
    const remove = async (uid = asha.uid, confirm = 'Asha Rao') =>
      expect((await lead.send('DELETE', `/api/admin/members/${uid}`, { body: { confirm } })).status).toBe(
        200,
      );
    const listed = async () => trash.parse((await lead.get('/api/admin/trash')).body);
    const restoring = () => lead.post(`/api/admin/trash/${asha.uid}/restore`, {});
    const search = async () => {
      const { body } = await lead.get('/api/admin/members?q=asha');
      return memberPage.parse(body).members.map(({ uid }) => uid);
    };
    const messages = async () =>
      inboxPage.parse((await lead.get('/api/admin/form-submissions')).body).submissions;
    return { portal, lead, asha, remove, listed, restoring, search, messages };
  }

  it('holds a removed member for 30 days, invisible elsewhere, and restores everything', async () => {
    const { portal, lead, asha, remove, listed, restoring, search, messages } = await portalWithMember();
    await asha.put('/api/me/track', { developmentTrack: 'web' });
    await asha.post('/f/contact', contactMessage({ email: 'asha@students.example' }));
    const record = (await asha.get('/api/me')).body;
    await remove();
    const { removedAt = '', until = '' } = (await listed()).members[0] ?? {};
    expect(Math.round((Date.parse(until) - Date.parse(removedAt)) / day)).toBe(30);
    expect(await listed()).toEqual({
      members: [{ uid: asha.uid, fullName: 'Asha Rao', email: 'asha@students.example', removedAt, until }],
      total: 1,
    });
    expect(await search()).toEqual([]);
    expect(await messages()).toEqual([]);
    expect((await asha.get('/api/me')).status).toBe(401);
    // Each once: a removed member cannot be removed, nor one who is no member be restored.
    const confirm = { confirm: 'Asha Rao' };
    const again = await lead.send('DELETE', `/api/admin/members/${asha.uid}`, { body: confirm });
    expect(again.status).toBe(404);
    expect(await restoring()).toMatchObject({ status: 200, body: { uid: asha.uid } });
    expect(await restoring()).toMatchObject({ status: 404, body: { code: 'MEMBER_NOT_FOUND' } });
    expect(await listed()).toEqual({ members: [], total: 0 });
    expect(await search()).toEqual([asha.uid]);
    expect(await messages()).toHaveLength(1);
    const back = await signIn(portal, 'asha@students.example', asha.registration.password);
    expect((await back.get('/api/me')).body).toEqual(record);
    const { body } = await lead.get(`/api/admin/changes?uid=${asha.uid}`);
    expect(changesPage.parse(body).changes.map(({ kind }) => kind)).toEqual([
      ...['account-restored', 'member-removed', 'track-selected', 'registered'],
    ]);
  });

  it('restores nobody whose address was taken, and everybody who was removed together', async () => {
    const { portal, lead, asha, remove, restoring, listed } = await portalWithMember();
    await remove();
    const other = await registerPerson(portal, { fullName: 'Other', email: 'asha@students.example' });
    expect(await restoring()).toMatchObject({
      status: 409,
      body: {
        code: 'EMAIL_TAKEN',
        field: 'email',
        message: trashMessages.emailTaken('asha@students.example'),
      },
    });
    expect((await listed()).total).toBe(1);
    const ravi = await registerPerson(portal, { email: 'ravi@students.example' });
    const several = { uids: [other.uid, ravi.uid], confirm: 2 };
    expect((await lead.send('DELETE', '/api/admin/members', { body: several })).body).toEqual({ removed: 2 });
    expect((await listed()).total).toBe(3);
    expect((await restoring()).status).toBe(200);
    // The one who came second cannot return beside the first.
    expect((await lead.post(`/api/admin/trash/${other.uid}/restore`, {})).status).toBe(409);
    expect((await lead.post(`/api/admin/trash/${ravi.uid}/restore`, {})).status).toBe(200);
    expect(asha.uid).not.toBe(other.uid);
  });

  it('lets nobody but the administrator in', async () => {
    const { portal, asha, remove } = await portalWithMember();
    await remove();
    const { nobody, member, another, reviewer } = await openActors(portal);
    for (const [actor, status] of [
      [nobody, 401],
      [member, 403],
      [another, 403],
      [reviewer, 403],
    ] as const)
      for (const [method, path] of [
        ['GET', ''],
        ['POST', `/${asha.uid}/restore`],
        ['DELETE', `/${asha.uid}`],
      ] as const)
        expect((await actor.send(method, `/api/admin/trash${path}`)).status, path).toBe(status);
    expect(await rowsOf(portal.store, 'closed_accounts')).toHaveLength(1);
  });

  it('is emptied by one press, or by itself after 30 days', async () => {
    const { portal, lead, asha, remove, listed } = await portalWithMember();
    await remove();
    const forGood = () => lead.send('DELETE', `/api/admin/trash/${asha.uid}`);
    expect((await forGood()).status).toBe(200);
    expect((await forGood()).status).toBe(404);
    const ravi = await registerPerson(portal, { fullName: 'Ravi', email: 'ravi@students.example' });
    await remove(ravi.uid, 'Ravi');
    const until = Date.parse((await listed()).members[0]?.until ?? '');
    const kept = async () => (await rowsOf(portal.store, 'closed_accounts')).length;
    await keepHouse(portal.deps, new Date(until - 1));
    expect(await kept()).toBe(1);
    await keepHouse(portal.deps, new Date(until));
    expect(await kept()).toBe(0);
    const [last] = (await rowsOf(portal.store, 'changes')).filter(({ kind }) => kind === 'removed-for-good');
    expect(last).toMatchObject({ uid: asha.uid, fields: '{}' });
  });

  it('a restored backup has nobody who was removed after it was made, even if the database was destroyed', async () => {
    const { portal, lead, asha, remove } = await portalWithMember();
    const { config } = portal.deps;
    const people = await Promise.all(
      ['for good', 'in the trash', 'restored'].map((fullName, index) =>
        registerPerson(portal, { fullName, email: `p${index}@students.example` }),
      ),
    );
    await remove();
    const backup = await takeBackup(portal.store, join(config.dataDir, 'backups'));
    for (const person of people) await remove(person.uid, person.registration.fullName);
    await lead.send('DELETE', `/api/admin/trash/${people[0]?.uid}`);
    await lead.send('DELETE', `/api/admin/trash/${asha.uid}`);
    await lead.post(`/api/admin/trash/${people[2]?.uid}/restore`, {});
    // The end of a season takes the log.
    await portal.store.db.deleteFrom('changes').execute();
    const list = await readFile(join(config.dataDir, 'removals.txt'), 'utf8');
    expect(list).not.toMatch(/students|trash/);
    const elsewhere = join(config.dataDir, 'new');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'removals.txt'), `${list}2026-11-`);
    const restored = await restore({ dataDir: elsewhere, databaseUrl: undefined }, backup);
    expect(restored).toMatchObject({ before: null, removedAgain: 3 });
    const store = openStore({ dataDir: elsewhere });
    const uids = (await rowsOf(store, 'members')).map(({ uid }) => uid);
    expect(uids).toEqual([people[2]?.uid]);
    expect((await rowsOf(store, 'closed_accounts')).map(({ uid }) => uid)).toEqual([people[1]?.uid]);
    await store.close();
    await rm(elsewhere, { recursive: true });
  });
});
