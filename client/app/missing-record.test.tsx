import { within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { registerPerson } from '#tests/helpers/app.ts';
import { dropRecord } from '#tests/helpers/records.ts';
import { openPage, screen } from '#tests/pages/page.ts';

const main = () => within(screen.getByRole('main'));

it.each(['/dashboard', '/timeline', '/contact', '/user-tasks', '/profile'])(
  '%s leads an account without a record to Data Recovery, which creates it',
  async (path) => {
    // The dashboard logs that there is no record.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const page = await openPage(path, {
      as: async (portal) => {
        const person = await registerPerson(portal);
        await dropRecord(portal.store, person.uid);
        return person;
      },
    });
    // A question needs no record: the way is shown once there is a project to submit.
    if (path === '/contact') await page.fill({ 'GitHub Link (optional)': 'https://github.com/asha/project' });
    await page.user.click(await main().findByRole('link', { name: 'Data Recovery' }));
    await expect.poll(page.address).toBe('/data-recovery');
    await page.press('Create My Data');
    await screen.findByText(/^User data created successfully!/);

    await openPage(path, { portal: page.portal, as: page.browser });
    await screen.findAllByRole('heading', { level: 1 });
    await expect.poll(() => main().queryByRole('link', { name: 'Data Recovery' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  },
);
