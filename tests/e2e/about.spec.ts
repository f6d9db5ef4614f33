import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

/** The headings and texts of a section's list. */
function entries(page: Page, part: string) {
  return page.getByRole('region', { name: part, exact: true }).getByRole('listitem');
}

test('shows a visitor what the spec says about the club', async ({ page }) => {
  await page.goto('/about');
  await expect(page).toHaveTitle('About · SDC');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About the Software Development Club');
  await expect(page.getByText('Recruitment is ongoing').first()).toBeVisible();

  await expect(page.getByRole('definition')).toHaveText(['500+', '50+', '25+', '10+']);
  await expect(page.getByRole('term')).toHaveText(['Members', 'Projects', 'Workshops', 'Hackathons won']);
  await expect(page.getByRole('region', { name: 'Our mission' })).toContainText('We want every student');
  await expect(page.getByRole('list', { name: 'Development tracks' }).getByRole('listitem')).toHaveText([
    'Android Development',
    'Web Development',
    'Machine Learning',
    'Game Development',
  ]);
  await expect(entries(page, 'Why join')).toHaveCount(4);

  const activities = entries(page, 'Activities');
  const schedules = [
    ['Workshops', 'Weekly, on Wednesday'],
    ['Hackathons', 'Monthly, on the first weekend'],
    ['Project showcases', 'At the end of each semester'],
    ['Tech talks', 'Bi-weekly'],
  ] as const;
  await expect(activities).toHaveCount(schedules.length);
  for (const [index, [title, schedule]] of schedules.entries()) {
    await expect(activities.nth(index).getByRole('heading')).toHaveText(title);
    await expect(activities.nth(index)).toContainText(schedule);
  }

  await expect(entries(page, 'Leadership').getByRole('heading')).toHaveText([
    'President',
    'Vice President',
    'Technical Lead',
    'Design Lead',
    'Social Media Lead',
    'Content Lead',
  ]);
  const roles = page.getByRole('region', { name: 'Open roles' });
  await expect(roles).toContainText('Tech, Design, Social Media, and Content Team Member');
  await expect(roles.getByRole('listitem').getByRole('heading')).toHaveText([
    'Tech Team Member',
    'Design Team Member',
    'Social Media Team Member',
    'Content Team Member',
  ]);
});

test('links a visitor to registration, and through the login page to the contact page', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('link', { name: 'Join the club' }).click();
  await expect(page).toHaveURL('/register');
  await page.goBack();
  await page.getByRole('link', { name: 'Create your account' }).click();
  await expect(page).toHaveURL('/register');
  await page.goBack();
  await page.getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL('/login?from=%2Fcontact');
});

test('links a member to the contact page', async ({ page, portal }) => {
  await signedInMember(page, portal);
  await page.goto('/about');
  await page.getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL('/contact');
});

test('can be used by keyboard, with its actions first', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Join the club' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Contact us' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
});

test('fits every width', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const width of [320, 390, 768, 1440]) await expectNoSidewaysScroll(page, width);
});
