import type { Page } from '@playwright/test';
import { submission } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { keptDrafts } from '#tests/helpers/mishaps.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

test('the profile can be edited by keyboard alone', async ({ page, portal }) => {
  const member = await signedInMember(page, portal);
  await page.goto('/profile');
  await button(page, 'Edit Profile').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Asha K');
  for (const label of [
    'Email Address',
    'Student ID',
    'Department',
    'Year of Study',
    'Contact Number',
    'Development Track',
  ]) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(label)).toBeFocused();
  }
  await page.keyboard.type('Game');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Cancel')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Save Changes')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(button(page, 'Edit Profile')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Full Name')).toBeFocused();
  expect(await member.stored()).toMatchObject({ fullName: 'Asha K', developmentTrack: 'game' });
});

test('a project can be sent by keyboard alone', async ({ page, portal }) => {
  const member = await signedInMember(page, portal, { track: 'web', taskDone: true });
  await page.goto('/contact');
  await page.getByRole('radio', { name: 'Project' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type(submission.githubLink);
  await page.keyboard.press('Tab');
  await page.keyboard.type('First line');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Second line');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Submit Project')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Thank you for your message!' })).toBeFocused();
  expect((await member.stored())?.projectDescription).toBe('First line\nSecond line');
});

test('the timeline collapses a long description', async ({ page, portal }) => {
  const projectDescription = `<img src=x onerror="alert(1)"> ${'A long story about it. '.repeat(60)}The end.`;
  await signedInMember(page, portal, {
    track: 'web',
    taskDone: true,
    submission: { ...submission, projectDescription },
  });
  await page.goto('/timeline');
  const last = page.getByRole('region', { name: 'Submit Project Details' });
  const text = last.getByText('<img src=x onerror="alert(1)">');
  await expect(text).toContainText('The end.');
  await expect(last.locator('img')).toHaveCount(0);
  const folded = (await text.boundingBox())?.height ?? 0;
  await last.getByRole('button', { name: 'Show more' }).click();
  await expect(last.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
  expect((await text.boundingBox())?.height).toBeGreaterThan(folded * 1.5);
});

test('signing out with an unsent message asks in the menu of a phone, and Escape closes only the question', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInMember(page, portal);
  await page.goto('/contact');
  await page.getByLabel('Message').fill('Half a message');
  await button(page, 'Open menu').click();
  const question = page.getByRole('dialog', { name: 'Sign out without saving?' });
  await button(page, 'Sign Out').click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page, 'Sign Out')).toBeFocused();
  await page.keyboard.press('Enter');
  await button(page, 'Stay Signed In').click();
  await expect(question).toHaveCount(0);
  await expect(button(page, 'Sign Out')).toBeFocused();
  await page.keyboard.press('Enter');
  await button(page, 'Discard and Sign Out').click();
  await expect(page).toHaveURL('/login');
  expect(await keptDrafts(page)).toEqual([]);
});

const trackRoute = '**/api/me/track';
const saveFailed = 'Failed to update development track. Please try again.';

test('the track picker keeps the page in its place while messages come and go', async ({
  page,
  portal,
  problems,
}) => {
  problems.allow(/net::ERR/);
  await signedInMember(page, portal, { track: 'web' });
  await page.clock.install();
  await page.goto('/dashboard');
  const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
  for (const [width, track] of [
    [320, 'Machine Learning'],
    [390, 'Game Development'],
    [1280, 'Android Development'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('radio', { name: track }).check();
    const before = await height();
    await page.route(trackRoute, (route) => route.abort());
    await button(page, 'Update Track').click();
    await expect(page.getByText(saveFailed)).toBeInViewport();
    expect(await height()).toBe(before);
    await page.unroute(trackRoute);
    await button(page, 'Update Track').click();
    const saved = page.getByText('Development track updated successfully!');
    await expect(saved).toBeVisible();
    expect(await height()).toBe(before);
    await page.clock.runFor(3_000);
    await expect(saved).toHaveCount(0);
    expect(await height()).toBe(before);
  }
});

test('the track picker works by keyboard alone', async ({ page, portal, problems }) => {
  problems.allow(/net::ERR/);
  await signedInMember(page, portal);
  await page.goto('/dashboard');
  const nothingSelected = 'Please select a development track';
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  await expect(page.getByText(nothingSelected)).toBeVisible();
  await radio('Android Development').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(nothingSelected);
  await page.keyboard.press('ArrowDown');
  await expect(radio('Web Development')).toBeChecked();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(radio('Machine Learning')).toBeChecked();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowUp');
  await expect(radio('Game Development')).toBeChecked();

  await page.route(trackRoute, (route) => route.abort());
  await page.keyboard.press('Tab');
  await expect(button(page, 'Save Selection')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(saveFailed);
  await expect(button(page, 'Save Selection')).toBeFocused();
  await page.unroute(trackRoute);
  await page.keyboard.press('Space');
  await expect(page.getByText('Development track updated successfully!')).toBeVisible();
  await expect(radio('Game Development')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(radio('Machine Learning')).toHaveAccessibleDescription(/Your current track$/);
});
