import { expect, it } from 'vitest';
import { providerSecret } from '#server/accounts/provider.ts';
import { contentFolder, loadContent } from '#server/config/content.ts';
import { openTestApp, portalUrl, registerPerson } from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { clientId, clientSecret, startProvider } from '#tests/helpers/openid-provider.ts';
import { openPage, screen } from '#tests/pages/page.ts';

const email = 'asha@students.example';

/** A portal with a provider, and the browser of somebody who has come back from it without an account. */
async function openWithNewcomer({ taken = false } = {}) {
  const provider = await startProvider(portalUrl);
  cleanUpAfterwards(provider.stop);
  provider.tell('asha', { email, email_verified: true, name: 'Asha Rao' });
  const { issuer } = provider;
  const accounts = { secondFactor: false, issuer, provider: 'Example University', clientId };
  const portal = await openTestApp('sqlite', { content: { ...loadContent(contentFolder), accounts } });
  await providerSecret.store(portal.store.db, portal.deps.config.authSecret, accounts, clientSecret);
  if (taken) await registerPerson(portal, { email });
  const browser = portal.visitor();
  const { headers } = await provider.signIn(browser, 'asha');
  return { portal, browser, path: headers.get('location') ?? '' };
}

it('the sign-in pages lead to the provider, and keep the way back', async () => {
  const { portal } = await openWithNewcomer();
  for (const path of ['/login', '/register']) {
    await openPage(`${path}?from=%2Ftimeline`, { portal });
    const link = await screen.findByRole('link', { name: 'Continue with Example University' });
    expect(link.getAttribute('href')).toBe('/api/auth/provider?from=%2Ftimeline');
  }
});

it('somebody whom the provider knows is asked for the rest, and for no password', async () => {
  const { portal, browser, path } = await openWithNewcomer({ taken: true });
  const { fill, press, user, address } = await openPage(path, { portal, as: browser });
  await screen.findByText(
    /^There is an account with asha@students.example whose address was never confirmed/,
  );
  const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
  expect([field('Full Name').value, field('Email').value, field('Email').readOnly]).toEqual([
    ...['Asha Rao', email, true],
  ]);
  expect(screen.queryByLabelText('Password')).toBeNull();
  const { studentId, department, contactNumber } = newRegistration();
  await fill({ 'Student ID': studentId, Department: department, 'Year of Study': '2' });
  await fill({ 'Contact Number': contactNumber });
  await press('Create Account');
  await screen.findByText('You must agree to the terms and conditions');
  await user.click(screen.getByLabelText(/I agree to the/));
  await press('Create Account');
  await expect.poll(address).toBe('/contact');
  expect((await browser.get('/api/me')).body).toMatchObject({ email, studentId });
});

it('a newcomer whose time has run out reads that, and can register with a password', async () => {
  const { portal, path } = await openWithNewcomer();
  await openPage(path, { portal });
  await screen.findByText(/^Signing in by Example University was begun in another browser, or took too long/);
  screen.getByLabelText('Password');
});
