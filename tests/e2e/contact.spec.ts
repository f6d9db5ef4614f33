import { drafts, field, project, received, send, sent, writeProject } from '#tests/helpers/contact-page.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { dropRecord } from '#tests/helpers/records.ts';
import { streamBegun, withoutStream } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test('a project can be sent by keyboard alone', async ({ page, portal }) => {
  const member = await signedInMember(page, portal, { track: 'web', taskDone: true });
  await page.goto('/contact');
  await page.getByRole('radio', { name: 'Project' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type(project.githubLink);
  await page.keyboard.press('Tab');
  await page.keyboard.type('First line');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Second line');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Name')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(send(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: sent })).toBeFocused();
  expect((await member.stored())?.projectDescription).toBe('First line\nSecond line');
});

test('what was typed is forgotten when the member signs out', async ({ page, portal }) => {
  const { registration } = await signedInMember(page, portal);
  await page.goto('/contact');
  await writeProject(page);
  const begun = streamBegun(page);
  await page.goto('/dashboard');
  await begun;
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Discard and Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await drafts(page)).toEqual([]);
  await signIn(page, registration);
  await page.goto('/contact');
  await expect(field(page, 'Message')).toHaveValue('');
});

test('what was typed is restored after the session ended, and for nobody else', async ({
  page,
  portal,
  problems,
  newMember,
}) => {
  problems.allow(/status of 401/);
  const member = await signedInMember(page, portal);
  const { registration } = member;
  await withoutStream(page);
  await page.goto('/contact');
  await writeProject(page);
  await page.context().clearCookies();
  // The message is sent, but recording the project needs the session.
  await send(page).click();
  await expect(page).toHaveURL('/login?from=%2Fcontact');

  await signIn(page, registration);
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Save My Project' }).click();
  await expect(page.getByText(sent)).toBeVisible();
  expect(await member.stored()).toMatchObject(project);
  expect(await received(member)).toHaveLength(1);

  await page.goto('/contact');
  await field(page, 'Message').fill('Half a message');
  await page.context().clearCookies();
  await signIn(page, await newMember({ fullName: 'Somebody Else' }));
  await page.goto('/contact');
  await expect(field(page, 'Name')).toHaveValue('Somebody Else');
  await expect(field(page, 'Message')).toHaveValue('');
  await expect.poll(() => drafts(page)).toEqual([]);
});

test('without a record, a submission leads to Data Recovery and is recorded afterwards', async ({
  page,
  portal,
  problems,
}) => {
  problems.allow(/status of 404/);
  const member = await signedInMember(page, portal);
  await member.withStore((store) => dropRecord(store, member.uid));
  await page.goto('/contact');
  await field(page, 'GitHub Link (optional)').fill(project.githubLink);
  await field(page, 'Message').fill(project.projectDescription);
  await expect(page.getByText(/^We couldn’t find your member details, so/)).toBeVisible();
  await page.getByRole('button', { name: 'Submit Project' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'We couldn’t find your member details.' }),
  ).toBeFocused();
  await page.getByRole('link', { name: 'Data Recovery' }).click();
  await page.getByRole('button', { name: 'Create My Data' }).click();
  await expect(page.getByText('User data created successfully!')).toBeVisible();
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Save My Project' }).click();
  await expect(page.getByRole('heading', { name: 'Project submitted' })).toBeVisible();
  expect(await member.stored()).toMatchObject(project);
});
