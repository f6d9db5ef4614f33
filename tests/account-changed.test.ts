import { expect, it } from 'vitest';
import { accountHeader, shownAccountTexts } from '#domain/shown-account.ts';
import { declaredRoutes } from '#server/http/access.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { callerFor, openActors, openTestApp } from './helpers/app.ts';
import { contactMessage } from './helpers/forms.ts';
import type { Visitor } from './helpers/visitor.ts';

it('every write of a signed-in page is refused where the session is another account’s', async () => {
  const portal = await openTestApp('sqlite');
  const actors = await openActors(portal);
  const { member, another } = actors;
  const writes = declaredRoutes(portal.app).filter(({ method }) => method !== 'GET' && method !== 'OPTIONS');
  const ofPages = writes.filter(({ access, path }) => access !== 'public' || path === '/api/auth/sign-out');
  expect(ofPages.length).toBeGreaterThan(10);
  for (const { method, path, access } of ofPages) {
    const sender = access === 'public' ? member : callerFor(access, actors);
    const answer = await sender.send(method, path.replace(/:\w+/g, another.uid), {
      body: {},
      headers: { [accountHeader]: another.uid },
    });
    expect(answer, `${method} ${path}`).toMatchObject(refusedWith(409, 'ACCOUNT_CHANGED'));
  }
  // Still signed in, and let through with the right account.
  const right = await member.send('PUT', '/api/me/track', {
    body: { developmentTrack: 'web' },
    headers: { [accountHeader]: member.uid },
  });
  expect(right.status).toBe(200);
});

it('a message of a page that shows another account is refused, and stored under neither', async () => {
  const portal = await openTestApp('sqlite');
  const { nobody, member, another } = await openActors(portal);
  const stored = () => portal.store.db.selectFrom('form_submissions').select('memberUid').execute();
  const send = (sender: Visitor, named: string) =>
    sender.send('POST', '/f/contact', { body: contactMessage(), headers: { [accountHeader]: named } });
  expect(await send(member, another.uid)).toMatchObject(
    refusedWith(409, 'ACCOUNT_CHANGED', { error: shownAccountTexts.refused }),
  );
  expect(await stored()).toEqual([]);
  expect((await send(member, member.uid)).status).toBe(200);
  expect((await send(nobody, member.uid)).status).toBe(200);
  const senders = (await stored()).map(({ memberUid }) => memberUid);
  expect(new Set(senders)).toEqual(new Set([member.uid, null]));
});
