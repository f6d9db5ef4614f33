import { expect, it } from 'vitest';
import { portalUrl, registerPerson, signIn, type TestApp } from '#tests/helpers/app.ts';
import { openPage, screen } from '#tests/pages/page.ts';

/** The path of the newest link to a page that was mailed to an address. */
async function mailedLink(portal: TestApp, email: string, page: string): Promise<string> {
  const mails = (await portal.mails()).filter((mail) => mail.to.includes(email));
  const texts = mails.map((mail) => mail.text).join('\n');
  const links = [...texts.matchAll(new RegExp(`${portalUrl}(/${page}\\S+)`, 'g'))];
  const link = links.at(-1)?.[1];
  if (!link) throw new Error(`No link to /${page} was mailed.`);
  return link;
}

it('an email change is announced to the old address, which can take it back, once', async () => {
  const { portal, browser, fill, press } = await openPage('/profile', { as: (to) => registerPerson(to) });
  const { email } = browser.registration;
  await press('Edit Profile');
  await fill({ 'Email Address': `new.${email}`, 'Development Track': 'Web Development' });
  await press('Save Changes');
  await screen.findByText('Profile updated successfully!');

  const link = await mailedLink(portal, email, 'restore-email');
  const restoring = await openPage(link, { portal, as: browser });
  await restoring.press('Restore Email Address');
  await screen.findByText(/^Your account has its former email address again/);
  expect((await browser.get('/api/session')).body).toMatchObject({ user: null });

  const again = await openPage(link, { portal });
  await again.press('Restore Email Address');
  await screen.findByText('This link has expired or has already been used.');

  // The password may be somebody else's by now: the owner sets a new one by another mailed link.
  const reset = await openPage(await mailedLink(portal, email, 'reset-password'), { portal });
  const password = 'a password of my own';
  await reset.fill({ 'New Password': password, 'Confirm New Password': password });
  await reset.press('Save New Password');
  await screen.findByText(/^Your password has been changed\./);
  await signIn(portal, email, password);
});
