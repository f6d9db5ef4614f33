import { expect, test } from '#tests/helpers/fixtures.ts';

test('a password field shows that Caps Lock is on, until it is off', async ({ page }) => {
  await page.goto('/login');
  const hint = page.getByText('Caps Lock is on');
  const password = page.getByLabel('Password', { exact: true });
  const key = (modifierCapsLock: boolean) => password.dispatchEvent('keyup', { key: 'A', modifierCapsLock });
  await password.focus();
  await key(true);
  await expect(hint).toBeVisible();
  await expect(password).toHaveAccessibleDescription('Caps Lock is on');
  await key(false);
  await expect(hint).toHaveCount(0);
  // If the hint went when the field is left, the button would move away between press and release.
  await key(true);
  await expect(hint).toBeVisible();
  const atItsLowerEdge = { x: 60, y: 38 };
  await page.getByRole('button', { name: 'Sign In', exact: true }).click({ position: atItsLowerEdge });
  await expect(page.getByText('Email is required')).toBeVisible();
});

test('a long department is shown in full on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/register');
  for (const department of [
    'Electronics and Communication Engineering-VLSI',
    'Electronics and Communication Engineering-Advanced Communication Technology',
  ]) {
    await page.getByLabel('Department').selectOption(department);
    await expect(page.locator('p').filter({ hasText: department })).toBeVisible();
  }
  await page.getByLabel('Department').selectOption('Civil Engineering');
  await expect(page.locator('p').filter({ hasText: 'Civil Engineering' })).toHaveCount(0);
});
