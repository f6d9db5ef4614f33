import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPasswordKeys } from '#server/accounts/password-keys.ts';
import { openTestApp, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { makeFiles, oddities } from '#tests/helpers/firebase-export.ts';
import {
  countOutcomes,
  importFiles,
  openImported,
  rehearseFiles,
  signInStatus,
} from '#tests/helpers/firebase-import.ts';
import { mailedResetToken, resetPassword } from '#tests/helpers/passwords.ts';
import { dataFaults, plannedRows, rowsOf, stateOf } from '#tests/helpers/records.ts';
import { endTheSeason } from '#tests/helpers/season-end.ts';

describeEachEngine('an import from Firebase', (engine) => {
  it('lets everyone whose password is kept sign in with it, before and after its hash is replaced', async () => {
    const env = { RATE_LIMIT: 'off' };
    const { portal, files, imported } = await openImported(engine, { count: oddities.length }, { env });
    const plan = new Map(imported.accounts.map((account) => [account.uid, account]));
    for (const { uid, email, password, oddity } of files.people) {
      // The right password of a disabled account is told why.
      const refused = oddity === 'disabled' ? 403 : 401;
      const expected = plan.get(uid)?.password === 'kept' ? 200 : refused;
      expect([oddity, await signInStatus(portal, email, 'not the password')]).toEqual([oddity, 401]);
      for (const _ of ['former hash', 'new hash'])
        expect([oddity, await signInStatus(portal, email, password)]).toEqual([oddity, expected]);
    }
    const hashes = await rowsOf(portal.store, 'account');
    const kinds = hashes.map(({ password }) => password?.split('$', 2).join('$'));
    // Disabled accounts keep theirs in locked form; a federated account has none.
    expect(new Set(kinds)).toEqual(new Set(['$argon2id', '!$firebase', '!', undefined]));
    expect(await dataFaults(portal.store)).toEqual([]);
  });

  it('changes nothing when it is run again', async () => {
    const { portal, files, imported } = await openImported(engine);
    expect(countOutcomes(imported)).toEqual({ make: 2 * (oddities.length - 3), skip: 6 });
    const before = await stateOf(portal.store);
    if (engine === 'postgres') expect(await plannedRows(portal.store)).toBe(before.members.rows);
    const again = countOutcomes(await importFiles(portal, files));
    expect(again).toEqual({ here: 2 * (oddities.length - 3), skip: 6 });
    expect(await stateOf(portal.store)).toEqual(before);
  });

  it('writes nothing in a rehearsal, which reports the outcome for each account and the reason', async () => {
    const portal = await openTestApp(engine);
    const files = await makeFiles({ count: oddities.length });
    const before = await stateOf(portal.store);
    const planned = await rehearseFiles(portal, files);
    expect(await stateOf(portal.store)).toEqual(before);
    const told = files.people.map(({ uid, oddity }) => {
      const { outcome, password, notes } = planned.get(uid) ?? {};
      return [oddity, [outcome, password, ...(notes ?? [])].join(' | ')];
    });
    expect(Object.fromEntries(told)).toMatchInlineSnapshot(`
      {
        "complete": "make | kept",
        "disabled": "make | disabled",
        "disabled federated": "make | disabled",
        "email in capitals": "make | kept | email put in lower case",
        "email of another": "skip |  | another account of the file has the same email address; its record is skipped too",
        "federated": "make | reset link",
        "name with a comma": "make | kept",
        "no account": "skip |  | a record without an account: nobody could sign in to it",
        "no email": "skip |  | it has no email address, which is what people sign in with here; its record is skipped too",
        "no record": "make | kept | no record: its owner can make one at /data-recovery",
        "numbers as strings": "make | kept | studentId: 3 becomes "3" | yearOfStudy: "4" becomes 4 | registrationComplete: "true" becomes true",
        "other email in the record": "make | kept | email: "former.student000015@college.example" becomes "student000015@college.example"",
        "partial record": "make | kept | email: nothing becomes "student000002@college.example" | studentId: nothing becomes "Not Set" | department: nothing becomes "Not Set" | yearOfStudy: nothing becomes 1 | contactNumber: nothing becomes "Not Set" | createdAt: nothing becomes "2025-08-03T00:00:00.000Z"",
        "reviewed": "make | kept",
        "submitted": "make | kept",
        "unconfirmed": "make | kept",
        "undated account": "make | kept | createdAt: nothing becomes the time of the import",
        "undated record": "make | kept | createdAt: nothing becomes "2025-08-06T00:00:00.000Z"",
        "unknown department": "make | kept | department: "Astrology" becomes "Other"",
        "unknown fields": "make | kept | theme is left behind | githubLink: "javascript:alert(1)" becomes nothing",
        "unknown track": "make | kept | developmentTrack: "blockchain" becomes nothing",
        "url-safe base64": "make | kept",
      }
    `);
  });

  it('ends every way in of the administrator whom it replaces', async () => {
    const portal = await openTestApp(engine);
    const former = await signInAdministrator(portal);
    const { adminUid, adminEmail, dataDir } = portal.deps.config;
    const token = await mailedResetToken(portal, adminEmail);
    const accounts = join(dataDir, 'accounts.json');
    const next = { localId: adminUid, email: 'next@sdc.example', createdAt: '1700000000000' };
    await writeFile(accounts, JSON.stringify({ users: [next] }));
    await importFiles(portal, { accounts });
    expect((await former.get('/api/session')).body).toEqual({ user: null });
    expect(await rowsOf(portal.store, 'known_devices')).toEqual([]);
    expect((await resetPassword(portal, token)).status).toBe(400);
  });

  it('is forgotten with the season', async () => {
    const { portal, files } = await openImported(engine);
    await signInAdministrator(portal);
    await endTheSeason(portal);
    const { user, account, members, imported_accounts, password_keys } = await stateOf(portal.store);
    expect([user.rows, account.rows]).toEqual([1, 1]);
    expect([members.rows, imported_accounts.rows, password_keys.rows]).toEqual([0, 0, 0]);
    expect(await dataFaults(portal.store)).toEqual([]);
    expect(countOutcomes(await importFiles(portal, files)).make).toBe(2 * (oddities.length - 3));
  });

  it('removes the signer key with the last hash that needs it, and keeps it encrypted until then', async () => {
    const { portal, files } = await openImported(engine, { count: 2 });
    const keysWith = async (secret: string) => [
      ...(await readPasswordKeys(portal.store.db, secret)).values(),
    ];
    const { authSecret } = portal.deps.config;
    expect(await keysWith(authSecret)).toEqual([files.parameters]);
    expect(await keysWith('another secret of at least 32 characters')).toEqual([null]);
    expect(JSON.stringify(await rowsOf(portal.store, 'password_keys'))).not.toContain(
      files.parameters.signerKey.toString('base64').slice(0, 20),
    );

    for (const [index, { email, password }] of files.people.entries()) {
      expect(await keysWith(authSecret)).toHaveLength(1);
      expect(await signInStatus(portal, email, password)).toBe(200);
      expect(await keysWith(authSecret)).toHaveLength(1 - index);
    }
    await importFiles(portal, files);
    expect(await keysWith(authSecret)).toEqual([]);
  });
});
