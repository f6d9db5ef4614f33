import { expect, it } from 'vitest';
import { defaultReminders } from '#domain/reminders.ts';
import { administrator, openPage, screen } from '#tests/pages/page.ts';

const address = '/api/admin/settings/reminders';
const open = () => openPage('/admin/settings/reminders', { as: administrator });

it('reminders are turned on, with the number of recipients', async () => {
  const { browser, fill, press, user } = await open();
  await screen.findAllByText(/^0 members would get it as things are now; 0 have got it/);
  await user.click(await screen.findByLabelText('Remind members without a track'));
  const days = 'Without a track: days before the deadline';
  await fill({ [days]: '6x' });
  await press('Save');
  await screen.findByText('Must be a whole number of days');
  await fill({ [days]: '61' });
  await press('Save');
  await screen.findByText('Must be at most 60');
  await fill({ [days]: '7' });
  await press('Save');
  await screen.findByText('Saved.');
  const noTrack = { ...defaultReminders.noTrack, on: true, days: 7 };
  expect((await browser.get(address)).body).toEqual({ value: { ...defaultReminders, noTrack }, version: 1 });
});
