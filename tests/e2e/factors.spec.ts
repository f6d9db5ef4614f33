import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '#server/accounts/password.ts';
import { insertAccounts } from '#server/accounts/registration.ts';
import { makeReviewer } from '#server/accounts/staff.ts';
import { insertMembers } from '#server/members/member-store.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { newRecord } from '#tests/helpers/made-records.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { readOutbox, tokenIn } from '#tests/helpers/sent-mails.ts';
import { withStore } from '#tests/helpers/with-store.ts';

const [email, password] = ['asha@club.example', 'a password of reviewers'];

test('a reviewer adds a second factor and a passkey, signs in with each, and leaves by the passkey', {
  tag: '@engines',
}, async ({ page, context, ownPortal, problems }) => {
  problems.allow(/status of 40[13]/);
  // The default address: a passkey needs a name, and not a number.
  const portal = await ownPortal({ PORTAL_URL: '' });
  const origin = portal.url.replace('127.0.0.1', 'localhost');
  const open = (path: string) => page.goto(`${origin}${path}`);
  /** A page that may leave for another one before it has loaded. */
  const openAsked = (path: string) => page.goto(`${origin}${path}`, { waitUntil: 'commit' });
  const hash = await hashPassword(password);
  await withStore(portal, (store) =>
    store.transact(async (trx) => {
      await insertAccounts(trx, [{ uid: 'asha', name: 'Asha', email, password: hash }]);
      await insertMembers(trx, [newRecord({ uid: 'asha', fullName: 'Asha', email })], 'registered');
      await makeReviewer(trx, { uid: 'asha', name: 'Asha', member: true });
    }),
  );
  const browser = await context.newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const signIn = async (code?: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    if (code) await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  };
  await open('/login');
  await signIn();
  await page.waitForURL('**/admin/review');

  await open('/admin/account');
  const panel = page.getByRole('region', { name: 'Second Factor' });
  await panel.getByLabel('Your password', { exact: true }).fill(password);
  await panel.getByRole('button', { name: 'Set Up' }).click();
  await expect(panel.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = Secret.fromBase32(await panel.locator('code').innerText());
  const codeNow = () => new TOTP({ secret }).generate();
  const used = codeNow();
  await panel.getByLabel('Code', { exact: true }).fill(used);
  await panel.getByRole('button', { name: 'Turn On' }).click();
  await expect(panel.locator('li code')).toHaveCount(10);
  const [recovery = ''] = await panel.locator('li code').allInnerTexts();
  await panel.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(panel).toContainText('10 recovery codes left');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/login');
  await signIn();
  await expect(page.getByText(/^Enter the code that/)).toBeVisible();
  await signIn(used);
  await expect(page.getByText(/^That code isn’t right, or it was used/)).toBeVisible();
  await signIn(recovery);
  await page.waitForURL('**/admin/review');

  // A passkey answers from here on as soon as a page asks: the authenticator is present.
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await open('/admin/account');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Add Passkey' }).click();
  await passkeys.getByLabel('Name of the passkey').fill('Laptop');
  await passkeys.getByLabel('Your password', { exact: true }).fill(password);
  await passkeys.getByRole('button', { name: 'Add Passkey' }).click();
  await expect(passkeys.getByText('Laptop')).toBeVisible();

  await context.clearCookies();
  await openAsked('/login');
  await page.waitForURL('**/admin/review');

  await open('/admin/account');
  await expect(passkeys.getByText(/^Last used/)).toBeVisible();

  await page.getByRole('button', { name: 'Leave the Club’s Portal' }).click();
  await page.getByRole('button', { name: 'Leave by a Passkey' }).click();
  await page.waitForURL('**/login');
  const left = () => withStore(portal, (store) => rowsOf(store, 'closed_accounts'));
  expect(await left()).toMatchObject([{ uid: 'asha', reason: 'left' }]);
  const wayBack = async () =>
    (await readOutbox(portal.dataDir)).find(({ subject }) => /^You left/.test(subject));
  await expect.poll(wayBack).toBeDefined();
  await open(`/return?token=${tokenIn(await wayBack())}`);
  await page.getByRole('button', { name: 'Open My Account Again' }).click();
  await expect(page.getByText(/^Your account is open again/)).toBeVisible();
  await openAsked('/login');
  await page.waitForURL('**/admin/review');
  await open('/admin/account');
  await passkeys.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
  const question = page.getByRole('dialog');
  await question.getByLabel('Your password', { exact: true }).fill(password);
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(passkeys.getByText('Laptop')).toHaveCount(0);

  // Somebody else has one, so that the sign-in page asks again.
  const other = { id: 'other', uid: 'asha', name: 'Phone', publicKey: '', counter: 0 };
  const createdAt = new Date().toISOString();
  await withStore(portal, ({ db }) =>
    db
      .insertInto('passkeys')
      .values({ ...other, createdAt })
      .execute(),
  );
  await context.clearCookies();
  await openAsked('/login');
  await expect(page.getByText(/^This passkey doesn’t open an account here/)).toBeVisible();
});
