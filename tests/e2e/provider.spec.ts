import { expect, test } from '#tests/helpers/fixtures.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { clientId, clientSecret, startProvider } from '#tests/helpers/openid-provider.ts';
import { remoteVisitor } from '#tests/helpers/remote-visitor.ts';

test('a student registers by the university’s account, and comes back by it', async ({
  page,
  context,
  ownPortal,
}) => {
  // The default address: the provider is at 127.0.0.1, which is another site.
  const portal = await ownPortal({ PORTAL_URL: '' });
  const origin = portal.url.replace('127.0.0.1', 'localhost');
  const provider = await startProvider(origin);
  try {
    provider.tell('asha', { email: 'asha@students.example', email_verified: true, name: 'Asha Rao' });
    provider.expect('asha');
    const lead = remoteVisitor(portal.url, origin);
    await lead.send('POST', '/api/admin/sign-in', {
      email: portal.adminEmail,
      password: portal.adminPassword,
    });
    const settings = '/api/admin/settings/accounts';
    const value = { issuer: provider.issuer, provider: 'Example University', clientId };
    const saved = { value: { secondFactor: false, ...value }, version: 0 };
    expect(await lead.send('PUT', settings, saved)).toMatchObject({ status: 200 });
    await lead.send('PUT', `${settings}/secret`, { secret: clientSecret });

    const enter = page.getByRole('link', { name: 'Continue with Example University' });
    await page.goto(`${origin}/login`);
    await enter.click();
    await page.waitForURL('**/register?*');
    await expect(page.getByLabel('Email')).toHaveValue('asha@students.example');
    const { studentId, department, contactNumber } = newRegistration();
    await page.getByLabel('Student ID').fill(studentId);
    await page.getByLabel('Department').selectOption(department);
    await page.getByLabel('Year of Study').selectOption('2');
    await page.getByLabel('Contact Number').fill(contactNumber);
    await page.getByLabel(/I agree to the/).check();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('**/dashboard');

    await context.clearCookies();
    await page.goto(`${origin}/login`);
    await enter.click();
    await page.waitForURL('**/dashboard');
  } finally {
    await provider.stop();
  }
});
