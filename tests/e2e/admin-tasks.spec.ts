import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test('are in four tabs, with the tab in the URL', async ({ page, portal }) => {
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

test('lead a member back to their own dashboard', async ({ page, portal }) => {
  await signedInMember(page, portal);
  await page.goto('/tasks');
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('are open to a visitor', async ({ page }) => {
  await page.goto('/tasks?track=ml');
  await expect(page.getByRole('tabpanel', { name: 'Machine' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
    'href',
    '/admin-dashboard',
  );
});
