import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { handOverRefusals } from '#domain/hand-over.ts';
import { registerPerson } from '#tests/helpers/app.ts';
import { unavailable } from '#tests/pages/network.ts';
import { administrator, openPage, screen } from '#tests/pages/page.ts';

const link = async () => new URL((await screen.findByLabelText<HTMLInputElement>('Link')).value);
const line = async (name: string) => {
  const form = await screen.findByRole('form', { name });
  return within(form.closest('li') ?? form);
};

it('a lead checks what goes along, leaves a note, and names the next one, who takes over', async () => {
  const lead = await openPage('/admin/hand-over', { as: administrator });
  const { portal, user, network } = lead;
  const machine = await line('Machine');
  machine.getByText('Not checked');
  await user.type(machine.getByLabelText('Who else can sign in to it, and how?'), 'Gita, by SSH');
  const repair = network.fail('PUT /api/admin/hand-over/machine', unavailable);
  await user.click(await machine.findByRole('button', { name: 'Checked' }));
  await machine.findByRole('alert');
  repair();
  await user.click(await machine.findByRole('button', { name: 'Checked' }));
  await machine.findByText(/^Checked /, { selector: 'span' });
  await lead.fill({ Note: 'The room key is with the porter.' });
  // A note that is not saved is there again.
  const again = await lead.reload();
  await screen.findByDisplayValue('The room key is with the porter.');
  await again.press('Save Note');
  const member = await registerPerson(portal, { fullName: 'Bina Das' });
  await again.fill({ 'Their email': portal.deps.config.adminEmail });
  await again.press('Send Link');
  await screen.findByText(handOverRefusals.yourself);
  await again.fill({ 'Their email': member.registration.email });
  await again.press('Send Link');
  const first = await link();
  await screen.findByText(/can take over until .* Then you’re out\.$/);
  await again.press('Revoke');
  await expect.poll(() => screen.queryByLabelText('Link')).toBeNull();
  await again.fill({ 'Their email': member.registration.email });
  await again.press('Send Link');
  const second = await link();

  await openPage(`/take-over${first.search}`, { portal });
  await screen.findByText(handOverRefusals.linkInvalid);
  const next = await openPage(`/take-over${second.search}`, { portal, as: member });
  await screen.findByText(/^Bina Das, your address moves to the administrator’s account/);
  await next.fill({ 'New Password': 'chosen by Bina', 'Confirm New Password': 'chosen by Bina' });
  await next.press('Take Over');
  await expect.poll(next.address).toBe('/admin/hand-over');
  await screen.findByDisplayValue('The room key is with the porter.');
  (await line('Machine')).getByText('Not checked');
  await screen.findByDisplayValue('Gita, by SSH');
  await openPage('/take-over', { portal });
  await screen.findByText(handOverRefusals.linkInvalid);
});
