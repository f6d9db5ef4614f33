import { expect, it } from 'vitest';
import { type SavedView, savedViewLimits } from '#domain/saved-views.ts';
import { openTestApp, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';

describeEachEngine('saved views', (engine) => {
  const address = '/api/admin/saved-views';
  const web = { list: 'users', name: 'Web', query: 'track=web&sort=email' };

  it('are kept by name, replaced by the same name, and deleted', async () => {
    const portal = await openTestApp(engine);
    const administrator = await signInAdministrator(portal);
    const views = async () => ((await administrator.get(address)).body as { views: SavedView[] }).views;
    await administrator.put(address, web);
    await administrator.put(address, { ...web, list: 'submissions' });
    await administrator.put(address, { ...web, query: 'track=web&year=2' });
    expect(await views()).toMatchObject([
      { ...web, list: 'submissions' },
      { ...web, query: 'track=web&year=2' },
    ]);
    const [, first] = await views();
    expect((await administrator.send('DELETE', `${address}/${first?.id}`, { body: {} })).status).toBe(200);
    expect(await views()).toMatchObject([{ list: 'submissions' }]);
    expect((await administrator.send('DELETE', `${address}/${first?.id}`, { body: {} })).status).toBe(404);
  });

  it('are bounded in number and length', async () => {
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    const administrator = await signInAdministrator(portal);
    for (const body of [
      { ...web, name: ' ' },
      { ...web, name: 'x'.repeat(61) },
      { ...web, list: 'all' },
    ]) {
      expect((await administrator.put(address, body)).status).toBe(400);
    }
    for (let n = 0; n < savedViewLimits.views; n += 1) {
      expect((await administrator.put(address, { ...web, name: `View ${n}` })).status).toBe(200);
    }
    expect(await administrator.put(address, web)).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_VIEWS' },
    });
    expect((await administrator.put(address, { ...web, name: 'View 0' })).status).toBe(200);
  });

  it('are the administrator’s alone', async () => {
    const portal = await openTestApp(engine);
    const member = await registerPerson(portal);
    for (const [visitor, status] of [
      [portal.visitor(), 401],
      [member, 403],
    ] as const) {
      expect((await visitor.get(address)).status).toBe(status);
      expect((await visitor.put(address, web)).status).toBe(status);
    }
  });
});
