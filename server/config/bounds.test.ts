import { expect, it } from 'vitest';
import { openTestApp, openWithMember, registerPerson } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { rowsOf } from '#tests/helpers/records.ts';
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

  it('cannot get around the limit with one account', async () => {
    const clock = takeClock();
    const { person } = await openWithMember(engine);
    const long = { githubLink: 'https://github.com/a/b', projectDescription: 'ä'.repeat(9_900) };
    const raw = JSON.stringify(long);
    const headers = { 'Content-Length': String(Buffer.byteLength(raw)) };
    let status = 200;
    let sent = 0;
    for (; status === 200 && sent < 100; sent += 1) {
      status = (await person.send('PUT', '/api/me/submission', { raw, headers })).status;
    }
    expect(status).toBe(429);
    expect(sent * Buffer.byteLength(raw)).toBeLessThan(byteBounds.account.points + 2 * raw.length);
    // Nor by coming back every hour.
    for (let hour = 0; hour < 4; hour += 1) {
      clock.pass(61 * 60 * 1000);
      do {
        status = (await person.send('PUT', '/api/me/submission', { raw, headers })).status;
        if (status === 200) sent += 1;
      } while (status === 200 && sent < 200);
    }
    expect(sent * Buffer.byteLength(raw)).toBeLessThan(byteBounds.accountInQuarter.points + 2 * raw.length);
    expect((await person.get('/api/me')).status).toBe(200);
  });
});
