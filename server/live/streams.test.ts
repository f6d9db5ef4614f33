import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type ChangeEvent, streamEvents } from '#domain/changes.ts';
import type { Member } from '#domain/members.ts';
import { resetAdministratorPassword } from '#server/accounts/administrator.ts';
import { streamBounds } from '#server/limits/bounds.ts';
import { changeMember, findMember } from '#server/members/member-store.ts';
import { isUnavailable } from '#server/store/database-errors.ts';
import { openStore, type Store } from '#server/store/open.ts';
import {
  expireSessions,
  openTestApp,
  type Person,
  registerPerson,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { type EventReader, readEvents } from '#tests/helpers/event-reader.ts';
import { listen } from '#tests/helpers/listen.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import type { StreamBounds } from './stream-registry.ts';

interface LivePortal {
  portal: TestApp;
  administrator: Visitor;
  /** Opens a stream; `path` is relative to `/api/`. */
  open(visitor: Visitor, path: string, lastEventId?: string): Promise<EventReader>;
}

async function openLive(
  engine: TestEngine,
  env: Record<string, string> = {},
  streamLimits: StreamBounds = streamBounds,
): Promise<LivePortal> {
  const portal = await openTestApp(engine, { env, streamLimits });
  const url = await listen(portal);
  return {
    portal,
    administrator: await signInAdministrator(portal),
    open: (visitor, path, lastEventId) => readEvents(`${url}/api/${path}`, visitor, lastEventId),
  };
}

/** Changes a record, so that a change is logged. */
async function write(store: Store, uid: string, fields: Partial<Member>): Promise<void> {
  const change = { uid, actor: uid, kind: 'profile-saved', write: () => fields } as const;
  await store.transact((trx) => changeMember(trx, change));
}

/** Distinct phone numbers, so that every write is a change. */
let written = 0;
function somethingNew(length = 10): Partial<Member> {
  written += 1;
  return { contactNumber: String(written).padStart(length, '0') };
}

/** On PostgreSQL a second process's store, so that the reader does not compete with writers for a connection. */
function openWritersStore({ store, deps }: TestApp): Store {
  if (store.engine === 'sqlite') return store;
  const { dataDir, databaseUrl } = deps.config;
  const other = openStore({ dataDir, databaseUrl });
  cleanUpAfterwards(() => other.close());
  return other;
}

/** Retries a write that waited too long for a PostgreSQL connection or lock, and has written nothing. */
async function writeOnceAvailable(store: Store, uid: string): Promise<void> {
  try {
    await write(store, uid, somethingNew());
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    await writeOnceAvailable(store, uid);
  }
}

async function changesUntil(reader: EventReader, seq: number): Promise<ChangeEvent[]> {
  const changes: ChangeEvent[] = [];
  while (changes.at(-1)?.seq !== seq) changes.push(await reader.nextChange());
  return changes;
}

/** As large as the log keeps of one change: longer texts become excerpts. */
function largeChange(): Partial<Member> {
  const [text = ''] = Object.values(somethingNew(2_000)).map(String);
  return { studentId: text, contactNumber: text, githubLink: text, projectDescription: text };
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

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
    await administrator.patch(`/api/admin/members/${asha.uid}/review`, { submissionReviewed: true });

    all.push(...(await changesUntil(everybody, 6)));
    expect(all.map(({ seq, fullName, actor, kind }) => [seq, fullName, actor, kind])).toEqual([
      [1, 'Asha Rao', 'member', 'registered'],
      [2, 'Bina Das', 'member', 'registered'],
      [3, 'Bina Das', 'member', 'track-selected'],
      [4, 'Asha Rao', 'member', 'track-selected'],
      [5, 'Asha Rao', 'member', 'submission-sent'],
      [6, 'Asha Rao', 'administrator', 'review-changed'],
    ]);
    const { uid: _uid, ...record } = (await bina.get('/api/me')).body as Member;
    expect(all[1]?.fields).toEqual({ ...record, developmentTrack: null, trackUpdatedAt: null });
    const hers = await changesUntil(own, 6);
    expect(hers).toEqual([all[3], all[4], all[5]]);
    expect(hers[2]?.fields).toEqual({ submissionReviewed: true });
  });

  it('delivers what another process writes', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const { uid } = await registerPerson(portal);
    const reader = await open(administrator, 'admin/events');
    const { dataDir, databaseUrl } = portal.deps.config;
    const other = await openStore({ dataDir, databaseUrl });
    cleanUpAfterwards(() => other.close());
    await write(other, uid, { contactNumber: '9000000001' });
    expect(await reader.nextChange()).toMatchObject({ uid, fields: { contactNumber: '9000000001' } });
  });

  it('delivers nothing that was rolled back', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const { uid } = await registerPerson(portal);
    const reader = await open(administrator, 'admin/events');
    const { store } = portal;
    const failing = store.transact(async (trx) => {
      const fields = somethingNew();
      await changeMember(trx, { uid, actor: uid, kind: 'profile-saved', write: () => fields });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    await write(store, uid, { contactNumber: '9000000002' });
    expect(await reader.nextChange()).toMatchObject({ fields: { contactNumber: '9000000002' } });
  });
});

