import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { dropRecord } from '#tests/helpers/records.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const project = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};
const sent = 'Thank you for your message! We have received your inquiry and will get back to you soon.';

function link(page: Page) {
  return page.getByLabel('GitHub Link (optional)', { exact: true });
}

function message(page: Page) {
  return page.getByLabel('Message', { exact: true });
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

test('a link makes the message a submission, which the page says before and after', async ({
  page,
  portal,
}) => {
  await signedInMember(page, portal, { track: 'web', taskDone: true });
  await page.goto('/contact');
  await expect(button(page, 'Send Message')).toBeVisible();
  await expect(page.getByText('You are submitting a project')).toHaveCount(0);
  await link(page).fill(project.githubLink);
  await expect(page.getByText('You are submitting a project')).toBeVisible();
  await expect(page.getByText('We record the link, with your message as its description')).toBeVisible();
  await message(page).fill(project.projectDescription);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 320);
  await button(page, 'Submit Project').click();
  const outcome = page.getByRole('status').filter({ hasText: sent });
  await expect(outcome).toBeFocused();
  await expect(outcome).toContainText('Project submitted');
  await expect(outcome).toContainText('We recorded asha-rao/events-board');
  await expect(outcome).toContainText('The club reviews it next.');
  await button(page, 'Send Another Message').click();
  await message(page).fill('A question');
  await button(page, 'Send Message').click();
  await expect(outcome).toContainText('Message sent');
  await expect(outcome).not.toContainText('recorded');
});

test('a submission is explained while the track or the task is missing', async ({ page, portal }) => {
  const member = await signedInMember(page, portal);
  await page.goto('/contact');
  await link(page).fill(project.githubLink);
  await expect(page.getByText('You have not chosen a track')).toBeVisible();
  await page.getByRole('link', { name: 'Choose a track' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByText('Web Development').click();
  await button(page, 'Save Selection').click();
  await expect(page.getByText('Development track updated successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'Submit Project / Contact' }).click();
  await expect(link(page)).toHaveValue(project.githubLink);
  await expect(page.getByText('Your task is not marked as done.')).toBeVisible();
  await message(page).fill(project.projectDescription);
  await button(page, 'Submit Project').click();
  await expect(page.getByText(sent)).toBeVisible();
  expect(await member.stored()).toMatchObject(project);
});

test('the administrator’s link is sent and not recorded, and the page says so', async ({
  page,
  portal,
  problems,
}) => {
  problems.allow(/status of 404/);
  await signIn(page, { email: portal.adminEmail, password: portal.adminPassword });
  await page.goto('/contact');
  await link(page).fill(project.githubLink);
  await expect(page.getByText('Only members have a record')).toBeVisible();
  await message(page).fill('Look at this.');
  await button(page, 'Send Message').click();
  await expect(page.getByRole('status').filter({ hasText: sent })).toBeFocused();
  await expect(page.getByText('not recorded yet')).toHaveCount(0);
  await page.reload();
  await expect(message(page)).toHaveValue('');
  await expect(button(page, 'Record My Project')).toHaveCount(0);
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
  await link(page).fill(project.githubLink);
  await message(page).fill(project.projectDescription);
  await expect(page.getByText('Your account has no record')).toBeVisible();
  await button(page, 'Submit Project').click();
  await expect(page.getByRole('status').filter({ hasText: 'Your account has no record.' })).toBeFocused();
  await page.getByRole('link', { name: 'Data Recovery' }).click();
  await button(page, 'Create My Data').click();
  await expect(page.getByText('User data created successfully!')).toBeVisible();
  await page.goto('/contact');
  await button(page, 'Record My Project').click();
  await expect(page.getByRole('heading', { name: 'Project submitted' })).toBeVisible();
  expect(await member.stored()).toMatchObject(project);
});

test('a submission can be edited in the form, and does not replace other text without asking', async ({
  page,
  portal,
}) => {
  const member = await signedInMember(page, portal, { track: 'web', taskDone: true, submission: project });
  await page.goto('/contact');
  await button(page, 'Edit submission').click();
  await expect(link(page)).toBeFocused();
  await expect(link(page)).toHaveValue(project.githubLink);
  await expect(message(page)).toHaveValue(project.projectDescription);
  await expect(page.getByText('It replaces your current submission')).toBeVisible();

  await message(page).fill('Something else');
  await button(page, 'Edit submission').click();
  await button(page, 'Keep My Text').click();
  await expect(button(page, 'Edit submission')).toBeFocused();
  await expect(message(page)).toHaveValue('Something else');
  await button(page, 'Edit submission').click();
  await button(page, 'Replace').click();
  await expect(link(page)).toBeFocused();
  await expect(message(page)).toHaveValue(project.projectDescription);

  await message(page).fill('Now with a calendar.');
  await button(page, 'Submit Project').click();
  await expect(page.getByText(sent)).toBeVisible();
  expect(await member.stored()).toMatchObject({ ...project, projectDescription: 'Now with a calendar.' });
  // Also from the page that says that it was sent.
  await button(page, 'Edit submission').click();
  await expect(link(page)).toBeFocused();
  await expect(message(page)).toHaveValue('Now with a calendar.');
});

test('changing the track first says what that means for a submission', async ({ page, portal }) => {
  await signedInMember(page, portal, { track: 'web', taskDone: true, submission: project });
  const note = /^Your submitted project and its review stay as they are/;
  await page.goto('/dashboard');
  await expect(page.getByText(note)).toHaveCount(0);
  await page.getByText('Game Development').click();
  await expect(page.getByText(note)).toBeVisible();
  await expectNoSidewaysScroll(page, 320);
  await page.getByText('Web Development').first().click();
  await expect(page.getByText(note)).toHaveCount(0);

  await page.goto('/profile');
  await button(page, 'Edit Profile').click();
  await page.getByLabel('Development Track').selectOption('game');
  await expect(page.getByLabel('Development Track')).toHaveAccessibleDescription(
    /Your track is still Web Development\. Your submitted project and its review stay as they are/,
  );
});

test('a link gets its scheme when the field is left, and when the form is sent', async ({ page, portal }) => {
  const member = await signedInMember(page, portal, { track: 'web', taskDone: true });
  await page.goto('/contact');
  await link(page).fill('github.com/asha-rao/events-board');
  await page.keyboard.press('Tab');
  await expect(link(page)).toHaveValue(project.githubLink);
  await expect(message(page)).toBeFocused();
  await message(page).fill(project.projectDescription);
  await link(page).fill('www.github.com/asha-rao/events-board');
  await page.keyboard.press('Enter');
  await expect(page.getByText(sent)).toBeVisible();
  expect((await member.stored())?.githubLink).toBe('https://www.github.com/asha-rao/events-board');
});
