import { describe, expect, it } from 'vitest';
import { mark } from '#tests/helpers/admin-api.ts';
import { openTestApp, registerPerson } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { changesUntil, openLive, somethingNew } from '#tests/helpers/live-portal.ts';
import { write } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import type { StreamBounds } from './stream-registry.ts';

describeEachEngine('a stream of changes', (engine) => {
  it('starts with a ready event, and with headers that prevent buffering and caching', async () => {
    const { administrator, open } = await openLive(engine);
    const reader = await open(administrator, 'admin/events');
    expect(reader.status).toBe(200);
    expect(Object.fromEntries(reader.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(reader.headers.get('content-encoding')).toBeNull();
    // The headers of every response.
    expect(reader.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(reader.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reader.headers.get('x-hono-already-sent')).toBeNull();
    expect(await reader.next()).toEqual({ id: '0', name: 'ready', data: { seq: 0, resumed: false } });
  });

  it('is refused to a page that shows another account', async () => {
    const { portal, administrator } = await openLive(engine);
    const { uid } = await registerPerson(portal);
    const refused = await administrator.get(`/api/admin/events?account=${uid}`);
    expect(refused).toMatchObject(refusedWith(409, 'ACCOUNT_CHANGED'));
    expect((await administrator.get('/api/admin/events?account=sdc-admin')).status).toBe(200);
  });

  it('delivers every change to the administrator, and their own to a member', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const everybody = await open(administrator, 'admin/events');
    const asha = await registerPerson(portal, { fullName: 'Asha Rao' });
    const bina = await registerPerson(portal, { fullName: 'Bina Das' });
    const all = await changesUntil(everybody, 2);
    const own = await open(asha, 'me/events');
    expect(await own.next()).toMatchObject({ name: 'ready', data: { seq: 2, resumed: false } });
    const project = { githubLink: 'https://github.com/asha/x', projectDescription: 'It works.' };
    await bina.put('/api/me/track', { developmentTrack: 'game' });
    await asha.put('/api/me/track', { developmentTrack: 'web' });
    await asha.put('/api/me/submission', project);
    await mark(administrator, asha.uid, { submissionReviewed: true });

    all.push(...(await changesUntil(everybody, 6)));
    expect(all.map(({ seq, uid, kind }) => [seq, uid, kind])).toEqual([
      [1, asha.uid, 'registered'],
      [2, bina.uid, 'registered'],
      [3, bina.uid, 'track-selected'],
      [4, asha.uid, 'track-selected'],
      [5, asha.uid, 'submission-sent'],
      [6, asha.uid, 'review-changed'],
    ]);
    expect(await changesUntil(own, 6)).toEqual([all[3], all[4], all[5]]);
  });
});

describe('streams', () => {
  it.each<[keyof StreamBounds, StreamBounds, number]>([
    ['account', { account: 2, address: 9, total: 9 }, 429],
    ['address', { account: 9, address: 2, total: 9 }, 429],
    ['total', { account: 9, address: 9, total: 2 }, 503],
  ])(
    'past the bound for the %s are refused for a while; open ones and requests go on',
    async (_name, streamLimits, status) => {
      const { portal, open } = await openLive('sqlite', { streamLimits });
      const person = await registerPerson(portal);
      const readers = [await open(person, 'me/events'), await open(person, 'me/events')];
      for (const reader of readers) await reader.next();
      const refused = await open(person, 'me/events');
      expect(refused.status).toBe(status);
      expect(refused.headers.get('retry-after')).toBe('10');

      expect((await person.put('/api/me/track', { developmentTrack: 'web' })).status).toBe(200);
      for (const reader of readers) expect((await reader.nextChange()).kind).toBe('track-selected');
      readers[0]?.cut();
      await expect.poll(async () => (await open(person, 'me/events')).status).toBe(200);
    },
  );

  it('pass no bound when many are opened at once', async () => {
    const portal = await openTestApp('sqlite', { streamLimits: { account: 9, address: 9, total: 2 } });
    const person = await registerPerson(portal);
    const open = () => person.fetch('/api/me/events', { headers: new Headers() });
    const opened = await Promise.all(Array.from({ length: 6 }, open));
    expect(portal.deps.streams.count()).toBe(2);
    await Promise.all(opened.map(({ body }) => body?.cancel()));
  });

  it('start over when the data was replaced', async () => {
    const { portal, administrator, open } = await openLive('sqlite');
    const { uid } = await registerPerson(portal);
    await write(portal.store, uid, somethingNew());
    const reader = await open(administrator, 'admin/events');
    expect(await reader.next()).toMatchObject({ data: { seq: 2 } });
    await portal.store.db.deleteFrom('changes').where('seq', '=', 2).execute();
    expect(await reader.next()).toBeNull();
    const again = await open(administrator, 'admin/events', '2');
    expect(await again.next()).toMatchObject({ data: { seq: 1, resumed: false } });
  });

  it('are not opened by a HEAD request', async () => {
    const { portal, administrator } = await openLive('sqlite');
    const { status, headers } = await administrator.send('HEAD', '/api/admin/events');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(portal.deps.streams.count()).toBe(0);
  });
});
