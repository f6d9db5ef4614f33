import { describe, expect, it } from 'vitest';
import { openTestApp, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('the request log', () => {
  it('has a line with route pattern, status, time and id, and nothing personal', async () => {
    const portal = await openTestApp('sqlite');
    const member = await registerPerson(portal, {}, '198.51.100.7');
    const administrator = await signInAdministrator(portal);
    await administrator.get(`/api/admin/members/${member.uid}`);
    await administrator.get(`/api/admin/members/${member.uid}x?q=${member.registration.email}`);
    const lines = linesOf(portal.logText()).filter(({ route }) => route === '/api/admin/members/:uid');
    expect(lines).toMatchObject([
      { level: 20, method: 'GET', status: 200, msg: 'request', ms: expect.any(Number) },
      { level: 30, method: 'GET', status: 404, msg: 'request refused' },
    ]);
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(2);
    expect(lines[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const { email, fullName } = member.registration;
    for (const secret of [member.uid, email, fullName, '198.51.100.7'])
      expect(portal.logText()).not.toContain(secret);
  });

  it('has a line with the client’s address for a refused sign-in', async () => {
    const portal = await openTestApp('sqlite');
    await signInAdministrator(portal);
    const wrong = { email: 'nobody@club.example', password: 'wrong password' };
    await portal.visitor('203.0.113.9').post('/api/auth/sign-in/email', wrong);
    await portal.visitor('2001:db8::7').post('/api/admin/sign-in', wrong);
    const failed = linesOf(portal.logText()).filter(({ msg }) => msg === 'sign-in failed');
    expect(failed.map(({ address }) => address)).toEqual([
      '203.0.113.9',
      expect.stringMatching(/^2001:db8::7/),
    ]);
    expect(portal.logText()).not.toContain('nobody@club.example');
  });

  it('has such a line for an attempt that must wait, too', async () => {
    const portal = await openTestApp('sqlite');
    const wrong = { email: 'nobody@club.example', password: 'wrong password' };
    const visitor = portal.visitor('203.0.113.9');
    const statuses: number[] = [];
    while (statuses.length < 20 && statuses.at(-1) !== 429) {
      statuses.push((await visitor.post('/api/auth/sign-in/email', wrong)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    const failed = linesOf(portal.logText()).filter(({ msg }) => msg === 'sign-in failed');
    expect(failed.map(({ status }) => status)).toEqual(statuses);
  });
});
