import { expect, it } from 'vitest';
import { administrator, openPage, screen } from '#tests/pages/page.ts';

it('saves the sign-in provider, says in words whether it can be used, and never shows its secret again', async () => {
  const { portal, fill, press, reload } = await openPage('/admin/settings/accounts', { as: administrator });
  await screen.findByText(/^Register this address at the provider: .*\/api\/auth\/provider\/return$/);
  await press('Try It');
  await screen.findByText('No provider is set.');
  await fill({ 'Address of the sign-in provider': 'http://university.example' });
  await press('Save');
  await screen.findByText(/^Must be an address that begins with https/);
  await fill({ 'Address of the sign-in provider': 'https://login.university.example' });
  await press('Save');
  await screen.findByText('Must be set with a provider');
  await fill({
    ...{ 'Name of the sign-in provider': 'Example University', 'Client ID': 'portal' },
    'Client Secret': 'canary-word',
  });
  await press('Save');
  await screen.findByText('Saved.');
  expect((await portal.visitor().get('/login')).text).toContain('"provider":"Example University"');
  await reload();
  await screen.findByText(/^One is stored/);
  expect(document.body.innerHTML).not.toContain('canary-word');
});
