import type { Locator, Page } from '@playwright/test';
import { submission } from '#tests/helpers/admin-pages.ts';
import { change, fill, preview, save, test } from '#tests/helpers/club.ts';
import { button, field } from '#tests/helpers/controls.ts';
import { expect } from '#tests/helpers/fixtures.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { startedUp } from '#tests/helpers/requests.ts';
import { openDesk } from '#tests/helpers/review-desk.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { withStore } from '#tests/helpers/with-store.ts';

// Each test uses three browsers.
test.describe.configure({ timeout: 150_000 });

/** A picture that the browser has loaded and drawn. */
async function expectDrawn(picture: Locator): Promise<void> {
  await expect(picture).toHaveJSProperty('complete', true);
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>';
const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };

test('what the lead says about the club and its tasks is seen by everybody, and undone', async ({
  page: lead,
  newPage,
  club,
  problems,
}) => {
  problems.allow(/status of 40[39]/);
  const [other, student, visitor] = [await newPage(), await newPage(), await newPage()];
  for (const page of [lead, other]) await signedInAdmin(page, club);
  const { uid } = await signedInMember(student, club, { track: 'web', taskDone: true, submission });
  const logoOf = (page: Page) => page.locator('img[src^="/logo/"]').first();

  await test.step('names and logo', async () => {
    await other.goto('/admin/settings/club');
    await fill(other, { 'Short name': 'Theirs' });
    await change(lead, 'club', async () => {
      await fill(lead, { 'Short name': 'ABC', President: 'Asha Rao' });
      await field(lead, 'Logo').setInputFiles(logo);
      await expect(preview(lead).getByText('President: Asha Rao')).toBeVisible();
      await expectDrawn(preview(lead).locator('img'));
    });
    await visitor.goto('/about');
    await expect(visitor).toHaveTitle('About · ABC');
    await expect(visitor.getByRole('contentinfo')).toContainText('President: Asha Rao');
    await visitor.goto('/login');
    await expect(visitor.getByText('Sign in to your ABC account')).toBeVisible();
    await student.goto('/dashboard');
    await expect(student.getByRole('banner').getByText('ABC', { exact: true })).toBeVisible();
    for (const page of [visitor, student]) await expectDrawn(logoOf(page));
  });

  await test.step('two editors', async () => {
    await button(other, 'Save').click();
    await expect(other.getByText('Saved now: ABC')).toBeVisible();
    await expect(other.getByText('Yours: Theirs')).toBeVisible();
    await expect(field(other, 'President')).toHaveValue('Asha Rao');
    await save(other);
    await other.goto('/admin-dashboard');
    await other
      .getByRole('button', { name: /^Undo: / })
      .first()
      .click();
    await expect(other.getByText('Settings changed: Short name: Theirs → ABC')).toBeVisible();
    await expect(async () => {
      await visitor.reload();
      await expect(visitor.getByText('Sign in to your ABC account')).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });

  await test.step('a requirement that is reworded, and one that is removed', async () => {
    const desk = `/admin/review?member=${uid}`;
    await openDesk(lead, desk, 'Asha Rao');
    for (const name of ['List of events', 'Search and filter']) await lead.getByLabel(name).check();
    const met = () => withStore(club, ({ db }) => db.selectFrom('opinions').select('met').executeTakeFirst());
    await expect.poll(async () => (await met())?.met).toContain('search-and-filter');
    await change(lead, 'tasks?track=web', async () => {
      const requirements = lead.getByRole('group', { name: 'Requirements' });
      await button(lead, 'List of events').click();
      await requirements.getByLabel('Title').first().fill('All events');
      await button(lead, 'Remove 2 of Requirements').click();
      await expect(preview(lead).getByText('All events')).toBeVisible();
    });
    await student.goto('/user-tasks');
    await visitor.goto('/tasks');
    for (const page of [student, visitor]) {
      await expect(page.getByText('All events')).toBeVisible();
      await expect(page.getByText('Search and filter', { exact: true })).toBeHidden();
    }
    await openDesk(lead, desk, 'Asha Rao');
    await expect(lead.getByLabel('All events')).toBeChecked();
    await expect(lead.getByText('Met, and no longer asked for: Search and filter')).toBeVisible();
  });

  await test.step('nobody else gets there', async () => {
    for (const part of ['club', 'dates', 'mail']) {
      await student.goto(`/admin/settings/${part}`);
      await expect(student.getByText('Access Denied')).toBeVisible();
      await visitor.goto(`/admin/settings/${part}`);
      await expect(visitor).toHaveURL(/\/login/);
    }
  });
});

test('registration opens and closes by date and manually, for the addresses that the lead names', async ({
  page: lead,
  newPage,
  club,
  problems,
}) => {
  problems.allow(/status of 40[03]/);
  const [student, visitor] = [await newPage(), await newPage()];
  await signedInAdmin(lead, club);
  await signedInMember(student, club);
  const create = button(visitor, 'Create Account');
  const says = async (text: string) => {
    for (const path of ['/about', '/login', '/register']) {
      await visitor.goto(path);
      await expect(visitor.getByText(text).first()).toBeVisible();
    }
    await expect(create).toBeHidden();
    await student.goto('/contact');
    await expect(student.getByRole('region', { name: 'Frequently Asked Questions' })).toContainText(text);
  };

  await change(lead, 'dates', async () => {
    await field(lead, 'Time zone').selectOption('Asia/Kolkata');
    await fill(lead, { 'Registration opens': '2099-12-01T18:30' });
    await expect(preview(lead).getByText('Registration opens on Tue 1 Dec, 18:30')).toBeVisible();
  });
  await says('Registration opens on Tue 1 Dec, 18:30');
  await fill(lead, { 'Registration opens': '', 'Registration closes': '2020-01-02T10:00' });
  await save(lead);
  await says('Registration closed on Thu 2 Jan, 10:00');
  await student.goto('/dashboard');
  await student.getByRole('radio', { name: 'Web Development' }).check();
  await button(student, 'Save Selection').click();
  await expect(student.getByText('Development track updated successfully!')).toBeVisible();
  await field(lead, 'Registration').selectOption('Open');
  await save(lead);
  await change(lead, 'registration', async () => {
    await fill(lead, { 'Domains of email addresses': 'college.edu' });
    await expect(preview(lead).getByText(/Please use an email address of college\.edu/)).toBeVisible();
  });

  const { fullName, email, studentId, department, password } = newRegistration();
  await visitor.goto('/register');
  await startedUp(visitor);
  await fill(visitor, { 'Full Name': fullName, Email: email, 'Student ID': studentId });
  await fill(visitor, { Password: password, 'Confirm Password': password });
  await visitor.getByLabel('Department').selectOption(department);
  await visitor.getByLabel('Year of Study').selectOption('2');
  await visitor.getByLabel(/I agree to the/).check();
  await field(visitor, 'Contact Number').pressSequentially('+91 98765 43210');
  await create.focus();
  await expect(field(visitor, 'Contact Number')).toHaveValue('9876543210');
  await create.click();
  await expect(visitor.getByText('Please use an email address of college.edu')).toBeVisible();
  await expect(field(visitor, 'Email')).toBeFocused();
  await fill(visitor, { Email: 'asha@college.edu' });
  // Closed while the page is open: what was typed is there when it opens again.
  await change(lead, 'dates', () => field(lead, 'Registration').selectOption('Closed'));
  await create.click();
  await expect(visitor.getByText('What you typed is kept in this tab, except the passwords.')).toBeVisible();
  await field(lead, 'Registration').selectOption('Open');
  await save(lead);
  await visitor.reload();
  await expect(field(visitor, 'Student ID')).toHaveValue(studentId);
  await fill(visitor, { Password: password, 'Confirm Password': password });
  await create.click();
  await expect(visitor.getByText('1 of 4 steps completed')).toBeVisible();
});

test.describe('an empty portal', () => {
  test.use({ env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } });

  test('is set up with its link alone, and its first steps are done by facts', async ({
    page: lead,
    newPage,
    club,
    problems,
  }) => {
    problems.allow(/status of 400/);
    const visitor = await newPage();
    const [link = ''] = /\S+\/setup\?token=\S+/.exec(club.logs()) ?? [];
    const isDead = visitor.getByText(/^This link has expired or has already been used\./);
    await visitor.goto('/setup?token=made-up');
    await expect(isDead).toBeVisible();

    await lead.goto(link);
    await fill(lead, { 'Your Email': 'lead@club.example', Password: 'correct horse' });
    await fill(lead, { 'Name of the Club': 'Rocket Club', 'Short Name': 'RC' });
    await field(lead, 'Time Zone').selectOption('Asia/Tokyo');
    await button(lead, 'Set Up').click();
    await expect(lead).toHaveURL('/admin-dashboard');
    await lead.getByRole('link', { name: 'Set the dates' }).click();
    await fill(lead, { 'Deadline for submissions': '2099-12-12T00:30' });
    await save(lead);
    await lead.getByRole('link', { name: 'Dashboard' }).click();
    await expect(lead.getByRole('link', { name: 'Done: Set the dates' })).toBeVisible();
    // In the zone that was chosen; in that of the server it is another day.
    await expect(lead.locator('time[datetime="2099-12-11T15:30:00.000Z"]')).toContainText('12');

    await visitor.goto(link);
    await expect(isDead).toBeVisible();
    await visitor.goto('/tasks');
    await expect(visitor).toHaveTitle(/ · RC$/);
    await expect(visitor.getByText('Due Sat 12 Dec, 00:30')).toBeVisible();
    await button(lead, 'Hide List').click();
    await expect(lead.getByText('First steps')).toBeHidden();
    await lead.reload();
    await expect(lead.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await expect(lead.getByText('First steps')).toBeHidden();
  });
});
