import { within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { backupMessages } from '#domain/backups.ts';
import { trashMessages } from '#domain/trash.ts';
import { registerPerson, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { administrator, member, openPage, screen } from '#tests/pages/page.ts';

/** An administrator who has removed these people. */
function afterRemoving(...names: string[]) {
  return async (portal: TestApp) => {
    const lead = await signInAdministrator(portal);
    for (const fullName of names) {
      const email = `${fullName.toLowerCase()}@students.example`;
      const { uid } = await registerPerson(portal, { fullName, email });
      await lead.send('DELETE', `/api/admin/members/${uid}`, { body: { confirm: fullName } });
    }
    return lead;
  };
}

const row = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);

it('the trash restores a member, says why it cannot, and removes one for good after a question', async () => {
  const { portal, browser, user, press } = await openPage('/admin/backups', {
    as: afterRemoving('Asha', 'Bina', 'Chitra'),
  });
  await screen.findByText('Asha');
  row('Asha').getByText(/^asha@students\.example · removed .* · kept until /);
  await user.click(row('Asha').getByRole('button', { name: 'Restore' }));
  await screen.findByText('Asha is back, with everything.');
  await expect.poll(() => screen.queryByText('Asha')).toBeNull();

  await registerPerson(portal, { email: 'bina@students.example' });
  await user.click(row('Bina').getByRole('button', { name: 'Restore' }));
  await screen.findByText((text) => text.endsWith(trashMessages.emailTaken('bina@students.example')));

  await user.click(row('Chitra').getByRole('button', { name: 'Remove for Good' }));
  await press('Keep in Trash');
  await user.click(row('Chitra').getByRole('button', { name: 'Remove for Good' }));
  const question = within(await screen.findByRole('dialog', { name: 'Remove Chitra for good?' }));
  await user.click(question.getByRole('button', { name: 'Remove for Good' }));
  await screen.findByText('Chitra is removed for good.');
  await expect.poll(() => screen.queryByText('Chitra')).toBeNull();
  expect((await browser.get('/api/admin/trash')).body).toMatchObject({ total: 1 });
});

it('an empty trash says so, and a member is not let in', async () => {
  await openPage('/admin/backups', { as: administrator });
  await screen.findByText('Nobody.');
  await openPage('/admin/backups', { as: member() });
  await screen.findByRole('heading', { name: 'Access Denied' });
});

it('a backup is made, shows how it is restored, and is downloaded with a passphrase', async () => {
  const { portal, press, fill, network } = await openPage('/admin/backups', { as: administrator });
  await screen.findByText('None yet.');
  const repair = network.fail('POST /api/admin/backups');
  await press('Make One Now');
  await screen.findByText(/^That didn’t work\./);
  repair();
  await press('Make One Now');
  await screen.findByText('A backup is made.');
  await screen.findByText(/^The last check was .+: nothing is missing\./);
  screen.getByText(new RegExp(`npm run portal -- restore '${portal.deps.config.dataDir}/backups/portal-`));
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await press('Download...');
  await fill({ Passphrase: 'short' });
  await press('Download');
  await screen.findByText(backupMessages.passphrase);
  await fill({ Passphrase: 'correct horse battery' });
  await press('Download');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(saved).toHaveBeenCalledOnce();
});
