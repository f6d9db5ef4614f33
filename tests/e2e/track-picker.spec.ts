import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { holdRequests, watchRequests, withoutStream } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { watchTimeShown } from '#tests/helpers/time-shown.ts';
import { nothingSelected, radio, saveButton, saveFailed } from '#tests/helpers/track-picker.ts';

const saved = 'Development track updated successfully!';
const trackRoute = '**/api/me/track';

test('saves a first track, once for a double click', async ({ page, portal }) => {
  const member = await signedInMember(page, portal);
  await page.goto('/dashboard');
  const group = page.getByRole('radiogroup', { name: 'Development track' });
  await expect(group.getByRole('radio')).toHaveCount(4);
  await expect(page.getByText(nothingSelected)).toBeVisible();
  await expect(saveButton(page)).toHaveText('Save Selection');
  await expect(saveButton(page)).toBeDisabled();
  await expect(page.getByRole('link', { name: 'My Task', exact: true })).toHaveCount(0);

  await page.getByText('Web Development').click();
  await expect(radio(page, 'Web Development')).toBeChecked();
  await expect(page.getByText(nothingSelected)).toHaveCount(0);
  await expect(page.getByText('Your current track')).toHaveCount(0);

  const writes = watchRequests(page, '/api/me/track');
  await saveButton(page).dblclick();
  await expect(page.getByRole('status').filter({ hasText: saved })).toBeVisible();
  await expect(saveButton(page)).toHaveText('Update Track');
  await expect(saveButton(page)).toBeDisabled();
  await expect(radio(page, 'Web Development')).toHaveAccessibleDescription(/Your current track$/);
  await expect(page.getByText('Your current track')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'My Task', exact: true })).toBeVisible();
  expect(writes.map((request) => request.method())).toEqual(['PUT']);

  const record = await member.stored();
  expect(record?.developmentTrack).toBe('web');
  expect(record?.trackUpdatedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(await member.changeKinds()).toEqual(['registered', 'track-selected']);
});

test('is enabled only for a different track', async ({ page, portal }) => {
  const member = await signedInMember(page, portal, { track: 'ml' });
  await page.goto('/dashboard');
  await expect(radio(page, 'Machine Learning')).toBeChecked();
  await expect(radio(page, 'Machine Learning')).toHaveAccessibleDescription(/Your current track$/);
  await expect(saveButton(page)).toHaveText('Update Track');
  await expect(saveButton(page)).toBeDisabled();
  await radio(page, 'Game Development').check();
  await expect(saveButton(page)).toBeEnabled();
  await expect(page.getByText('Your current track')).toHaveCount(1);
  await radio(page, 'Machine Learning').check();
  await expect(saveButton(page)).toBeDisabled();
  await radio(page, 'Android Development').check();
  await saveButton(page).click();
  await expect(radio(page, 'Android Development')).toHaveAccessibleDescription(/Your current track$/);
  await expect(saveButton(page)).toBeDisabled();
  expect((await member.stored())?.developmentTrack).toBe('android');
  await page.reload();
  await expect(radio(page, 'Android Development')).toBeChecked();
});

test('shows the success message for 3 seconds', async ({ page, portal }) => {
  await signedInMember(page, portal, { track: 'web' });
  await page.clock.install();
  await page.goto('/dashboard');
  await radio(page, 'Machine Learning').check();
  const timeShown = await watchTimeShown(page, saved);
  await saveButton(page).click();
  await expect(page.getByText(saved)).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(page.getByText(saved)).toHaveCount(0);
  expect(await timeShown()).toBeGreaterThan(2_900);
  await expect(radio(page, 'Machine Learning')).toBeChecked();
});

