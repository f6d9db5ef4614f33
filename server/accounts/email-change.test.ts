import { expect, it, vi } from 'vitest';
import { serverMessages } from '#domain/errors.ts';
import type { Member } from '#domain/members.ts';
import { profileFields } from '#domain/profile.ts';
import { pick } from '#domain/shown.ts';
import { confirmEmail, openTestApp, openWithMember, registerPerson } from '#tests/helpers/app.ts';
import { emailTaken, newEmail, saveProfile } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { expectAtomic, type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { requestReset, trySignIn } from '#tests/helpers/passwords.ts';
import { everythingStored } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

describeEachEngine('saving a profile', (engine) => {
  it('copies name and e-mail to the account', async () => {
    const { portal, person, password, email } = await openWithMember(engine);
    const renamed = { fullName: 'Asha Renamed', email: newEmail.toUpperCase() };
    expect((await saveProfile(person, renamed)).status).toBe(200);
    expect((await person.get('/api/session')).body).toMatchObject({
      user: { uid: person.uid, displayName: 'Asha Renamed', email: newEmail },
    });
    expect((await trySignIn(portal, newEmail, password)).status).toBe(200);
    expect((await trySignIn(portal, email, password)).status).toBe(401);
  });

  it('is refused if the page showed other values, and tells what is stored', async () => {
    const { portal, person } = await openWithMember(engine);
    const own = async () => (await person.get('/api/me')).body as Member;
    const shown = pick(await own(), profileFields);
    const form = { email: person.registration.email };
    expect((await saveProfile(person, { ...form, fullName: 'Asha Stale', shown })).status).toBe(200);
    const saved = await own();
    const stale = { ...form, fullName: 'Asha Newer', shown };
    expect(await saveProfile(person, stale)).toMatchObject(
      refusedWith(409, 'STALE_VERSION', { message: serverMessages.stale, current: saved }),
    );
    expect(await own()).toEqual(saved);

    // Repeated, because the response was lost.
    expect((await saveProfile(person, { ...form, fullName: 'Asha Stale', shown })).status).toBe(200);
    // A review is no change of the profile.
    await portal.store.db.updateTable('members').set({ graded: 1 }).where('uid', '=', person.uid).execute();
    expect((await saveProfile(person, { ...stale, shown: pick(saved, profileFields) })).status).toBe(200);
    expect(await own()).toMatchObject({ fullName: 'Asha Newer' });
  });

  it.each([
    ['a confirmed address, however many notices strangers have caused there', true, 200],
    ['an unconfirmed one only a few times, because it may be a stranger’s', false, 429],
  ])('moves from %s', async (_, confirmed, status) => {
    const { portal, person, email } = await openWithMember(engine);
    if (confirmed) await confirmEmail(portal, person.uid);
    for (let time = 0; time < 5; time += 1)
      await portal.deps.limits.mails.may('email-changed', { to: email });
    expect((await saveProfile(person, { email: newEmail })).status).toBe(status);
    expect((await person.get('/api/session')).body).toMatchObject({
      user: { email: confirmed ? newEmail : email },
    });
  });

  it('notifies the old address, and nobody if the address stays the same', async () => {
    const { portal, person, email } = await openWithMember(engine);
    await saveProfile(person, { fullName: 'Asha Renamed', email: ` ${email.toUpperCase()}` });
    expect(await portal.mails()).toEqual([]);
    await confirmEmail(portal, person.uid);
    await saveProfile(person, { email: newEmail });
    const link = expect.stringMatching(/^http:\/\/portal\.test\/restore-email\?token=[\w-]+$/);
    expect(await portal.mails()).toMatchObject([{ to: [email], links: [link] }]);
  });

  it('gives no right to an address that was never confirmed, and holds it for nobody', async () => {
    const { portal, person, email } = await openWithMember(engine);
    await saveProfile(person, { email: newEmail });
    expect(await portal.mails()).toMatchObject([{ to: [email], links: [] }]);
    await requestReset(portal, email);
    expect(await portal.mails()).toHaveLength(1);
    await registerPerson(portal, { email });
  });

  it('gives the right to an address that was confirmed while its mails were counted', async () => {
    const { portal, person, email } = await openWithMember(engine);
    const { mails } = portal.deps.limits;
    const { take } = mails;
    vi.spyOn(mails, 'take').mockImplementationOnce(async (...counted) => {
      await take(...counted);
      await confirmEmail(portal, person.uid);
    });
    expect((await saveProfile(person, { email: newEmail })).status).toBe(200);
    const link = expect.stringContaining('/restore-email?token=');
    expect(await portal.mails()).toMatchObject([{ to: [email], links: [link] }]);
  });

  it('is atomic, whichever statement fails', async () => {
    const fault: Fault = { before: null };
    const { portal, person } = await openWithMember(engine, {
      env: { RATE_LIMIT: 'off' },
      wrapStore: (store) => failingStore(store, fault),
    });
    await confirmEmail(portal, person.uid);
    // Account, record, change, the link, its mail, commit.
    await expectAtomic(portal, fault, {
      statements: 6,
      write: () => saveProfile(person, { fullName: 'Half', email: newEmail }),
    });
    fault.before = null;
    expect(await portal.mails()).toHaveLength(1);
  });

  it('gives an address to one of 105 concurrent requests, by profile or by registration', async () => {
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    const people = await Promise.all(Array.from({ length: 5 }, () => registerPerson(portal)));
    const answers = await Promise.all([
      ...people.map((person) => saveProfile(person, { email: newEmail })),
      ...Array.from({ length: 100 }, () =>
        portal.visitor().post('/api/register', newRegistration({ email: newEmail })),
      ),
    ]);
    const refused = answers.filter(({ status }) => status >= 400);
    expect(refused).toHaveLength(answers.length - 1);
    for (const answer of refused) expect(answer).toMatchObject(emailTaken);
    const { users, members } = await everythingStored(portal.store);
    expect(users.filter(({ email }) => email === newEmail)).toHaveLength(1);
    expect(members.filter(({ email }) => email === newEmail)).toHaveLength(1);
  });
});
