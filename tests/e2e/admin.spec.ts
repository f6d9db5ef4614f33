import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { type Portal, startPortal } from '#tests/helpers/portal.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { type Progress, signedInMember } from '#tests/helpers/signed-in-member.ts';

// Machines with few cores have their hands full with the members that these tests register.
test.describe.configure({ timeout: 120_000 });

const submission = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};
const wrongCredentials = 'Invalid credentials. Please check your email and password.';

/** A family name that no other test's members have. */
function uniqueFamily(): string {
  return `Rao${randomBytes(5).toString('hex')}`;
}

/** Registers members of one family, one after the other in a browser of their own. */
async function family(newPage: () => Promise<Page>, portal: Portal, people: Record<string, Progress>) {
  const name = uniqueFamily();
  const page = await newPage();
  for (const [first, progress] of Object.entries(people)) {
    await signedInMember(page, portal, progress, {
      fullName: `${first} ${name}`,
      studentId: `${first.toUpperCase()}-${name}`,
    });
    await page.context().clearCookies();
  }
  await page.context().close();
  return name;
}

function names(page: Page): Locator {
  return page.getByRole('row').getByRole('cell').first().getByRole('button');
}

function headings(page: Page): Locator {
  return page.getByRole('columnheader');
}

async function firstNames(page: Page): Promise<string[]> {
  const rows = await page.locator('[role=row][data-index] [data-column=fullName] button').allInnerTexts();
  return rows.map((text) => text.split(' ')[0] ?? '');
}

