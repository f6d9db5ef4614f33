import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { bundleFormHook, showFormHook } from '#tests/helpers/form-hook.ts';
import { holdRequests } from '#tests/helpers/requests.ts';

test.describe('/formspree-test', () => {
  test('sends a message and shows the exchange', async ({ page }) => {
    await page.goto('/formspree-test');
    await expect(page).toHaveTitle('Form Service Test · SDC');
    await expect(page.locator('main label')).toHaveText(['Your Name', 'Your Email', 'Test Message']);
    const debug = page.getByRole('region', { name: 'Debug' });
    await expect(debug).toContainText('Send a message to see');

    await page.getByLabel('Your Name').fill('Asha');
    await page.getByLabel('Your Email').fill('asha@students.example');
    await page.getByLabel('Test Message').fill('Does it work?');
    const held = await holdRequests(page, '**/f/test');
    await page.getByRole('button', { name: 'Send Test Message' }).click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    held.release();

    await expect(page.getByRole('status').filter({ hasText: 'Form Submitted Successfully!' })).toBeFocused();
    await expect(debug).toContainText('/f/test');
    await expect(debug).toContainText('"message": "Does it work?"');
    await expect(debug).toContainText('/f/test/thanks');
    await expect(debug.locator('dd').filter({ hasText: /^200$/ })).toBeVisible();
    await expect(debug.locator('dd').filter({ hasText: /^[\d,]+ ms$/ })).toBeVisible();
    for (const width of [320, 768, 1440]) await expectNoSidewaysScroll(page, width);

    await page.getByRole('button', { name: 'Send Another Message' }).click();
    await expect(page.getByLabel('Your Name')).toHaveValue('');
    await expect(debug).toContainText('"message": "Does it work?"');
  });

  test('shows the service’s error for each field', async ({ page, problems }) => {
    problems.allow(/status of 422/);
    await page.goto('/formspree-test');
    await page.getByLabel('Your Email').fill('nobody');
    await page.getByLabel('Test Message').fill('Hello');
    await page.getByRole('button', { name: 'Send Test Message' }).click();
    await expect(page.getByLabel('Your Name')).toHaveAccessibleDescription('Name should not be empty');
    await expect(page.getByLabel('Your Name')).toBeFocused();
    await expect(page.getByLabel('Your Email')).toHaveAccessibleDescription('Email should be an email');
    await expect(page.getByRole('alert')).toHaveText('Please check the form and try again.');
    const debug = page.getByRole('region', { name: 'Debug' });
    await expect(debug).toContainText('REQUIRED_FIELD_EMPTY');
    await expect(debug.locator('dd').filter({ hasText: /^422$/ })).toBeVisible();
    await expect(page.getByLabel('Test Message')).toHaveValue('Hello');
    await page.getByLabel('Your Name').fill('Asha');
    await expect(page.getByLabel('Your Name')).not.toHaveAttribute('aria-invalid');
    await expect(page.getByLabel('Your Email')).toHaveAttribute('aria-invalid', 'true');
    await expectNoSidewaysScroll(page, 320);
  });

  test('shows the client’s own error if there is no response or an unknown one', async ({
    page,
    problems,
  }) => {
    problems.allow(/net::ERR/);
    await page.goto('/formspree-test');
    await page.route('**/f/test', (route) => route.abort());
    await page.getByRole('button', { name: 'Send Test Message' }).click();
    await expect(page.getByRole('alert')).toContainText('Could not reach the server.');
    await expect(page.getByRole('region', { name: 'Debug' })).toContainText('Not known');
    await page.unroute('**/f/test');
    await page.route('**/f/test', (route) => route.fulfill({ json: { something: 'else' } }));
    await page.getByRole('button', { name: 'Send Test Message' }).click();
    await expect(page.getByRole('alert')).toContainText('Unexpected response format');
  });
});

test('useForm of @formspree/react works unchanged with the form service', async ({
  page,
  portal,
  problems,
}) => {
  problems.allow(/status of 422/);
  await showFormHook(page, portal.url, await bundleFormHook());
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Name should not be empty')).toBeVisible();
  await expect(page.getByText('Email should be an email')).toBeVisible();
  await expect(page.getByText('Message should not be empty')).toBeVisible();
  await page.getByLabel('Name').fill('Asha');
  await page.getByLabel('Email').fill('asha@students.example');
  await page.getByLabel('Message').fill('Hello');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('status')).toHaveText('Thanks for joining!');
});
