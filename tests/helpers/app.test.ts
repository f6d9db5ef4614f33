import { expect, it } from 'vitest';
import { openActors, openTestApp } from './app.ts';
import { describeEachEngine } from './engines.ts';

describeEachEngine('a test app', (engine) => {
  it('has the actors that it promises', async () => {
    const portal = await openTestApp(engine);
    const { nobody, member, another, administrator, expired } = await openActors(portal);
    const user = (role: string) => ({ body: { user: expect.objectContaining({ role }) } });
    expect(await nobody.get('/api/session')).toMatchObject({ body: { user: null } });
    expect(await member.get('/api/session')).toMatchObject(user('member'));
    expect(await another.get('/api/session')).toMatchObject(user('member'));
    expect(await administrator.get('/api/session')).toMatchObject(user('administrator'));
    expect(expired.cookies.has('sdc_session')).toBe(true);
    expect(await expired.get('/api/session')).toMatchObject({ body: { user: null } });
    expect(member.uid).not.toBe(another.uid);
  });
});
