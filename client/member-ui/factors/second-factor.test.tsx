import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { adminPassword, signInReviewer } from '#tests/helpers/app.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
import { openPage, screen, textsOf } from '#tests/pages/page.ts';

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

it('a reviewer who needs a second factor sets it up in place of the desk, and signs in with a recovery code', async () => {
  const { portal, browser, fill, press, address, network } = await openPage('/admin/review', {
    as: async (portal) => {
      await saveSettings(portal, 'accounts', { secondFactor: true });
      return signInReviewer(portal);
    },
  });
  await fill({ 'Your password': 'not the password' });
  await press('Set Up');
  await screen.findByText('That isn’t your current password');
  await fill({ 'Your password': adminPassword });
  await press('Set Up');
  await screen.findByRole('img', { name: 'QR code for an authenticator app' });
  const secret = (await screen.findByText('Key')).nextElementSibling?.textContent ?? '';
  await fill({ Code: '000000' });
  await press('Turn On');
  await screen.findByText(/^That code isn’t right/);
  await fill({ Code: codeOf(secret) });
  await press('Turn On');
  await screen.findByText(/^Keep these recovery codes/);
  const codes = textsOf(screen.getAllByRole('listitem')).filter((text) =>
    /^\w{4}(-\w{4}){3}$/.test(text ?? ''),
  );
  expect(codes).toHaveLength(10);
  expect(network.requests).not.toContain('GET /api/admin/review-queue');
  await press('I Have Kept Them');
  await expect.poll(() => network.requests.join()).toContain('GET /api/admin/review-queue');

  const login = await openPage('/login', { portal });
  expect(screen.queryByLabelText('Code')).toBeNull();
  await login.fill({ Email: browser.email, Password: adminPassword });
  await login.press('Sign In');
  await screen.findByText(/^Enter the code that your authenticator app shows/);
  await login.fill({ Code: codes[0] ?? '' });
  await login.press('Sign In');
  await expect.poll(login.address).toBe('/admin/review');
  expect(address()).toBe('/admin/review');
});

it('the account says that it is on, and removes it with the password', async () => {
  const { fill, press, browser } = await openPage('/admin/account', {
    as: async (portal) => {
      const reviewer = await signInReviewer(portal);
      const begun = await reviewer.post('/api/me/second-factor/begin', { password: adminPassword });
      await reviewer.post('/api/me/second-factor', {
        code: codeOf((begun.body as { secret: string }).secret),
      });
      return reviewer;
    },
  });
  await screen.findByText(/^On since .* You have 10 recovery codes left\./);
  await fill({ 'Your password': adminPassword });
  await press('Remove');
  await screen.findByText(/^An authenticator app on your phone/);
  expect((await browser.get('/api/me/factors')).body).toEqual({
    secondFactor: null,
    recoveryCodes: 0,
    passkeys: [],
    identities: [],
  });
});
