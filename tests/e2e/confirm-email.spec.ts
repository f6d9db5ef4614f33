import { confirmationTexts } from '#domain/mailed-links.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { registerMember } from '#tests/helpers/members.ts';
import { requestUntilLimited } from '#tests/helpers/requests.ts';

/** A mail server that does not answer: mails wait, and the portal asks for confirmations all the same. */
const mailing = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@sdc.example' };

test('the dashboard asks for the address to be confirmed, and can send the link again a few times', async ({
  page,
  ownPortal,
  problems,
}) => {
  const { url } = await ownPortal(mailing);
  const member = await registerMember(url);
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();

  await expect(page.getByText(confirmationTexts.ask(member.email))).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
  const again = page.getByRole('button', { name: confirmationTexts.sendAgain });
  await again.click();
  await expect(page.getByText(confirmationTexts.sent)).toBeVisible();

  problems.allow(/status of 429/);
  await requestUntilLimited(page, '/api/me/confirmation-mail');
  await again.click();
  await expect(
    page.getByText(/^We have sent several links already\. You can ask for another in /),
  ).toBeVisible();
  await expect(again).toBeFocused();
});

test('the mailed link opens a page whose button confirms the address, and then nothing asks for it', async ({
  page,
  ownPortal,
  problems,
}) => {
  const { url } = await ownPortal(mailing);
  problems.allow(/status of 400/);
  await page.goto(`${url}/confirm-email?token=not-a-token`);
  await expect(page.getByRole('heading', { name: confirmationTexts.title })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: confirmationTexts.button }).click();
  await expect(page.getByRole('alert')).toHaveText(confirmationTexts.linkInvalid);

  await page.route('**/api/auth/confirm-email', (route) => route.fulfill({ json: { status: true } }));
  await page.getByRole('button', { name: confirmationTexts.button }).click();
  await expect(page.getByText(confirmationTexts.done)).toBeVisible();
  await page.getByRole('link', { name: confirmationTexts.goOn }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.goto(`${url}/confirm-email`);
  await expect(page.getByRole('alert')).toHaveText(confirmationTexts.linkInvalid);
  await expect(page.getByRole('button', { name: confirmationTexts.button })).toHaveCount(0);
});

test('without a mail server nothing asks for it', async ({ page, newMember }) => {
  const member = await newMember();
  await signIn(page, member);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(confirmationTexts.ask(member.email))).toHaveCount(0);
});
