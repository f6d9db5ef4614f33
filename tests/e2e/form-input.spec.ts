import type { Page } from '@playwright/test';
import { expect, test } from '#tests/helpers/fixtures.ts';

function field(page: Page, name: string) {
  return page.getByLabel(name, { exact: true });
}

/** Pastes as a password manager does. */
async function paste(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).focus();
  const allowed = await page.evaluate<boolean>(`(() => {
    const data = new DataTransfer();
    data.setData('text/plain', ${JSON.stringify(text)});
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    return document.activeElement.dispatchEvent(paste);
  })()`);
  expect(allowed, `pasting into ${name}`).toBe(true);
  await page.keyboard.insertText(text);
  await expect(field(page, name)).toHaveValue(text);
}

test('the fields set the right keyboard and autocomplete values', async ({ page }) => {
  const login = [
    ['Email', { type: 'email', autocomplete: 'username', autocapitalize: 'none' }],
    ['Password', { type: 'password', autocomplete: 'current-password', autocapitalize: 'none' }],
  ] as const;
  const register = [
    ['Full Name', { autocomplete: 'name', autocapitalize: 'words' }],
    ['Email', { type: 'email', autocomplete: 'email', autocapitalize: 'none' }],
    ['Student ID', { autocomplete: 'off', autocapitalize: 'characters' }],
    ['Contact Number', { type: 'tel', autocomplete: 'tel-national' }],
    ['Password', { type: 'password', autocomplete: 'new-password' }],
    ['Confirm Password', { type: 'password', autocomplete: 'new-password' }],
  ] as const;
  for (const [path, fields] of [
    ['/login', login],
    ['/register', register],
  ] as const) {
    await page.goto(path);
    for (const [name, attributes] of fields) {
      for (const [attribute, value] of Object.entries(attributes)) {
        await expect(field(page, name)).toHaveAttribute(attribute, value);
      }
    }
  }
});

test('passwords can be pasted', async ({ page }) => {
  await page.goto('/login');
  await paste(page, 'Password', 'correct horse battery');
  await page.goto('/register');
  await paste(page, 'Password', 'correct horse battery');
  await paste(page, 'Confirm Password', 'correct horse battery');
});

test('a password field shows that Caps Lock is on, until it is off', async ({ page }) => {
  await page.goto('/login');
  const hint = page.getByText('Caps Lock is on');
  const key = (modifierCapsLock: boolean) =>
    field(page, 'Password').dispatchEvent('keyup', { key: 'A', modifierCapsLock });
  await field(page, 'Password').focus();
  await key(true);
  await expect(hint).toBeVisible();
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Caps Lock is on');
  await key(false);
  await expect(hint).toHaveCount(0);
  // If the hint went when the field is left, the button would move away between press and release.
  await key(true);
  await expect(hint).toBeVisible();
  const atItsLowerEdge = { x: 60, y: 38 };
  await page.getByRole('button', { name: 'Sign In', exact: true }).click({ position: atItsLowerEdge });
  await expect(page.getByText('Email is required')).toBeVisible();
});

test('a weak password gets a hint and is accepted', async ({ page }) => {
  await page.goto('/register');
  await field(page, 'Password').fill('123456');
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Easy to guess');
  await expect(field(page, 'Password')).not.toHaveAttribute('aria-invalid');
  await field(page, 'Confirm Password').fill('123456');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Full name is required')).toBeVisible();
  await expect(page.getByText(/password must/i)).toHaveCount(0);
  await field(page, 'Password').fill('correct horse battery staple');
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Strong');
});

test('the login page does not load the strength hint', async ({ page }) => {
  await page.goto('/login');
  await field(page, 'Password').fill('123456');
  await expect(page.getByText('Easy to guess')).toHaveCount(0);
});
