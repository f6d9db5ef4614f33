import { memberNames, registerFamily, submission } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { startPortal } from '#tests/helpers/portal.ts';
import { omitPageData, withoutStream } from '#tests/helpers/requests.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

// Registering many members takes long on machines with few cores.
test.describe.configure({ timeout: 120_000 });

test('the latest submission stands first', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, { Asha: { submission }, Bina: { submission } });
  await signedInAdmin(page, portal);
  await page.goto(`/admin-dashboard?q=${name}`);
  await expect(memberNames(page)).toHaveText([`Bina ${name}`, `Asha ${name}`]);
});

test('the dashboard has everything that the spec lists', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, { Asha: { track: 'web', submission } });
  await signedInAdmin(page, portal);
  await page.goto(`/admin-dashboard?q=${name}`);

  const figures = page.getByRole('list', { name: 'Figures' }).getByRole('listitem');
  await expect(figures).toHaveText([
    /^Total Users\d+$/,
    /^Android Dev\d+$/,
    /^Web Dev\d+$/,
    /^ML Dev\d+$/,
    /^Game Dev\d+$/,
    'System StatusActive',
    'Access LevelAdmin',
  ]);

  const table = page.getByRole('table', { name: 'Project Submissions' });
  await expect(table.getByRole('columnheader')).toHaveText([
    /^Name/,
    /^Email/,
    /^Track/,
    /^GitHub Link/,
    /^Submitted/,
    /^Reviewed/,
    /^Graded/,
  ]);
  const link = table.getByRole('link', { name: /asha-rao\/events-board/ });
  await expect(link).toHaveAttribute('href', submission.githubLink);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(table.getByRole('checkbox')).toHaveCount(2);

  const tools = page.getByRole('region', { name: 'Tools' });
  await expect(tools.getByRole('listitem')).toHaveText([
    /^User Management\d+ users?$/,
    /^Development Tasks/,
    /^Database Tools/,
    /^Firebase Test/,
    /^Data Recovery/,
    /^User Migration/,
  ]);
  for (const [index, path] of [
    '/admin',
    '/tasks',
    '/database-test',
    '/firebase-test',
    '/data-recovery',
    '/migrate-users',
  ].entries()) {
    await expect(tools.getByRole('link').nth(index)).toHaveAttribute('href', path);
  }

  const status = page.getByRole('region', { name: 'Admin Status' });
  await expect(status.getByRole('definition')).toHaveText([portal.adminEmail, 'Administrator', 'Full']);
  await expect(page.getByRole('region', { name: 'Database Status' }).getByRole('listitem')).toHaveText([
    'Connected to Realtime Database',
    'User data accessible',
    'Admin permissions active',
  ]);
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('© 2025');
  await expect(footer).toContainText('System Version: 1.0.0');

  await expect(page.getByRole('table', { name: 'Members by track' }).getByRole('row')).toHaveCount(6);
  await expect(page.getByRole('table', { name: 'Members by step reached' }).getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('table', { name: 'Registrations per day' }).getByRole('row')).toHaveCount(31);
});

test('a portal without members shows it in both tables', async ({ page }) => {
  const portal = await startPortal();
  try {
    await signedInAdmin(page, portal);
    await page.goto(`${portal.url}/admin-dashboard`);
    await expect(page.getByText('No project submissions yet.')).toBeVisible();
    await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
    await page.getByRole('link', { name: /^User Management/ }).click();
    await expect(page.getByText('No users found. Users will appear here once they register.')).toBeVisible();
    await expect(page.getByText('Total registered users: 0')).toBeVisible();
  } finally {
    await page.close();
    await portal.discard();
  }
});

test('all cards are equally wide on a small phone', async ({ page, portal }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await signedInAdmin(page, portal);
  await page.goto('/admin-dashboard');
  await expect(page.getByRole('region', { name: 'Database Status' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent changes' }).getByText('Loading...')).toHaveCount(0);
  const widths = await page.evaluate<number[]>(
    '[...document.querySelectorAll("main section, main section li > a")].map((card) => Math.round(card.getBoundingClientRect().right))',
  );
  const edge = Math.max(...widths);
  expect(
    widths.filter((right) => right > 320 - 16),
    `right edges, the last at ${edge}`,
  ).toEqual([]);
});

test.describe('when the server does not return the data', () => {
  const refusal = {
    status: 403,
    contentType: 'application/json',
    body: '{"code":"NOT_ALLOWED","message":"Only the administrator may do this."}',
  };

  test('a failed load shows an error and can be retried', async ({ page, portal, problems }) => {
    problems.allow(/status of 403/);
    await signedInAdmin(page, portal);
    await omitPageData(page);
    await withoutStream(page);
    await page.route(/\/api\/admin\/(summary|members)/, (route) => route.fulfill(refusal));
    await page.goto('/admin-dashboard');
    const status = page.getByRole('region', { name: 'Database Status' });
    await expect(status).toContainText('Failed to load user data. Please check your admin permissions.');
    await expect(status.getByRole('listitem')).toHaveCount(0);

    await page.goto('/admin');
    await expect(page.getByText('Unable to load users')).toBeVisible();
    await expect(
      page.getByText('Failed to load user data. Please check your admin permissions.'),
    ).toBeVisible();
    await page.unroute(/\/api\/admin\/(summary|members)/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Unable to load users')).toHaveCount(0);
  });

  for (const [what, route] of [
    ['list of submissions', '**/api/admin/members?*'],
    ['list of changes', '**/api/admin/changes*'],
  ] as const) {
    test(`a ${what} that cannot be loaded shows on the Database Status card`, async ({
      page,
      portal,
      problems,
    }) => {
      problems.allow(/status of 403/);
      await signedInAdmin(page, portal);
      await withoutStream(page);
      await page.route(route, (request) => request.fulfill(refusal));
      await page.goto('/admin-dashboard');
      const status = page.getByRole('region', { name: 'Database Status' });
      await expect(status).toContainText('Failed to load user data. Please check your admin permissions.');
      await page.unroute(route);
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await expect(status.getByRole('listitem')).toHaveCount(3);
    });
  }

  test('a stream that cannot be opened shows an error beside the data', async ({
    page,
    newPage,
    portal,
    problems,
  }) => {
    problems.allow(/status of 403/);
    const name = await registerFamily(newPage, portal, { Asha: {} });
    await signedInAdmin(page, portal);
    await page.route('**/api/admin/events*', (route) => route.fulfill(refusal));
    await page.goto(`/admin?q=${name}`);
    const text = 'Failed to access user data. Please check database rules.';
    await expect(page.getByRole('alert')).toHaveText(text);
    await expect(page.getByText('Not live')).toBeVisible();
    await expect(memberNames(page)).toHaveCount(1);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Database Status' })).toContainText(text);
    await page.unroute('**/api/admin/events*');
    await expect(page.getByText('Not live')).toHaveCount(0, { timeout: 20_000 });
    await expect(page.getByRole('region', { name: 'Database Status' }).getByRole('listitem')).toHaveCount(3);
  });
});