test.describe('who may see what', () => {
  test('nobody is led to sign in, and back', async ({ page, portal }) => {
    await page.goto('/admin-dashboard');
    await expect(page).toHaveURL('/login?from=%2Fadmin-dashboard');
    await page.getByLabel('Email').fill(portal.adminEmail);
    await page.getByLabel('Password', { exact: true }).fill(portal.adminPassword);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL('/admin-dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  });

  test('a member is denied the dashboard, and nothing of it is asked for', async ({ page, portal }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/admin')) asked.push(request.url());
    });
    await signedInMember(page, portal);
    await page.goto('/admin-dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
    await expect(page.getByText("You don't have permission to access the admin dashboard.")).toBeVisible();
    await expectAccessible(page);
    expect(asked).toEqual([]);
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('the administrator starts at the dashboard, and signs out to the login screen', async ({
    page,
    portal,
  }) => {
    await signedInAdmin(page, portal);
    await page.goto('/');
    await expect(page).toHaveURL('/admin-dashboard');
    const header = page.getByRole('banner');
    await expect(header).toContainText('Admin Portal');
    await expect(header).toContainText('Administrator');
    await expect(header).toContainText(portal.adminEmail);
    await header.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/login');
    await page.goto('/admin-dashboard');
    await expect(page).toHaveURL(/\/login/);
  });

  test('/admin asks anybody else to sign in as the administrator', async ({
    page,
    portal,
    newMember,
    problems,
  }) => {
    const member = await newMember();
    problems.allow(/status of 401/);
    await page.goto('/admin');
    await expectAccessible(page);
    for (const [email, password] of [
      [portal.adminEmail, 'not-the-password'],
      [member.email, member.password],
      ['nobody@students.example', 'not-the-password'],
    ] as const) {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByRole('alert')).toHaveText(wrongCredentials);
    }
    // The member's credentials are valid, and have signed nobody in.
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');

    await page.goto('/admin');
    await page.getByLabel('Email').fill(portal.adminEmail);
    await page.getByLabel('Password', { exact: true }).fill(portal.adminPassword);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Management');
    await expect(page).toHaveURL('/admin');
  });

  test('/admin asks a signed-in member too', async ({ page, portal }) => {
    const { registration } = await signedInMember(page, portal);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Portal');
    await expect(page.getByText(`You are signed in as ${registration.email}.`)).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
  });
});

test('the dashboard has all that the spec lists', async ({ page, newPage, portal }) => {
  const name = await family(newPage, portal, { Asha: { track: 'web', submission } });
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
    'GitHub Link',
    'Reviewed',
    'Graded',
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
  await expectAccessible(page);
});

test('a portal without members says so in both tables', async ({ page }) => {
  const portal = await startPortal();
  try {
    await signedInAdmin(page, portal);
    await page.goto(`${portal.url}/admin-dashboard`);
    await expect(page.getByText('No project submissions yet.')).toBeVisible();
    await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: /^User Management/ }).click();
    await expect(page.getByText('No users found. Users will appear here once they register.')).toBeVisible();
    await expect(page.getByText('Total registered users: 0')).toBeVisible();
    await expectAccessible(page);
  } finally {
    await page.close();
    await portal.discard();
  }
});

test.describe('when the server does not give the data', () => {
  const refusal = {
    status: 403,
    contentType: 'application/json',
    body: '{"code":"NOT_ALLOWED","message":"Only the administrator may do this."}',
  };

  test('loading says so, and tries again', async ({ page, portal, problems }) => {
    problems.allow(/status of 403/);
    await signedInAdmin(page, portal);
    await page.route(/\/api\/admin\/(summary|members)/, (route) => route.fulfill(refusal));
    await page.goto('/admin-dashboard');
    const status = page.getByRole('region', { name: 'Database Status' });
    await expect(status).toContainText('Failed to load user data. Please check your admin permissions.');
    await expect(status.getByRole('listitem')).toHaveCount(0);
    await expectAccessible(page);

    await page.goto('/admin');
    await expect(page.getByText('Unable to load users')).toBeVisible();
    await expect(
      page.getByText('Failed to load user data. Please check your admin permissions.'),
    ).toBeVisible();
    await page.unroute(/\/api\/admin\/(summary|members)/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Unable to load users')).toHaveCount(0);
  });

  test('a stream that cannot be opened says so; the data are there', async ({
    page,
    newPage,
    portal,
    problems,
  }) => {
    problems.allow(/status of 403/);
    const name = await family(newPage, portal, { Asha: {} });
    await signedInAdmin(page, portal);
    await page.route('**/api/admin/events*', (route) => route.fulfill(refusal));
    await page.goto(`/admin?q=${name}`);
    const text = 'Failed to access user data. Please check database rules.';
    await expect(page.getByRole('alert')).toHaveText(text);
    await expect(page.getByText('Not live')).toBeVisible();
    await expect(names(page)).toHaveCount(1);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Database Status' })).toContainText(text);
    await expectAccessible(page);
    await page.unroute('**/api/admin/events*');
    await expect(page.getByText('Not live')).toHaveCount(0, { timeout: 20_000 });
    await expect(page.getByRole('region', { name: 'Database Status' }).getByRole('listitem')).toHaveCount(3);
  });
});

test.describe('the user table', () => {
  test('has the seven columns, and says what is missing', async ({ page, newPage, portal }) => {
    const name = await family(newPage, portal, { Asha: { record: { contactNumber: '' } } });
    await signedInAdmin(page, portal);
    await page.goto(`/admin?q=${name}`);
    const columns = [
      'Full Name',
      'Email',
      'Year',
      'Department',
      'Student ID',
      'Contact',
      'Development Track',
    ];
    await expect(headings(page)).toHaveText(columns.map((column) => new RegExp(`^${column}`)));
    const cells = page.getByRole('row').nth(1).getByRole('cell');
    await expect(cells).toHaveCount(7);
    await expect(cells.nth(5)).toContainText('N/A');
    await expect(cells.nth(6)).toContainText('Not selected');
    await expect(page.getByText(/^Total registered users: [1-9]/)).toBeVisible();
    await expectAccessible(page);
    for (const width of [320, 390, 768, 1440]) await expectNoSidewaysScroll(page, width);
  });

  test('is searched, filtered and sorted, and its address brings the view back', async ({
    page,
    newPage,
    portal,
  }) => {
    const name = await family(newPage, portal, {
      Asha: { track: 'web', taskDone: true, submission },
      Bina: { track: 'ml' },
      Chitra: { track: 'web' },
    });
    await signedInAdmin(page, portal);
    await page.goto('/admin');
    await page.getByRole('textbox', { name: /^Search/ }).fill(name);
    await expect(page.getByText('3 users match')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`q=${name}`));
    await expect.poll(() => firstNames(page)).toEqual(['Chitra', 'Bina', 'Asha']);

    await page.getByRole('button', { name: /^Full Name/ }).click();
    await expect.poll(() => firstNames(page)).toEqual(['Asha', 'Bina', 'Chitra']);
    await expect(headings(page).first()).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('button', { name: /^Full Name/ }).click();
    await expect.poll(() => firstNames(page)).toEqual(['Chitra', 'Bina', 'Asha']);
    await expect(headings(page).first()).toHaveAttribute('aria-sort', 'descending');

    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Track', { exact: true }).selectOption('Web Development');
    await expect(page.getByText('2 users match')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Steps done', { exact: true }).selectOption({ label: '3 of 4: Task completed' });
    await expect(page.getByText('1 user matches')).toBeVisible();
    await expect.poll(() => firstNames(page)).toEqual(['Asha']);

    await page.reload();
    await expect(page.getByText('1 user matches')).toBeVisible();
    await expect(page.getByRole('textbox', { name: /^Search/ })).toHaveValue(name);
    await expect(headings(page).first()).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      `/api/admin/members.csv?q=${name}&track=web&step=3&sort=fullName&dir=desc`,
    );

    await page.getByRole('button', { name: 'Remove the filter Steps done: 3 of 4: Task completed' }).click();
    await expect(page.getByText('2 users match')).toBeVisible();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(page).toHaveURL('/admin?sort=fullName');
    await expect(page.getByRole('textbox', { name: /^Search/ })).toHaveValue('');
  });

  test('exports what it shows', async ({ page, newPage, portal }) => {
    const name = await family(newPage, portal, { Asha: { track: 'web' }, Bina: { track: 'ml' } });
    await signedInAdmin(page, portal);
    await page.goto(`/admin?q=${name}&track=ml`);
    await expect(names(page)).toHaveCount(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString();
    expect(text).toContain(`Bina ${name}`);
    expect(text).not.toContain(`Asha ${name}`);
  });

  test('shows the columns that are chosen, and remembers them', async ({ page, newPage, portal }) => {
    const name = await family(newPage, portal, { Asha: { track: 'web' } });
    await signedInAdmin(page, portal);
    await page.goto(`/admin?q=${name}`);
    await page.getByRole('button', { name: 'Columns' }).click();
    const choice = page.getByRole('group', { name: 'Columns to show' });
    await expectAccessible(page);
    await choice.getByLabel('Department').uncheck();
    await choice.getByLabel('Steps Done').check();
    await expect(headings(page)).toHaveCount(7);
    await expect(headings(page).last()).toHaveText('Steps Done');
    await page.keyboard.press('Escape');
    await expect(choice).toBeHidden();
    await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();

    await page.reload();
    await expect(page.getByRole('row').nth(1)).toContainText('2 of 4');
    await expect(headings(page).filter({ hasText: 'Department' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Columns' }).click();
    await choice.getByRole('button', { name: 'As it was' }).click();
    await expect(headings(page).last()).toHaveText(/^Development Track/);
  });

  test('opens a member’s details, by address too, and gives the focus back', async ({
    page,
    newPage,
    portal,
  }) => {
    const name = await family(newPage, portal, { Asha: { track: 'web', taskDone: true, submission } });
    await signedInAdmin(page, portal);
    await page.goto(`/admin?q=${name}`);
    await names(page).click();
    const details = page.getByRole('dialog', { name: `Asha ${name}` });
    await expect(details).toContainText('An events board for the campus.');
    await expect(details).toContainText(`ASHA-${name}`);
    await expect(details.getByRole('list').getByRole('listitem')).toHaveCount(4);
    await expectAccessible(page);
    await details.getByLabel('Graded').check();
    await expect(details.getByRole('list').getByRole('listitem').first()).toContainText(
      'Review changed: graded',
    );

    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(names(page)).toBeFocused();
    await expect(page).toHaveURL(`/admin?q=${name}`);
    await page.goBack();
    await page.goForward();
    await names(page).click();
    await page.reload();
    await expect(details.getByLabel('Graded')).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
  });

  test('is worked by keyboard', async ({ page, newPage, portal }) => {
    const name = await family(newPage, portal, { Asha: { track: 'web', submission } });
    await signedInAdmin(page, portal);
    await page.goto(`/admin-dashboard?q=${name}`);
    const reviewed = page.getByRole('checkbox', { name: `Reviewed: Asha ${name}` });
    await expect(reviewed).toBeVisible();
    await page.getByRole('link', { name: 'Export CSV' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('group', { name: 'Project Submissions table' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Name/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(names(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(reviewed).toBeFocused();
    await page.keyboard.press('Space');
    await expect(reviewed).toBeChecked();
    await expect(reviewed).toBeFocused();
  });

  test('is a list of cards on a phone, with the menu closed away', async ({ page, newPage, portal }) => {
    const name = await family(newPage, portal, { Asha: { track: 'web', submission } });
    await page.setViewportSize({ width: 390, height: 800 });
    await signedInAdmin(page, portal);
    await page.goto(`/admin-dashboard?q=${name}`);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toBeVisible();
    await expect(row.getByText('GitHub Link')).toBeVisible();
    const box = await row.boundingBox();
    expect(box?.width ?? 999).toBeLessThanOrEqual(390);
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden();
    await expectAccessible(page);
    for (const width of [320, 390, 768]) await expectNoSidewaysScroll(page, width);
  });
});

test.describe('the tasks', () => {
  test('are in four tabs, with the tab in the address', async ({ page, portal }) => {
    await signedInAdmin(page, portal);
    await page.goto('/tasks');
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveText(['Web', 'Android', 'Machine', 'Game']);
    await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
    const panel = page.getByRole('tabpanel', { name: 'Web' });
    for (const part of ['Requirements', 'Guidelines', 'Tech Stack', 'Task Status', 'Submission']) {
      await expect(panel.getByRole('region', { name: part })).toBeVisible();
    }
    await expect(panel.getByText('Required').first()).toBeVisible();
    await expect(panel.getByRole('region', { name: 'Task Status' }).getByRole('definition')).toHaveText([
      'Active',
      'Flexible',
      'Intermediate',
    ]);
    await expect(page.getByText('Learning Resources')).toHaveCount(0);
    await expectAccessible(page);

    await tabs.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(tabs.nth(1)).toBeFocused();
    await expect(page.getByRole('tabpanel', { name: 'Android' })).toBeVisible();
    await expect(page).toHaveURL('/tasks?track=android');
    await page.keyboard.press('End');
    await expect(page).toHaveURL('/tasks?track=game');
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Game' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Tab');
    await page.getByRole('tab', { name: 'Game' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL('/tasks');

    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/admin-dashboard');
    for (const width of [320, 390, 768, 1440]) await expectNoSidewaysScroll(page, width);
  });

  test('are open to a visitor', async ({ page }) => {
    await page.goto('/tasks?track=ml');
    await expect(page.getByRole('tabpanel', { name: 'Machine' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
      'href',
      '/admin-dashboard',
    );
    await expectAccessible(page);
  });
});
