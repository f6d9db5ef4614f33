import { expect, it } from 'vitest';
import { shownAccountTexts } from '#domain/shown-account.ts';
import { registerPerson } from '#tests/helpers/app.ts';
import { member, openPage, screen } from '#tests/pages/page.ts';

it('refuses a message once another account has signed in, and keeps what was typed', async () => {
  const { portal, browser, fill, press } = await openPage('/contact', { as: member({ track: 'web' }) });
  await fill({ Message: 'From the account on screen' });
  const other = await registerPerson(portal);
  browser.cookies.set('sdc_session', other.cookies.get('sdc_session') ?? '');
  await press('Send Message');
  expect((await screen.findByRole('alert')).textContent).toContain(shownAccountTexts.refused);
  await screen.findByDisplayValue('From the account on screen');
  expect(await portal.store.db.selectFrom('form_submissions').selectAll().execute()).toEqual([]);
});
