import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { memberNames, registerFamily, submission } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

// Registering many members takes long on machines with few cores.
test.describe.configure({ timeout: 120_000 });

function headings(page: Page): Locator {
  return page.getByRole('columnheader');
}

async function firstNames(page: Page): Promise<string[]> {
  const names = await memberNames(page).allInnerTexts();
  return names.map((text) => text.split(' ')[0] ?? '');
}

test('has the seven columns, and labels missing values', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, { Asha: { record: { contactNumber: '' } } });
  await signedInAdmin(page, portal);
  await page.goto(`/admin?q=${name}`);
  const columns = ['Full Name', 'Email', 'Year', 'Department', 'Student ID', 'Contact', 'Development Track'];
  await expect(headings(page)).toHaveText(columns.map((column) => new RegExp(`^${column}`)));
  const cells = page.getByRole('row').nth(1).getByRole('cell');
  await expect(cells).toHaveCount(7);
  await expect(cells.nth(5)).toContainText('N/A');
  await expect(cells.nth(6)).toContainText('Not selected');
  await expect(page.getByText(/^Total registered users: [1-9]/)).toBeVisible();
  for (const width of [320, 390, 768, 1440]) await expectNoSidewaysScroll(page, width);
});

test('is searched, filtered and sorted, and its URL restores the view', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, {
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

test('exports the filtered list', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, { Asha: { track: 'web' }, Bina: { track: 'ml' } });
  await signedInAdmin(page, portal);
  await page.goto(`/admin?q=${name}&track=ml`);
  await expect(memberNames(page)).toHaveCount(1);
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

test('shows and remembers the chosen columns', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, { Asha: { track: 'web' } });
  await signedInAdmin(page, portal);
  await page.goto(`/admin?q=${name}`);
  await page.getByRole('button', { name: 'Columns' }).click();
  const choice = page.getByRole('group', { name: 'Columns to show' });
  await choice.getByLabel('Department').uncheck();
  await choice.getByLabel('Steps Done').check();
  await expect(headings(page)).toHaveCount(7);
  await expect(headings(page).last()).toHaveText(/^Steps Done/);
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();

  await page.reload();
  await expect(page.getByRole('row').nth(1)).toContainText('2 of 4');
  await expect(headings(page).filter({ hasText: 'Department' })).toHaveCount(0);
  // A URL without columns shows those that this browser remembers, and then names them.
  await page.goto(`/admin?q=${name}`);
  await expect(headings(page).last()).toHaveText(/^Steps Done/);
  await expect(page).toHaveURL(/columns=fullName\.email/);
  await page.getByRole('button', { name: 'Columns' }).click();
  await choice.getByRole('button', { name: 'Reset' }).click();
  await expect(headings(page).last()).toHaveText(/^Development Track/);
  await expect(page).toHaveURL(`/admin?q=${name}`);
});

test('opens a member’s details, also by URL, and restores the focus', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, { Asha: { track: 'web', taskDone: true, submission } });
  await signedInAdmin(page, portal);
  await page.goto(`/admin?q=${name}`);
  await memberNames(page).click();
  const details = page.getByRole('dialog', { name: `Asha ${name}` });
  await expect(details).toContainText('An events board for the campus.');
  await expect(details).toContainText(`ASHA-${name}`);
  await expect(details.getByRole('list').getByRole('listitem')).toHaveCount(4);
  await details.getByLabel('Graded').check();
  await expect(details.getByRole('list').getByRole('listitem').first()).toContainText(
    'Review changed: graded',
  );

  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(memberNames(page)).toBeFocused();
  await expect(page).toHaveURL(`/admin?q=${name}`);
  await page.goBack();
  await page.goForward();
  await memberNames(page).click();
  await page.reload();
  await expect(details.getByLabel('Graded')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
});

test('can be used by keyboard', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, { Asha: { track: 'web', submission } });
  await signedInAdmin(page, portal);
  await page.goto(`/admin-dashboard?q=${name}`);
  const reviewed = page.getByRole('checkbox', { name: `Reviewed: Asha ${name}` });
  await expect(reviewed).toBeVisible();
  await page.getByRole('link', { name: 'Export CSV' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('group', { name: 'Project Submissions table' })).toBeFocused();
  await page.keyboard.press('Tab');
  for (const heading of [/^Name/, /^Email/, /^Track/, /^GitHub Link/, /^Submitted/, /^Reviewed/, /^Graded/]) {
    await expect(headings(page).getByRole('button', { name: heading })).toBeFocused();
    await page.keyboard.press('Tab');
  }
  await expect(memberNames(page)).toBeFocused();
  for (const _control of ['copy', 'repository', 'reviewed']) await page.keyboard.press('Tab');
  await expect(reviewed).toBeFocused();
  await page.keyboard.press('Space');
  await expect(reviewed).toBeChecked();
  await expect(reviewed).toBeFocused();
});

test('is a list of cards on a phone, with the menu closed', async ({ page, newPage, portal }) => {
  const name = await registerFamily(newPage, portal, { Asha: { track: 'web', submission } });
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
  for (const width of [320, 390, 768]) await expectNoSidewaysScroll(page, width);
});
