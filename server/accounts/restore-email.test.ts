import { describe, expect, it } from 'vitest';
import { openTestApp, openWithMember, registerPerson, signIn } from '#tests/helpers/app.ts';
import {
  changedFrom,
  chooseNewPassword,
  newEmail,
  noticesTo,
  restore,
  saveProfile,
} from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { expectAtomic, type Fault, failingStore } from '#tests/helpers/failing-store.ts';
import { mailedResetToken, requestReset, resetPassword, trySignIn } from '#tests/helpers/passwords.ts';
import { changesOf, rowsOf } from '#tests/helpers/records.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const invalidLink = refusedWith(400, 'INVALID_TOKEN', {
  message: 'This link has expired or has already been used.',
  field: 'token',
});

describe('taking an e-mail change back', () => {
  it('restores account and record, ends every session, and mails a link to choose a new password', async () => {
    const { portal, person, email, password } = await openWithMember('sqlite');
    const token = await changedFrom(portal, person, email, newEmail);
    const elsewhere = await signIn(portal, newEmail, password);

    expect(await restore(portal, token)).toMatchObject({ status: 200, body: { status: true } });
    expect(await rowsOf(portal.store, 'known_devices')).toEqual([]);
    for (const visitor of [person, elsewhere]) {
      expect((await visitor.get('/api/session')).body).toEqual({ user: null });
    }
    const back = await chooseNewPassword(portal, email);
    expect((await back.get('/api/me')).body).toMatchObject({ uid: person.uid, email });
    expect((await changesOf(portal.store, person.uid)).at(-1)).toMatchObject({
      kind: 'email-restored',
      fields: { email: { old: newEmail, new: email } },
    });
  });

  it('voids the password, whether it was set before or after the change', async () => {
    const { portal, person, email, password } = await openWithMember('sqlite');
    const token = await changedFrom(portal, person, email, newEmail);
    await chooseNewPassword(portal, newEmail, 'the thief’s password');
    expect((await restore(portal, token)).status).toBe(200);
    for (const typed of [email, newEmail]) {
      for (const guess of [password, 'the thief’s password', '']) {
        expect((await trySignIn(portal, typed, guess)).status).toBe(guess === '' ? 400 : 401);
      }
    }
  });

  it('leaves the intruder no way to take the account again', async () => {
    const { portal, person, email } = await openWithMember('sqlite');
    const owner = await changedFrom(portal, person, email, 'thief@elsewhere.example');
    expect((await saveProfile(person, { email: 'thief2@elsewhere.example' })).status).toBe(200);
    // Only the first address has the right to revert the changes.
    expect(await noticesTo(portal, 'thief@elsewhere.example')).toEqual([]);
    const resetLink = await mailedResetToken(portal, 'thief2@elsewhere.example');

    expect((await restore(portal, owner)).status).toBe(200);
    expect((await resetPassword(portal, resetLink)).status).toBe(400);
    const back = await chooseNewPassword(portal, email);
    expect((await back.get('/api/me')).body).toMatchObject({ uid: person.uid, email });
  });

  it('gives no right to an address that was mistyped and corrected', async () => {
    const { portal, person, email } = await openWithMember('sqlite');
    const first = await changedFrom(portal, person, email, 'mistyped@elsewhere.example');
    expect((await saveProfile(person, { email })).status).toBe(200);
    // The address had been confirmed for this account.
    expect(await rowsOf(portal.store, 'user')).toMatchObject([{ emailVerified: expect.anything() }]);
    expect(await noticesTo(portal, 'mistyped@elsewhere.example')).toEqual([]);
    // The address is the original one again: there is nothing to revert.
    expect(await restore(portal, first)).toMatchObject(invalidLink);
    expect((await person.get('/api/session')).body).toMatchObject({ user: { email } });
  });

  it('is offered again when a reset is requested for the former address', async () => {
    const { portal, person, email } = await openWithMember('sqlite');
    await changedFrom(portal, person, email, newEmail);
    await requestReset(portal, email);
    const notices = await noticesTo(portal, email);
    expect(notices).toHaveLength(2);
    expect((await restore(portal, tokenIn(notices.at(-1)))).status).toBe(200);
    expect(await restore(portal, tokenIn(notices[0]))).toMatchObject(invalidLink);
  });

  it('touches no other account’s links', async () => {
    const portal = await openTestApp('sqlite');
    const [one, other] = [await registerPerson(portal), await registerPerson(portal)];
    const token = await changedFrom(portal, one, one.registration.email, 'one@students.example');
    const others = await changedFrom(portal, other, other.registration.email, 'other@students.example');
    expect((await restore(portal, token)).status).toBe(200);
    expect((await restore(portal, others)).status).toBe(200);
  });
});

describeEachEngine('taking an e-mail change back', (engine) => {
  it('is atomic, whichever statement fails', async () => {
    const fault: Fault = { before: null };
    const { portal, person } = await openWithMember(engine, {
      wrapStore: (store) => failingStore(store, fault),
    });
    const token = await changedFrom(portal, person, person.registration.email, newEmail);
    // The link, password, sessions, account, record, change, mail, commit.
    await expectAtomic(portal, fault, { statements: 8, write: () => restore(portal, token) });
  });
});
