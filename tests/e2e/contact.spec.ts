import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import {
  currentSubmission,
  drafts,
  failed,
  field,
  formRoute,
  project,
  received,
  send,
  sent,
  writeProject,
} from '#tests/helpers/contact-page.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { watchRequests } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test.describe('access', () => {
  test('redirects a visitor to the login page, and back', async ({ page, newMember }) => {
    await page.goto('/contact');
    await expect(page).toHaveURL('/login?from=%2Fcontact');
    const member = await newMember();
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL('/contact');
    await expect(field(page, 'Email')).toHaveValue(member.email);
  });

  test('shows the form to the administrator, who has no record', async ({ page, portal, problems }) => {
    problems.allow(/status of 404/);
    await signIn(page, { email: portal.adminEmail, password: portal.adminPassword });
    await page.goto('/contact');
    await expect(field(page, 'Email')).toHaveValue(portal.adminEmail);
    await expect(currentSubmission(page)).toHaveCount(0);
  });
});

test('shows the form with name and e-mail filled in, and the FAQ', async ({ page, portal }) => {
  const { registration } = await signedInMember(page, portal);
  await page.goto('/contact');
  await expect(page).toHaveTitle('Submit Project / Contact Us · SDC');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Submit Project / Contact Us');
  await expect(page.locator('main label')).toHaveText(['Name', 'Email', 'GitHub Link (optional)', 'Message']);
  await expect(field(page, 'Name')).toHaveValue(registration.fullName);
  await expect(field(page, 'Email')).toHaveValue(registration.email);
  await expect(page.locator('input[type="hidden"][name="subject"]')).toHaveValue(
    'New message from the SDC contact form',
  );
  const faq = page.getByRole('region', { name: 'Frequently Asked Questions' });
  for (const answer of [
    'recruitment is ongoing',
    'beginners are welcome',
    'joining several teams is allowed',
  ]) {
    await expect(faq).toContainText(answer);
  }
  await expect(currentSubmission(page)).toHaveCount(0);
  for (const width of [320, 390, 768, 1440]) await expectNoSidewaysScroll(page, width);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test.describe('checks', () => {
  test('requires name, e-mail, message and a valid link, and shows the first failure only', async ({
    page,
    portal,
  }) => {
    const member = await signedInMember(page, portal);
    await page.goto('/contact');
    const requests = watchRequests(page, '/f/contact');
    await field(page, 'Name').fill('  ');
    await field(page, 'Email').fill('');
    await field(page, 'GitHub Link (optional)').fill('my project');
    const failures = [
      ['Name', 'Name is required', 'Asha'],
      ['Email', 'Email is required', 'asha at students'],
      ['Email', 'Please enter a valid email address', 'asha@students.example'],
      ['GitHub Link (optional)', 'GitHub link must be a valid URL', 'javascript:alert(1)'],
      ['GitHub Link (optional)', 'GitHub link must be a valid URL', project.githubLink],
      ['Message', 'Message is required', null],
    ] as const;
    for (const [label, message, mend] of failures) {
      await send(page).click();
      await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`^${message}`));
      await expect(field(page, label)).toBeFocused();
      await expect(page.getByRole('alert')).toHaveText(failed);
      await expect(page.locator('main [aria-invalid="true"]')).toHaveCount(1);
      if (mend !== null) await field(page, label).fill(mend);
    }
    await expectNoSidewaysScroll(page, 320);
    expect(requests).toEqual([]);
    expect(await member.changeKinds()).toEqual(['registered']);
  });

  test('shows the server’s validation errors beside their fields', async ({ page, portal, problems }) => {
    problems.allow(/status of 4\d\d/);
    const member = await signedInMember(page, portal);
    await page.goto('/contact');
    const errors = [
      { code: 'TYPE_TEXT', field: 'message', message: 'should be shorter' },
      { code: 'TYPE_EMAIL', field: 'email', message: 'should be an email' },
      { code: 'REQUIRED_FIELD_EMPTY', field: 'name', message: 'should not be empty' },
    ];
    await page.route(formRoute, (route) => route.fulfill({ status: 422, json: { errors } }));
    await writeProject(page);
    await send(page).click();
    await expect(page.getByRole('alert')).toHaveText(failed);
    await expect(field(page, 'Name')).toHaveAccessibleDescription('Name should not be empty');
    await expect(field(page, 'Name')).toBeFocused();
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Email should be an email');
    await expect(field(page, 'Message')).toHaveAccessibleDescription(/^Message should be shorter/);
    await page.unroute(formRoute);
    const tooMany = { error: 'Too many attempts. Please try again in 5 minutes.' };
    await page.route(formRoute, (route) => route.fulfill({ status: 429, json: tooMany }));
    await send(page).click();
    await expect(page.getByRole('alert')).toHaveText(`${failed}${tooMany.error}`);
    await expect(field(page, 'Name')).not.toHaveAttribute('aria-invalid');
    expect(await received(member)).toEqual([]);
    expect(await member.changeKinds()).toEqual(['registered']);
    await expect(field(page, 'Message')).toHaveValue(project.projectDescription);
  });
});

test('a message without a link is sent without changing the record', async ({ page, portal }) => {
  const member = await signedInMember(page, portal);
  await page.goto('/contact');
  await field(page, 'Message').fill('A question');
  await send(page).click();
  await expect(page.getByRole('status').filter({ hasText: sent })).toBeFocused();
  expect(await received(member)).toHaveLength(1);
  expect(await member.changeKinds()).toEqual(['registered']);
  expect(await drafts(page)).toEqual([]);
});
