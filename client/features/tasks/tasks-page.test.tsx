import { expect, it } from 'vitest';
import web from '#content/tasks/web.json' with { type: 'json' };
import { administrator, member, openPage, screen } from '#tests/pages/page.ts';

it('shows all tasks in four tabs, with the open one in the address', async () => {
  const { user, address } = await openPage('/tasks', { as: administrator });
  await screen.findByRole('heading', { name: web.title });
  screen.getByRole('tab', { name: 'Web' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Android' }));
  await screen.findByRole('tabpanel', { name: 'Android' });
  await expect.poll(address).toBe('/tasks?track=android');
  await user.keyboard('{ArrowLeft}');
  await expect.poll(address).toBe('/tasks');
  await screen.findByRole('tabpanel', { name: 'Web' });
});

it('leads a member back to their own dashboard', async () => {
  const { user, address } = await openPage('/tasks', { as: member() });
  await screen.findByText(/^Mark the task as done, then send a link to your project/);
  await user.click(await screen.findByRole('link', { name: 'Back to Dashboard' }));
  await expect.poll(address).toBe('/dashboard');
});

it('is open to a visitor', async () => {
  await openPage('/tasks?track=ml');
  await screen.findByRole('tabpanel', { name: 'Machine' });
  expect((await screen.findByRole('link', { name: 'Submit Project' })).getAttribute('href')).toBe('/contact');
});
