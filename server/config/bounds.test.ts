import { expect, it } from 'vitest';
import { openTestApp, openWithMember, registerPerson, signIn } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { byteBounds } from './bounds.ts';

it('the members behind one address share its storage, and keep it from nobody elsewhere', async () => {
  const memberAddress = { points: 1, seconds: 3_600 };
  const portal = await openTestApp('sqlite', { byteLimits: { ...byteBounds, memberAddress } });
  const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.2'];
  const statuses: number[] = [];
  for (const address of addresses) {
    const person = await registerPerson(portal, {}, address);
    statuses.push((await person.put('/api/me/track', { developmentTrack: 'web' })).status);
  }
  expect(statuses).toEqual([200, 429, 200]);
});

/** The storage that a visitor can use. Mails, hashes, streams and log lines have separate tests. */
describeEachEngine('a stranger who fills the disk', (engine) => {
  const undeclared = Array.from({ length: 20 }, (_, n) => [`more-${n}`, 'ü'.repeat(1_000)]);
  const large = contactMessage({ message: 'ü'.repeat(8_000), ...Object.fromEntries(undeclared) });

  it('uses up nothing with requests that are refused', async () => {
    const portal = await openTestApp(engine);
    const declared = { 'Content-Length': '65536' };
    const tooLong = newRegistration({ fullName: 'x'.repeat(60_000) });
    const stranger = portal.visitor();
    for (let n = 0; n < 150; n += 1) {
      const torn = await stranger.send('POST', '/api/register', { raw: '{', headers: declared });
      const refused = await stranger.post('/api/register', tooLong);
      const trapped = await stranger.post('/f/contact', { ...large, _gotcha: 'a program' });
      expect([torn.status, refused.status, trapped.status]).toEqual([400, 400, 200]);
    }
    const member = await registerPerson(portal);
    for (let n = 0; n < 100; n += 1) {
      const refused = await member.send('PUT', '/api/me/track', { raw: '{', headers: declared });
      expect(refused.status).toBe(400);
    }
    expect((await member.put('/api/me/track', { developmentTrack: 'web' })).status).toBe(200);
  });

  it('uses up nothing with what passes the rules and is refused all the same', async () => {
    const strangerAddress = { ...byteBounds.strangerAddress, points: 10_000 };
    const { portal, registration } = await openWithMember(engine, {
      byteLimits: { ...byteBounds, strangerAddress },
    });
    for (let n = 0; n < 10; n += 1) {
      expect((await portal.visitor().post('/api/register', registration)).status).toBe(409);
    }
    expect((await portal.visitor().post('/f/contact', large)).status).toBe(200);
  });

  it('counts all addresses of an IPv6 network as one sender', async () => {
    const portal = await openTestApp(engine);
    for (const n of [1, 2, 3]) await registerPerson(portal, {}, `2001:db8:1:2::${n}`);
    await registerPerson(portal, {}, '2001:db8:1:3::1');
    const counters = await rowsOf(portal.store, 'rate_limits');
    const rows = counters.filter(({ key }) => key.startsWith('register:'));
    expect(rows.map(({ points }) => points).toSorted()).toEqual([1, 3]);
    expect(JSON.stringify(rows)).not.toContain('2001:db8');
  });

  it('cannot get around the limit with one account, by coming back every hour or after a restart', async () => {
    const clock = takeClock();
    const { portal, person, email, password } = await openWithMember(engine);
    let sent = 0;
    async function send(by = person): Promise<number> {
      sent += 1;
      const projectDescription = `${sent} ${'ä'.repeat(9_900)}`;
      return (
        await by.put('/api/me/submission', { githubLink: 'https://github.com/a/b', projectDescription })
      ).status;
    }
    for (let hour = 0; hour < 4; hour += 1) {
      while (sent < 200 && (await send()) === 200);
      clock.pass(61 * 60 * 1000);
    }
    // Each is kept with the one that it replaces.
    expect(sent * 20_000).toBeGreaterThan(byteBounds.account.points);
    expect(sent * 2 * 20_000).toBeLessThan(byteBounds.accountInQuarter.points + 5 * 40_000);
    const restarted = await openTestApp(engine, { place: portal.deps.config });
    const again = restarted.visitor();
    for (const [name, value] of person.cookies) again.cookies.set(name, value);
    expect(await again.put('/api/me/track', { developmentTrack: 'web' })).toMatchObject(
      refusedWith(429, 'TOO_MANY_ATTEMPTS', { message: expect.stringMatching(/again in 90 days/) }),
    );
    expect((await again.post('/f/contact', contactMessage())).status).toBe(429);
    expect((await person.get('/api/me')).status).toBe(200);
    clock.pass(byteBounds.accountInQuarter.seconds * 1000);
    const later = await signIn(restarted, email, password);
    expect((await later.put('/api/me/track', { developmentTrack: 'web' })).status).toBe(200);
  });
});
