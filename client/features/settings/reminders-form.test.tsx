import { expect, it } from 'vitest';
import { defaultReminders } from '#domain/reminders.ts';
import { administrator, openPage, screen } from '#tests/pages/page.ts';

const address = '/api/admin/settings/reminders';
const open = () => openPage('/admin/settings/reminders', { as: administrator });

it('reminders are turned on, with the number of recipients', async () => {
  const { browser, press, user } = await open();
  await screen.findAllByText(/^0 members would get it as things are now; 0 have got it/);
  const [first] = await screen.findAllByLabelText('Send this reminder');
  const [days] = screen.getAllByLabelText('Days before the deadline');
  if (!first || !days) throw new Error('no fields');
  await user.click(first);
  await user.clear(days);
  await user.type(days, '61');
  await press('Save');
  await screen.findByText('must be at most 60');
  await user.clear(days);
  await user.type(days, '7');
  await press('Save');
  await screen.findByText('Saved.');
  const noTrack = { ...defaultReminders.noTrack, on: true, days: 7 };
  expect((await browser.get(address)).body).toEqual({ value: { ...defaultReminders, noTrack }, version: 1 });
});

it('a save on another page is shown before it is replaced', async () => {
  const { browser, press, user } = await open();
  const [, text] = await screen.findAllByLabelText('Text');
  if (!text) throw new Error('no field');
  const notSubmitted = { ...defaultReminders.notSubmitted, text: 'Theirs.' };
  await user.clear(text);
  await user.type(text, 'Mine.');
  await browser.put(address, { value: { ...defaultReminders, notSubmitted }, version: 0 });
  await press('Save');
  await screen.findByText(/were just saved on another page/);
  await screen.findByText('Saved now: Theirs.');
  await press('Save');
  await screen.findByText('Saved.');
  expect((await browser.get(address)).body).toMatchObject({ value: { notSubmitted: { text: 'Mine.' } } });
});