describeEachEngine('a stream that was cut off', (engine) => {
  it('resumes after the position in the header or the URL, preferring the header', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const { uid } = await registerPerson(portal);
    for (let n = 2; n <= 9; n += 1) await write(portal.store, uid, somethingNew());
    const byHeader = await open(administrator, 'admin/events?after=2', '5');
    expect(await byHeader.next()).toEqual({ id: '5', name: 'ready', data: { seq: 5, resumed: true } });
    expect((await changesUntil(byHeader, 9)).map(({ seq }) => seq)).toEqual(numbers(6, 9));
    expect(byHeader.lastId()).toBe('9');
    const byAddress = await open(administrator, 'admin/events?after=2');
    expect((await changesUntil(byAddress, 9)).map(({ seq }) => seq)).toEqual(numbers(3, 9));
    const upToDate = await open(administrator, 'admin/events', '9');
    expect(await upToDate.next()).toMatchObject({ data: { seq: 9, resumed: true } });
    await write(portal.store, uid, somethingNew());
    for (const reader of [byHeader, byAddress, upToDate]) expect((await reader.nextChange()).seq).toBe(10);
  });

  it('is refused to a page that shows another account', async () => {
    const { portal, administrator } = await openLive(engine);
    const { uid } = await registerPerson(portal);
    const refused = await administrator.get(`/api/admin/events?account=${uid}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'ACCOUNT_CHANGED' } });
    expect((await administrator.get('/api/admin/events?account=sdc-admin')).status).toBe(200);
  });

  it('starts over if the log does not reach that far or the position is malformed', async () => {
    const { portal, administrator, open } = await openLive(engine);
    await registerPerson(portal);
    for (const place of ['1000', 'x', '-1', '9'.repeat(30)]) {
      const reader = await open(administrator, 'admin/events', place);
      expect(await reader.next()).toMatchObject({ id: '1', data: { seq: 1, resumed: false } });
    }
  });

  it('gets what happened a moment ago, and only what is its own', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const everybody = await open(administrator, 'admin/events');
    const asha = await registerPerson(portal);
    const bina = await registerPerson(portal);
    for (const { uid } of [bina, asha, bina, asha]) await write(portal.store, uid, somethingNew());
    // The stream is given what is kept in memory, not what the log says.
    await changesUntil(everybody, 6);
    const own = await open(asha, 'me/events', '2');
    expect((await changesUntil(own, 6)).map(({ seq, uid }) => [seq, uid])).toEqual([
      [4, asha.uid],
      [6, asha.uid],
    ]);
  });

  it('gets everything it missed in a long absence, and only its own', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const asha = await registerPerson(portal);
    const bina = await registerPerson(portal);
    // More than the buffer holds, and more than one batch.
    for (let n = 0; n < 130; n += 1) {
      for (const { uid } of [asha, bina]) await write(portal.store, uid, somethingNew(1_000));
    }
    await open(administrator, 'admin/events', '1');
    const reader = await open(administrator, 'admin/events', '1');
    expect((await changesUntil(reader, 262)).map(({ seq }) => seq)).toEqual(numbers(2, 262));
    const own = await open(asha, 'me/events', '1');
    const hers = await changesUntil(own, 261);
    expect(hers.map(({ uid }) => uid)).toEqual(new Array(130).fill(asha.uid));
  });

  it('reconnecting 50 times during 200 concurrent writes, has a copy equal to the table and each change once', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const { store } = portal;
    const people = numbers(1, 200).map((n) => newRecord({ uid: `person-${n}` }));
    await addRecords(store, people);
    const copy = new Map<string, Record<string, unknown>>();
    const seen: number[] = [];
    let lastId = '0';

    async function read(count: number): Promise<void> {
      const reader = await open(administrator, 'admin/events', lastId);
      for (let left = count; left > 0; left -= 1) {
        const { seq, uid, fields } = await reader.nextChange();
        seen.push(seq);
        copy.set(uid, { ...copy.get(uid), ...fields });
        lastId = reader.lastId();
      }
      reader.cut();
    }

    const writersStore = openWritersStore(portal);
    const writing = Promise.all(
      people.map(async ({ uid }) => {
        for (let round = 0; round < 2; round += 1) await writeOnceAvailable(writersStore, uid);
      }),
    );
    for (const count of fc.sample(fc.integer({ min: 1, max: 10 }), { numRuns: 50, seed: 4 }))
      await read(count);
    await writing;
    await read(600 - seen.length);

    expect(seen).toEqual(numbers(1, 600));
    for (const { uid } of people) expect({ uid, ...copy.get(uid) }).toEqual(await findMember(store.db, uid));
  });

  it('that did not read is dropped, and misses nothing after it reconnects', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const { uid } = await registerPerson(portal);
    const slow = await open(administrator, 'admin/events');
    expect(await slow.next()).toMatchObject({ name: 'ready' });
    // A second reader shows when a change has been sent to both.
    const prompt = await open(administrator, 'admin/events');
    expect(portal.deps.streams.count()).toBe(2);
    // Bytes in the sockets' buffers are not counted as unread; they are a few megabytes at most.
    let sent = 1;
    while (portal.deps.streams.count() > 1 && sent < 2_000) {
      await write(portal.store, uid, largeChange());
      await prompt.nextChange();
      sent += 1;
    }
    expect(portal.deps.streams.count()).toBe(1);
    const seen: number[] = [];
    for (let event = await slow.next(); event; event = await slow.next()) {
      // On a busy machine this takes longer than the time between two pings.
      if (event.name === streamEvents.change) seen.push(Number(event.id));
    }
    expect(seen.length).toBeLessThan(sent - 1);
    const again = await open(administrator, 'admin/events', slow.lastId());
    seen.push(...(await changesUntil(again, sent)).map(({ seq }) => seq));
    expect(seen).toEqual(numbers(2, sent));
  });
});

describeEachEngine('a stream ends with its session', (engine) => {
  async function expectEnd(reader: EventReader): Promise<void> {
    expect((await reader.next())?.name).toBe('ready');
    expect((await reader.next())?.name).toBe('session-ended');
    expect(await reader.next()).toBeNull();
  }

  const endings: Record<string, (live: LivePortal, person: Person) => Promise<unknown>> = {
    'that is signed out': (_live, person) => person.post('/api/auth/sign-out', {}),
    'that has expired': ({ portal }, person) => expireSessions(portal, person.uid),
    'that another process ended': ({ portal }, person) =>
      portal.store.db.deleteFrom('session').where('userId', '=', person.uid).execute(),
  };

  it.each(Object.entries(endings))('%s', async (_name, end) => {
    const live = await openLive(engine);
    const person = await registerPerson(live.portal);
    const reader = await live.open(person, 'me/events');
    const other = await live.open(live.administrator, 'admin/events');
    await other.next();
    await end(live, person);
    await expectEnd(reader);
    // Other streams are not affected.
    await write(live.portal.store, person.uid, somethingNew());
    expect((await other.nextChange()).uid).toBe(person.uid);
    expect(live.portal.deps.streams.count()).toBe(1);
  });

  it('when the operator resets the administrator’s password', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const reader = await open(administrator, 'admin/events');
    await resetAdministratorPassword(portal.store, portal.deps.config.adminUid);
    await expectEnd(reader);
  });
});

describe('streams', () => {
  it('are limited per account, and can be opened again once others are closed', async () => {
    const { administrator, open } = await openLive('sqlite');
    const readers = [];
    for (let n = 0; n < 32; n += 1) readers.push(await open(administrator, 'admin/events'));
    expect(await open(administrator, 'admin/events')).toMatchObject({ status: 429 });
    for (const reader of readers) reader.cut();
    await vi.waitFor(async () => expect((await open(administrator, 'admin/events')).status).toBe(200));
  });

  it.each<[keyof StreamBounds, StreamBounds, number]>([
    ['account', { account: 2, address: 9, total: 9 }, 429],
    ['address', { account: 9, address: 2, total: 9 }, 429],
    ['total', { account: 9, address: 9, total: 2 }, 503],
  ])(
    'past the bound for the %s are refused for a while; open ones and requests go on',
    async (_name, streamLimits, status) => {
      const { portal, open } = await openLive('sqlite', {}, streamLimits);
      const person = await registerPerson(portal);
      const readers = [await open(person, 'me/events'), await open(person, 'me/events')];
      for (const reader of readers) await reader.next();
      const refused = await open(person, 'me/events');
      expect(refused.status).toBe(status);
      expect(refused.headers.get('retry-after')).toBe('10');

      expect((await person.put('/api/me/track', { developmentTrack: 'web' })).status).toBe(200);
      for (const reader of readers) expect((await reader.nextChange()).kind).toBe('track-selected');
      readers[0]?.cut();
      await vi.waitFor(async () => expect((await open(person, 'me/events')).status).toBe(200));
    },
  );

  it('all end when the portal stops, and none can be opened then', async () => {
    const { portal, administrator, open } = await openLive('sqlite');
    const readers = [await open(administrator, 'admin/events'), await open(administrator, 'admin/events')];
    portal.deps.streams.close();
    for (const reader of readers) {
      expect((await reader.next())?.name).toBe('ready');
      expect(await reader.next()).toBeNull();
    }
    expect((await open(administrator, 'admin/events')).status).toBe(503);
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
