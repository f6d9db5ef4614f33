import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { staffScope } from '#domain/changes.ts';
import { type ChangeEvent, lookAgain } from '#domain/live-events.ts';
import { saveReview } from '#tests/helpers/admin-api.ts';
import { openTestApp, registerPerson, signInReviewer } from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { cookieHeader } from '#tests/helpers/cookies.ts';
import { describeEachEngine, storeAt } from '#tests/helpers/engines.ts';
import type { EventReader } from '#tests/helpers/event-reader.ts';
import { makeFiles } from '#tests/helpers/firebase-export.ts';
import { importFiles } from '#tests/helpers/firebase-import.ts';
import { openLive, somethingNew, told } from '#tests/helpers/live-portal.ts';
import { write } from '#tests/helpers/records.ts';
import { decide } from '#tests/helpers/results.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { unreadLimit } from './live-stream.ts';
import type { StreamBounds } from './streams.ts';

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
    expect(await reader.next()).toEqual({ name: 'ready', data: {} });
  });

  it('is refused to a page that shows another account', async () => {
    const { portal, administrator } = await openLive(engine);
    const { uid } = await registerPerson(portal);
    const refused = await administrator.get(`/api/admin/events?account=${uid}`);
    expect(refused).toMatchObject(refusedWith(409, 'ACCOUNT_CHANGED'));
    expect((await administrator.get('/api/admin/events?account=sdc-admin')).status).toBe(200);
  });

  it('names the topic of every change to the administrator, to a reviewer those of submissions, and to a member only what is their own', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const reviewers = await open(await signInReviewer(portal), 'admin/events');
    const everybody = await open(administrator, 'admin/events');
    const witness = await open(administrator, 'admin/events');
    const asha = await registerPerson(portal, { fullName: 'Asha Rao' });
    const bina = await registerPerson(portal, { fullName: 'Bina Das' });
    await told(witness, bina.uid);
    const own = await open(asha, 'me/events');
    expect(await own.next()).toMatchObject({ name: 'ready' });
    const project = { githubLink: 'https://github.com/asha/x', projectDescription: 'It works.' };
    await bina.put('/api/me/track', { developmentTrack: 'game' });
    await asha.put('/api/me/track', { developmentTrack: 'web' });
    await asha.put('/api/me/submission', project);
    await saveReview(administrator, asha.uid, { note: 'Between us.' });
    await decide(administrator, [asha.uid], 'selected');
    await saveReview(administrator, asha.uid, { submissionReviewed: true });
    await write(portal.store, asha.uid, somethingNew());

    const [ofAsha, ofBina] = [asha, bina].map(({ uid }) => ({ topic: 'record', uid }));
    const ofAccount = { topic: 'account', uid: asha.uid };
    const administrators = ['review', 'results'].map((topic) => ({ topic, uid: staffScope }));
    expect(await changesOf(everybody, 9)).toEqual([
      ...[ofAsha, ofBina, ofBina, ofAsha, ofAsha],
      ...administrators,
      ...[ofAsha, ofAccount],
    ]);
    const seen = [ofAsha, ofBina, ofBina, ofAsha, ofAsha, { topic: 'review', uid: staffScope }];
    expect(await changesOf(reviewers, 8)).toEqual([...seen, ofAsha, ofAccount]);
    expect(await changesOf(own, 4)).toEqual([ofAsha, ofAsha, ofAsha, ofAccount]);
  });

  it('tells every page once to look again after an import, however much it brings', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const witness = await open(administrator, 'admin/events');
    const member = await registerPerson(portal);
    await told(witness, member.uid);
    const reader = await open(member, 'me/events');
    await importFiles(portal, await makeFiles());
    expect(await reader.nextChange()).toEqual(lookAgain);
    await member.put('/api/me/track', { developmentTrack: 'web' });
    expect(await reader.nextChange()).toMatchObject({ topic: 'record' });
  });

  it('follows what another process writes', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const reader = await open(administrator, 'admin/events');
    const { uid } = await registerPerson(portal);
    await told(reader, uid);
    await write(storeAt(portal.deps.config), uid, somethingNew());
    // On SQLite that is an operator's command, which names nothing.
    expect(await reader.nextChange()).toEqual(engine === 'sqlite' ? lookAgain : { topic: 'account', uid });
  });
});

/** The next changes of a stream. */
async function changesOf(reader: EventReader, count: number): Promise<ChangeEvent[]> {
  const changes: ChangeEvent[] = [];
  while (changes.length < count) changes.push(await reader.nextChange());
  return changes;
}

describe('streams', () => {
  it.each<[keyof StreamBounds, StreamBounds, number]>([
    ['account', { account: 2, address: 9, total: 9 }, 429],
    ['address', { account: 9, address: 2, total: 9 }, 429],
    ['total', { account: 9, address: 9, total: 2 }, 503],
  ])(
    'over the limit for the %s are refused for a while; open ones and requests go on',
    async (_name, streamLimits, status) => {
      const { portal, open } = await openLive('sqlite', { streamLimits });
      const person = await registerPerson(portal);
      const readers = [await open(person, 'me/events'), await open(person, 'me/events')];
      for (const reader of readers) await reader.next();
      const refused = await open(person, 'me/events');
      expect(refused.status).toBe(status);
      expect(refused.headers.get('retry-after')).toBe('10');

      expect((await person.put('/api/me/track', { developmentTrack: 'web' })).status).toBe(200);
      for (const reader of readers) expect((await reader.nextChange()).topic).toBe('record');
      readers[0]?.cut();
      await expect.poll(async () => (await open(person, 'me/events')).status).toBe(200);
    },
  );

  it('exceed no limit when many are opened together', async () => {
    const portal = await openTestApp('sqlite', { streamLimits: { account: 9, address: 9, total: 2 } });
    const person = await registerPerson(portal);
    const open = () => person.fetch('/api/me/events', { headers: new Headers() });
    const opened = await Promise.all(Array.from({ length: 6 }, open));
    expect(portal.deps.streams.count()).toBe(2);
    await Promise.all(opened.map(({ body }) => body?.cancel()));
  });

  it('are dropped when their client has stopped reading, and go on for the others', async () => {
    const { portal, administrator, open, url } = await openLive('sqlite');
    const { uid } = await registerPerson(portal);
    const { port } = new URL(url);
    const lazy = connect(Number(port), '127.0.0.1');
    cleanUpAfterwards(async () => void lazy.destroy());
    const cookie = cookieHeader(administrator.cookies);
    lazy.write(`GET /api/admin/events HTTP/1.1\r\nHost: portal.test\r\nCookie: ${cookie}\r\n\r\n`);
    await once(lazy, 'readable');
    const reader = await open(administrator, 'admin/events');
    const longUid = 'x'.repeat(unreadLimit / 8);
    const at = new Date().toISOString();
    const change = { actor: uid, kind: 'profile-saved', at, fields: {} } as const;
    for (let sent = 0; portal.deps.streams.count() > 1; sent += 1) {
      expect(sent).toBeLessThan(1_000);
      await portal.store.transact((trx) => trx.changes.append({ ...change, uid: `${longUid}${sent}` }));
      expect((await reader.nextChange()).uid).toBe(`${longUid}${sent}`);
    }
    const gone = once(lazy, 'close');
    lazy.resume();
    await gone;
  });

  it('are not opened by a HEAD request', async () => {
    const { portal, administrator } = await openLive('sqlite');
    const { status, headers } = await administrator.send('HEAD', '/api/admin/events');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(portal.deps.streams.count()).toBe(0);
  });
});