for (const width of [320, 390, 1280]) {
  test(`keeps the page in its place while messages come and go at ${width} pixels`, async ({
    page,
    portal,
    problems,
  }) => {
    problems.allow(/net::ERR/);
    await signedInMember(page, portal, { track: 'web' });
    await page.setViewportSize({ width, height: 900 });
    await page.clock.install();
    await page.goto('/dashboard');
    const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
    await radio(page, 'Machine Learning').check();
    const before = await height();
    await page.route(trackRoute, (route) => route.abort());
    await saveButton(page).click();
    await expect(page.getByText(saveFailed)).toBeVisible();
    expect(await height()).toBe(before);
    await page.unroute(trackRoute);
    await saveButton(page).click();
    await expect(page.getByText(saved)).toBeVisible();
    expect(await height()).toBe(before);
    await page.clock.runFor(3_000);
    await expect(page.getByText(saved)).toHaveCount(0);
    expect(await height()).toBe(before);
  });
}

test('offers the next step after a track was saved', async ({ page, portal }) => {
  await signedInMember(page, portal);
  await page.goto('/dashboard');
  const picker = page.getByRole('region', { name: 'Development Track' });
  await expect(radio(page, 'Web Development')).toHaveAccessibleDescription(/Task: Campus Events Board/);
  await radio(page, 'Web Development').check();
  await saveButton(page).click();
  await picker.getByRole('link', { name: 'View Task' }).click();
  await expect(page).toHaveURL('/user-tasks');
});

test('shows progress while saving', async ({ page, portal }) => {
  await signedInMember(page, portal);
  await page.goto('/dashboard');
  const held = await holdRequests(page, trackRoute);
  await radio(page, 'Game Development').check();
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saving...');
  await expect(saveButton(page)).toBeDisabled();
  held.release();
  await expect(saveButton(page)).toHaveText('Update Track');
});

test('keeps the choice when the connection drops, and can be retried', async ({ page, portal, problems }) => {
  problems.allow(/net::ERR/);
  const member = await signedInMember(page, portal, { track: 'web' });
  await page.route(trackRoute, (route) => route.abort());
  await page.goto('/dashboard');
  await radio(page, 'Game Development').check();
  await saveButton(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(saveFailed);
  await expect(radio(page, 'Game Development')).toBeChecked();
  await expect(saveButton(page)).toBeEnabled();
  await expect(radio(page, 'Web Development')).toHaveAccessibleDescription(/Your current track$/);
  await page.unroute(trackRoute);
  await saveButton(page).click();
  await expect(page.getByText(saved)).toBeVisible();
  await expect(alert).toHaveCount(0);
  expect((await member.stored())?.developmentTrack).toBe('game');
});

test('works by keyboard alone', async ({ page, portal, problems }) => {
  problems.allow(/net::ERR/);
  await signedInMember(page, portal);
  await page.goto('/dashboard');
  await expect(page.getByText(nothingSelected)).toBeVisible();
  await radio(page, 'Android Development').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(nothingSelected);
  await page.keyboard.press('ArrowDown');
  await expect(radio(page, 'Web Development')).toBeChecked();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(radio(page, 'Machine Learning')).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(radio(page, 'Game Development')).toBeChecked();

  await page.route(trackRoute, (route) => route.abort());
  await page.keyboard.press('Tab');
  await expect(saveButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(saveFailed);
  await expect(saveButton(page)).toBeFocused();
  await page.unroute(trackRoute);
  await page.keyboard.press('Space');
  await expect(page.getByText(saved)).toBeVisible();
  await expect(radio(page, 'Game Development')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(radio(page, 'Machine Learning')).toHaveAccessibleDescription(/Your current track$/);
});

test('redirects to the login page when the session has ended, and back', async ({
  page,
  portal,
  problems,
}) => {
  problems.allow(/status of 401/);
  const { registration } = await signedInMember(page, portal);
  await withoutStream(page);
  await page.goto('/dashboard');
  await radio(page, 'Web Development').check();
  await page.context().clearCookies();
  await saveButton(page).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, registration);
  await expect(page).toHaveURL('/dashboard');
});
