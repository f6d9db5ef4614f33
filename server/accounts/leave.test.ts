import { expect, it } from 'vitest';
import { myAccountMessages } from '#domain/my-account.ts';
import { fingerprint } from '#server/store/copy.ts';
import type { Store } from '#server/store/open.ts';
import {
  adminPassword,
  openWithMember,
  registerPerson,
  signInAdministrator,
  signInReviewer,
} from '#tests/helpers/app.ts';
import { changedFrom } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { trySignIn } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';
import { dropClosedAccounts } from './closed-accounts.ts';

const inEightDays = () => new Date(Date.now() + 8 * 24 * 60 * 60 * 1000);
const leaveBy = (person: Visitor, password: string) => person.post('/api/me/leave', { password });

/** The tables in which a text is. */
async function tablesWith(store: Store, text: string): Promise<string[]> {
  const tables = Object.keys(await fingerprint(store.db)) as Parameters<typeof rowsOf>[1][];
  const found = await Promise.all(
    tables.map(async (table) => (JSON.stringify(await rowsOf(store, table)).includes(text) ? [table] : [])),
  );
  return found.flat();
}

describeEachEngine('leaving', (engine) => {
  async function left() {
    const opened = await openWithMember(engine);
    expect(await leaveBy(opened.person, opened.password)).toMatchObject({ status: 200 });
    const mail = (await opened.portal.mails()).at(-1);
    expect(mail?.to).toContain(opened.email);
    const comeBack = () => opened.portal.visitor().post('/api/account/return', { token: tokenIn(mail) });
    return { ...opened, comeBack };
  }

  it('closes the account for 7 days, in which the mailed link opens it again and signs nobody in', async () => {
    const { portal, person, email, password, comeBack } = await left();
    expect((await person.get('/api/session')).body).toMatchObject({ user: null });
    const lead = await signInAdministrator(portal);
    expect((await lead.get('/api/admin/members')).text).not.toContain(email);
    expect(await trySignIn(portal, email, password)).toMatchObject(
      refusedWith(403, 'ACCOUNT_CLOSED', { message: myAccountMessages.closed.left }),
    );
    const wrong = await trySignIn(portal, email, 'a guess');
    expect(wrong.text).toBe((await trySignIn(portal, 'nobody@students.example', 'a guess')).text);

    const back = await comeBack();
    expect(back.status).toBe(200);
    expect(back.headers.getSetCookie()).toEqual([]);
    expect((await trySignIn(portal, email, password, person)).status).toBe(200);
    expect((await person.get('/api/me')).body).toMatchObject({ uid: person.uid, email });
    expect(await comeBack()).toMatchObject(refusedWith(400, 'INVALID_TOKEN'));
  });

  it('deletes everything after that, the email with the way back included', async () => {
    const { portal, email, comeBack } = await left();
    await dropClosedAccounts(portal.store.db, inEightDays());
    expect(await tablesWith(portal.store, email)).toEqual([]);
    expect((await comeBack()).status).toBe(400);
  });

  it('is undone or complete when somebody comes back while the account is being deleted', async () => {
    const { portal, email, comeBack } = await left();
    const [back] = await Promise.all([comeBack(), dropClosedAccounts(portal.store.db, inEightDays())]);
    const kept = await tablesWith(portal.store, email);
    if (back.status === 200) expect(kept).toEqual(expect.arrayContaining(['members', 'user']));
    else expect([back.status, kept]).toEqual([400, []]);
    expect(kept).not.toContain('closed_accounts');
  });

  it('is refused without the password, twice, and where the address is somebody else’s by now', async () => {
    const { portal, person, password, email } = await openWithMember(engine);
    expect(await leaveBy(person, 'a guess')).toMatchObject(
      refusedWith(403, 'WRONG_PASSWORD', { field: 'password' }),
    );
    const answers = await Promise.all([leaveBy(person, password), leaveBy(person, password)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    await registerPerson(portal, { email });
    const mail = (await portal.mails()).find(({ subject }) => subject.startsWith('You left'));
    const back = await portal.visitor().post('/api/account/return', { token: tokenIn(mail) });
    expect(back).toMatchObject(refusedWith(409, 'EMAIL_TAKEN'));
  });

  it('is not for the administrator, nor for a reviewer who is no member', async () => {
    const { portal } = await openWithMember(engine);
    const staff = [await signInAdministrator(portal), await signInReviewer(portal)];
    for (const one of staff)
      expect(await leaveBy(one, adminPassword)).toMatchObject(refusedWith(409, 'STAFF_ACCOUNT'));
  });
});

it('a sign-in with a former address is explained to a person with the right password alone', async () => {
  const { portal, person, email, password } = await openWithMember('sqlite');
  await changedFrom(portal, person, email, 'mistyped@students.example');
  expect(await trySignIn(portal, email, password)).toMatchObject(
    refusedWith(403, 'ACCOUNT_CLOSED', { message: myAccountMessages.addressChanged }),
  );
  expect(await trySignIn(portal, email, 'a guess')).toMatchObject(
    refusedWith(401, 'INVALID_EMAIL_OR_PASSWORD'),
  );
});
