import { expect, it } from 'vitest';
import { passkeysCap } from '#domain/passkeys.ts';
import {
  adminPassword,
  openTestApp,
  openWithMember,
  registerPerson,
  signInReviewer,
  type TestApp,
} from '#tests/helpers/app.ts';
import { openAuthenticator, passkeyOptionsFor, signInWith } from '#tests/helpers/authenticator.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { changedFrom, restore } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

const path = '/api/me/passkeys';
const refused = refusedWith(401, 'PASSKEY_REFUSED');
const nobody = { body: { user: null } };

async function addTo(person: Visitor, password: string, authenticator = openAuthenticator()) {
  const added = await person.post(path, authenticator.create(await passkeyOptionsFor(person, password)));
  expect(added.status).toBe(200);
  return authenticator;
}

const sessionIn = (browser: Visitor) => browser.get('/api/session');

describeEachEngine('a passkey', (engine) => {
  it('signs in without a password, once for each challenge of this portal', async () => {
    const clock = takeClock();
    const { portal, person, password } = await openWithMember(engine);
    const authenticator = await addTo(person, password);
    const browser = portal.visitor();
    expect(await signInWith(browser, authenticator)).toMatchObject({ body: { user: { uid: person.uid } } });
    expect(await sessionIn(browser)).toMatchObject({ body: { user: { uid: person.uid } } });

    const options = (await browser.get('/api/auth/passkey')).body as { challenge: string };
    const answer = authenticator.answer(options);
    const answers = await Promise.all(
      [1, 2, 3].map(() => portal.visitor().post('/api/auth/passkey', answer)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);

    const stranger = portal.visitor();
    expect(await signInWith(stranger, authenticator, 'https://portal.evil')).toMatchObject(refused);
    expect(await signInWith(stranger, openAuthenticator())).toMatchObject(refused);
    const made = { challenge: Buffer.from(`${Date.now() + 60_000}.x.y`).toString('base64url') };
    expect(await stranger.post('/api/auth/passkey', authenticator.answer(made))).toMatchObject(refused);
    const forgery = { ...authenticator.answer(options), signature: 'AAAA' };
    expect(await stranger.post('/api/auth/passkey', forgery)).toMatchObject(refused);
    const late = (await stranger.get('/api/auth/passkey')).body as { challenge: string };
    clock.pass(61 * 60_000);
    expect(await stranger.post('/api/auth/passkey', authenticator.answer(late))).toMatchObject(refused);
    expect(await sessionIn(stranger)).toMatchObject(nobody);
  });

  it('is refused once a copy of it has been used', async () => {
    const { portal, person, password } = await openWithMember(engine);
    const authenticator = await addTo(person, password, openAuthenticator(undefined, 7));
    for (let times = 0; times < 2; times += 1)
      expect((await signInWith(portal.visitor(), authenticator)).status).toBe(200);
    authenticator.rewind();
    expect(await signInWith(portal.visitor(), authenticator)).toMatchObject(refused);
  });

  it('is added with the password, from this portal, and by one challenge', async () => {
    const { portal, person, password } = await openWithMember(engine);
    const wrong = await person.post(`${path}/begin`, { password: 'wrong' });
    expect(wrong).toMatchObject(refusedWith(403, 'WRONG_PASSWORD'));
    const options = await passkeyOptionsFor(person, password);
    const authenticator = openAuthenticator();
    const notAdded = refusedWith(400, 'PASSKEY_REFUSED');
    const elsewhere = authenticator.create(options, 'Phone', 'https://portal.evil');
    expect(await person.post(path, elsewhere)).toMatchObject(notAdded);
    const other = (await portal.visitor().get('/api/auth/passkey')).body as { challenge: string };
    expect(await person.post(path, authenticator.create(other))).toMatchObject(notAdded);
    expect((await person.post(path, authenticator.create(options, ' Phone '))).status).toBe(200);
    expect(await person.post(path, openAuthenticator().create(options))).toMatchObject(notAdded);
    const { id } = authenticator;
    expect(await person.get('/api/me/factors')).toMatchObject({
      body: { passkeys: [{ id, name: 'Phone' }] },
    });
    expect((await person.get('/profile')).text).toContain('"passkeys":true');
  });

  it('is one of ten at most, however many challenges were made before, and has its own name', async () => {
    const { portal, person, password } = await openWithMember(engine, { env: { RATE_LIMIT: 'off' } });
    const begun = await Promise.all(Array.from({ length: 15 }, () => passkeyOptionsFor(person, password)));
    const named = { ...openAuthenticator().create(begun[0] ?? { challenge: '' }), id: 'another' };
    expect(await person.post(path, named)).toMatchObject(refusedWith(400, 'PASSKEY_REFUSED'));
    const answers = await Promise.all(
      begun.map((options) => person.post(path, openAuthenticator().create(options))),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect(await rowsOf(portal.store, 'passkeys')).toHaveLength(passkeysCap);
  });

  it('opens nothing once it is removed, and no other session answers, even one made at that moment', async () => {
    const { portal, person, password } = await openWithMember(engine, { env: { RATE_LIMIT: 'off' } });
    for (let round = 0; round < 4; round += 1) {
      const authenticator = await addTo(person, password);
      const browsers = Array.from({ length: 8 }, () => portal.visitor());
      const removal = { body: { password } };
      const [removed] = await Promise.all([
        person.send('DELETE', `${path}/${authenticator.id}`, removal),
        ...browsers.map((browser) => signInWith(browser, authenticator)),
      ]);
      expect(removed.status).toBe(200);
      for (const browser of browsers) expect(await sessionIn(browser)).toMatchObject(nobody);
      expect(await signInWith(portal.visitor(), authenticator)).toMatchObject(refused);
      expect((await sessionIn(person)).body).toMatchObject({ user: { uid: person.uid } });
      expect((await person.send('DELETE', `${path}/${authenticator.id}`, removal)).status).toBe(404);
    }
  });

  it('closes the account of its owner in place of the password', async () => {
    const { portal, person, password } = await openWithMember(engine);
    const authenticator = await addTo(person, password);
    const leave = async (leaver: Visitor, passkey = authenticator) => {
      const options = (await leaver.get('/api/auth/passkey')).body as { challenge: string };
      return leaver.post('/api/me/leave/passkey', passkey.answer(options));
    };
    const neighbour = await registerPerson(portal);
    expect(await leave(neighbour)).toMatchObject(refused);
    expect(await leave(person, openAuthenticator())).toMatchObject(refused);
    expect((await leave(person)).status).toBe(200);
    expect(await sessionIn(person)).toMatchObject(nobody);
    expect(await sessionIn(neighbour)).toMatchObject({ body: { user: { uid: neighbour.uid } } });
  });

  it('counts as both factors, and goes when an address is restored', async () => {
    const portal: TestApp = await openTestApp(engine);
    const reviewer = await signInReviewer(portal);
    await saveSettings(portal, 'accounts', { secondFactor: true });
    const queue = '/api/admin/review-queue';
    expect((await reviewer.get(queue)).status).toBe(403);
    const authenticator = await addTo(reviewer, adminPassword);
    expect((await reviewer.get(queue)).status).toBe(200);
    const browser = portal.visitor();
    await signInWith(browser, authenticator);
    expect((await browser.get(queue)).status).toBe(200);

    const { person, password, portal: other } = await openWithMember(engine);
    const { email } = person.registration;
    const ofThief = await addTo(person, password);
    await restore(other, await changedFrom(other, person, email, `thief.${email}`));
    expect(await signInWith(other.visitor(), ofThief)).toMatchObject(refused);
  });
});
