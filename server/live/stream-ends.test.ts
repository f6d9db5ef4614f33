import { expect, it } from 'vitest';
import { expireSessions, type Person, registerPerson } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { type LivePortal, openLive, somethingNew } from '#tests/helpers/live-portal.ts';
import { write } from '#tests/helpers/records.ts';

describeEachEngine('a stream ends with its session', (engine) => {
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
    expect((await reader.next())?.name).toBe('ready');
    // PostgreSQL may tell of the registration only now.
    const next = await reader.next();
    expect((next?.name === 'change' ? await reader.next() : next)?.name).toBe('session-ended');
    expect(await reader.next()).toBeNull();
    // Other streams are not affected.
    await write(live.portal.store, person.uid, somethingNew());
    await expect.poll(async () => (await other.nextChange()).uid).toBe(person.uid);
    expect(live.portal.deps.streams.count()).toBe(1);
  });
});
