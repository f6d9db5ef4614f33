import { expect, it, vi } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { openTestApp, registerPerson, signIn, type TestApp } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine, freshDatabase } from '#tests/helpers/engines.ts';
import { goodBody } from '#tests/helpers/good-bodies.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const hour = 60 * 60_000;
const noPassword = { ADMIN_PASSWORD: '' };
const invalid = refusedWith(400, 'INVALID_TOKEN');
const form = { ...goodBody('POST', '/api/setup') } as Record<string, string>;

/** A start of the portal: the secret of the link that it prints. */
async function start({ store, deps }: TestApp): Promise<string> {
  return (await ensureAdministrator(store, deps.config)) ?? '';
}

function setUp(portal: TestApp, token: string, some: object = {}) {
  return portal.visitor().post('/api/setup', { ...form, token, ...some });
}

describeEachEngine('the link of an empty portal', (engine) => {
  it('makes the administrator with the first settings, and signs in', async () => {
    const portal = await openTestApp(engine, { env: noPassword });
    const member = await registerPerson(portal);
    const token = await start(portal);
    expect(token).toMatch(/^[\w-]{32}$/);
    const lead = portal.visitor();
    expect((await lead.post('/api/setup/check', { token })).body).toEqual({
      ...{ email: null, name: 'Software Development Club', shortName: 'SDC' },
      ...{ timeZone: null, mailServer: false },
    });
    const answer = await lead.post('/api/setup', { ...form, token });
    expect(answer).toMatchObject({ status: 201, body: { user: { role: 'administrator' } } });
    expect((await lead.get('/api/admin/summary')).status).toBe(200);
    expect(portal.deps.content).toMatchObject({
      club: {
        name: 'Rocket Club',
        shortName: 'RC',
        contactSubject: 'New message from the RC contact form',
      },
      dates: { timeZone: 'Asia/Kolkata' },
    });
    expect((await member.get('/api/session')).body).toMatchObject({ user: { role: 'member' } });
    const again = await signIn(portal, 'lead@club.example', form.password ?? '');
    expect((await again.get('/api/admin/summary')).status).toBe(200);
    // Another start prints none.
    expect(await start(portal)).toBe('');
  });

  it('works once, for a day; each start has a new one, and the first use ends all', async () => {
    const clock = takeClock();
    const portal = await openTestApp(engine, { env: noPassword });
    const first = await start(portal);
    clock.pass(23 * hour);
    const second = await start(portal);
    clock.pass(2 * hour);
    expect(await setUp(portal, first)).toMatchObject(invalid);
    const third = await start(portal);
    expect((await portal.visitor().post('/api/setup/check', { token: second })).status).toBe(200);
    expect((await setUp(portal, third)).status).toBe(201);
    for (const token of [first, second, third]) expect(await setUp(portal, token)).toMatchObject(invalid);
    expect(await rowsOf(portal.store, 'user')).toHaveLength(1);
  });

  it('makes one administrator of several uses together on two processes', async () => {
    const place = await freshDatabase(engine);
    const portals = [
      await openTestApp(engine, { place, env: noPassword }),
      await openTestApp(engine, { place, env: noPassword }),
    ];
    const tokens = await Promise.all(portals.map(start));
    const uses = portals.flatMap((portal, index) =>
      ['one', 'two'].map((name) =>
        setUp(portal, tokens[index] ?? '', { email: `${name}${index}@club.example` }),
      ),
    );
    const answers = await Promise.all(uses);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
    const [portal] = portals;
    if (!portal) throw new Error('no portal');
    expect(await rowsOf(portal.store, 'user')).toHaveLength(1);
    expect(await rowsOf(portal.store, 'session')).toHaveLength(1);
  });

  it('takes no address of a member, and still works afterwards', async () => {
    const portal = await openTestApp(engine, { env: noPassword });
    const member = await registerPerson(portal);
    const token = await start(portal);
    const { email } = member.registration;
    expect(await setUp(portal, token, { email })).toMatchObject(refusedWith(409, 'EMAIL_TAKEN'));
    expect(await rowsOf(portal.store, 'settings')).toEqual([]);
    expect((await setUp(portal, token)).status).toBe(201);
  });

  it('writes nothing if it is cut off before its end, and still works afterwards', async () => {
    const portal = await openTestApp(engine, { env: noPassword });
    const token = await start(portal);
    vi.spyOn(portal.deps.devices, 'remember').mockRejectedValueOnce(new Error('cut off'));
    expect((await setUp(portal, token)).status).toBe(500);
    expect(portal.takeErrors()).toHaveLength(1);
    for (const table of ['user', 'settings', 'session', 'changes'] as const)
      expect(await rowsOf(portal.store, table)).toEqual([]);
    expect((await setUp(portal, token)).status).toBe(201);
  });

  it('ends when a later start is given a password', async () => {
    const portal = await openTestApp(engine, { env: noPassword });
    const token = await start(portal);
    const { config } = portal.deps;
    expect(await ensureAdministrator(portal.store, { ...config, adminPassword: 'a password' })).toBeNull();
    expect(await setUp(portal, token)).toMatchObject(invalid);
  });
});

it('nobody without the link can take the portal, which is as ever for them', async () => {
  const portal = await openTestApp('sqlite', { env: noPassword });
  const token = await start(portal);
  const member = await registerPerson(portal);
  for (const wrong of [token.toLowerCase(), `${token}x`, 'made-up'])
    expect(await member.post('/api/setup', { ...form, token: wrong })).toMatchObject(invalid);
  expect((await portal.visitor().get('/login')).status).toBe(200);
  const state = await portal.store.db.selectFrom('portal_state').selectAll().execute();
  expect(JSON.stringify(state)).not.toContain(token);
  expect(portal.logText()).not.toContain(token);
});
