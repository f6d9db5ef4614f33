import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { openStore } from '#server/store/open.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { type Portal, startPortal } from '#tests/helpers/portal.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';
import { seedMembers } from '../../scripts/seed-members.ts';

// Each has several browsers at work.
test.describe.configure({ timeout: 120_000 });

const submission = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};

/** A name that no other test's member has. */
function uniqueName(first: string): string {
  return `${first} ${randomBytes(5).toString('hex')}`;
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

function reviewed(page: Page, name: string): Locator {
  return page.getByRole('checkbox', { name: `Reviewed: ${name}` });
}

function graded(page: Page, name: string): Locator {
  return page.getByRole('checkbox', { name: `Graded: ${name}` });
}

function statusOf(page: Page, label: string): Locator {
  return page.getByRole('status').filter({ hasText: new RegExp(`^${label}$`) });
}

/** Opens an administrator's page, narrowed to what a test looks at, and waits until it is live. */
async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(statusOf(page, 'Live')).toBeVisible();
}

async function send(page: Page, portal: Portal, method: 'PUT' | 'PATCH', path: string, data: object) {
  const headers = { Origin: portal.url };
  const response = await page.request.fetch(`${portal.url}${path}`, { method, headers, data });
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true);
}

test('a student and the administrator see each other’s work as it happens', { tag: '@engines' }, async ({
  page: student,
  newPage,
  portal,
}) => {
  const admin = await newPage();
  const name = uniqueName('Noor');
  const query = `q=${encodeURIComponent(name)}`;
  await signedInAdmin(admin, portal);
  await openLive(admin, `/admin?${query}`);
  await expect(admin.getByText('No users match')).toBeVisible();

  await test.step('who registers is in the open table', async () => {
    const typed = newRegistration({ fullName: name });
    await student.goto('/register');
    await student.getByLabel('Full Name').fill(typed.fullName);
    await student.getByLabel('Email').fill(typed.email);
    await student.getByLabel('Student ID').fill(typed.studentId);
    await student.getByLabel('Department').selectOption(typed.department);
    await student.getByLabel('Year of Study').selectOption({ label: '2nd Year' });
    await student.getByLabel('Contact Number').fill(typed.contactNumber);
    await student.getByLabel('Password', { exact: true }).fill(typed.password);
    await student.getByLabel('Confirm Password', { exact: true }).fill(typed.password);
    await student.getByLabel(/I agree to the/).check();
    await student.getByRole('button', { name: 'Create Account' }).click();
    await expect(student).toHaveURL(/\/dashboard$/);
    await expect(rowOf(admin, name)).toContainText('Not selected');
  });

  await test.step('who picks a track has it in the open table', async () => {
    await student.getByText('Machine Learning', { exact: true }).click();
    await student.getByRole('button', { name: 'Save Selection' }).click();
    await expect(rowOf(admin, name)).toContainText('Machine Learning');
    await expect(rowOf(admin, name)).toHaveCount(1);
  });

  await test.step('who marks the task as done moves on in the open list', async () => {
    await openLive(admin, `/admin?${query}&step=3`);
    await expect(admin.getByText('No users match')).toBeVisible();
    await student.goto('/timeline');
    await student.getByRole('button', { name: 'Mark as Done' }).click();
    await expect(rowOf(admin, name)).toHaveCount(1);
  });

  await test.step('who submits is in the open list of submissions', async () => {
    await openLive(admin, `/admin-dashboard?${query}`);
    await expect(admin.getByText('No submissions match')).toBeVisible();
    await send(student, portal, 'PUT', '/api/me/submission', submission);
    await expect(rowOf(admin, name)).toContainText('asha-rao/events-board');
    await expect(rowOf(admin, name)).toHaveCount(1);
    const changes = admin.getByRole('region', { name: 'Recent changes' });
    await expect(changes.getByRole('listitem').filter({ hasText: name }).first()).toContainText(
      'Submitted a project: asha-rao/events-board',
    );
  });

  await test.step('the student’s open timeline follows the review', async () => {
    await expect(student.getByText('Your submission is under review.')).toBeVisible();
    await reviewed(admin, name).click();
    await expect(student.getByText(/results will be out soon/i)).toBeVisible();
    await expect(student.getByText('4 of 4 steps completed')).toBeVisible();
  });

  await test.step('graded is a mark of its own', async () => {
    await expect(graded(admin, name)).not.toBeChecked();
    await graded(admin, name).click();
    await expect(graded(admin, name)).toBeChecked();
    await reviewed(admin, name).click();
    await expect(reviewed(admin, name)).not.toBeChecked();
    await expect(graded(admin, name)).toBeChecked();
    await expect(student.getByText('Your submission is under review.')).toBeVisible();
  });
});

test('a member’s dashboard and profile follow the record, and a form that is edited is left alone', async ({
  page: open,
  newPage,
  portal,
}) => {
  const name = uniqueName('Devi');
  const { registration } = await signedInMember(open, portal, { track: 'web' }, { fullName: name });
  const other = await newPage();
  await other.request.post(`${portal.url}/api/auth/sign-in/email`, {
    headers: { Origin: portal.url },
    data: { email: registration.email, password: registration.password },
  });

  await open.goto('/dashboard');
  await expect(open.getByRole('heading', { level: 1 })).toContainText(name);
  await send(other, portal, 'PUT', '/api/me/task-completion', { taskCompleted: true });
  await expect(open.getByRole('link', { name: 'Submit Project', exact: true })).toBeVisible();

  await open.goto('/profile');
  await open.getByRole('button', { name: 'Edit Profile' }).click();
  await open.getByLabel('Student ID').fill('TYPED-HERE');
  const profile = {
    fullName: `${name} Rao`,
    email: registration.email,
    studentId: 'SAVED-THERE',
    department: 'Civil Engineering',
    yearOfStudy: 4,
    contactNumber: registration.contactNumber,
    developmentTrack: 'web',
  };
  await send(other, portal, 'PATCH', '/api/me/profile', profile);
  await expect(open.getByRole('heading', { level: 2, name: `${name} Rao` })).toBeVisible();
  await expect(open.getByLabel('Student ID')).toHaveValue('TYPED-HERE');
  await open.getByRole('button', { name: 'Cancel' }).click();
  await expect(open.getByLabel('Student ID')).toHaveValue('SAVED-THERE');
});

test('two open pages of the administrator agree, and what was done is undone from the list of changes', async ({
  page: first,
  newPage,
  portal,
}) => {
  const name = uniqueName('Ravi');
  const student = await newPage();
  await signedInMember(student, portal, { track: 'game', taskDone: true, submission }, { fullName: name });
  const second = await newPage();
  for (const page of [first, second]) {
    await signedInAdmin(page, portal);
    await openLive(page, `/admin-dashboard?q=${encodeURIComponent(name)}`);
    await expect(rowOf(page, name)).toHaveCount(1);
  }

  await reviewed(first, name).click();
  await expect(reviewed(first, name)).toBeChecked();
  await expect(reviewed(second, name)).toBeChecked();
  await graded(second, name).click();
  await expect(graded(first, name)).toBeChecked();

  const change = second
    .getByRole('region', { name: 'Recent changes' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ hasText: 'Review changed: reviewed' });
  await expect(change).toContainText('by the administrator');
  await change.getByRole('button', { name: /^Undo/ }).click();
  await expect(reviewed(first, name)).not.toBeChecked();
  await expect(reviewed(second, name)).not.toBeChecked();
  await expect(graded(first, name)).toBeChecked();
  await expect(change).toContainText('undone');
  await expect(change.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
});

test('many are reviewed in one go, and taken back in one go', async ({ page: admin, newPage, portal }) => {
  const family = uniqueName('Iyer').split(' ').join('-');
  const names = ['Uma', 'Vik', 'Tara'].map((first) => `${first} ${family}`);
  const student = await newPage();
  for (const fullName of names) {
    await signedInMember(student, portal, { track: 'web', submission }, { fullName });
    await student.context().clearCookies();
  }
  await signedInAdmin(admin, portal);
  await openLive(admin, `/admin-dashboard?q=${encodeURIComponent(family)}&reviewed=false`);
  await expect(rowOf(admin, family)).toHaveCount(3);

  await admin.getByRole('button', { name: 'Select', exact: true }).click();
  await admin.getByRole('checkbox', { name: `Select ${names[0]}` }).click();
  await admin.getByRole('checkbox', { name: `Select ${names[2]}` }).click({ modifiers: ['Shift'] });
  const selected = admin.getByRole('group', { name: 'Selected members' });
  await expect(selected).toContainText('3 members selected');
  await selected.getByRole('button', { name: 'Mark reviewed', exact: true }).click();

  const notice = admin.getByRole('region', { name: 'Notifications' });
  await expect(notice).toContainText('3 submissions marked as reviewed.');
  for (const name of names) await expect(reviewed(admin, name)).toBeChecked();
  // They no longer belong to the view, and stay where they were worked on.
  await expect(admin.getByText('0 submissions match')).toBeVisible();
  await graded(admin, names[1] ?? '').click();
  await expect(graded(admin, names[1] ?? '')).toBeChecked();

  await notice.getByRole('button', { name: 'Undo' }).click();
  for (const name of names) await expect(reviewed(admin, name)).not.toBeChecked();
  await expect(admin.getByText('3 submissions match')).toBeVisible();
  await expect(rowOf(admin, family)).toHaveCount(3);
});

test('a review that the server refuses is rolled back and says why', async ({
  page: admin,
  newPage,
  portal,
  problems,
}) => {
  const name = uniqueName('Meera');
  const student = await newPage();
  const { withStore, uid } = await signedInMember(
    student,
    portal,
    { track: 'web', submission },
    { fullName: name },
  );
  await signedInAdmin(admin, portal);
  await openLive(admin, `/admin-dashboard?q=${encodeURIComponent(name)}`);
  await expect(reviewed(admin, name)).toBeEnabled();

  // The submission goes, past the portal's own log: this page cannot know.
  await withStore((store) =>
    store.db.updateTable('members').set({ githubLink: null }).where('uid', '=', uid).execute(),
  );
  problems.allow(/status of 409/);
  await reviewed(admin, name).click();
  await expect(admin.getByRole('alert')).toContainText(
    `${name}: not saved. This member has not submitted a project.`,
  );
  await expect(reviewed(admin, name)).not.toBeChecked();
  await admin.getByRole('button', { name: 'Dismiss' }).click();
  await expect(admin.getByRole('alert')).toHaveCount(0);
});

test('without a network the page says so, and then catches up', async ({
  page: admin,
  newPage,
  portal,
  problems,
}) => {
  const family = uniqueName('Das').split(' ').join('-');
  await signedInAdmin(admin, portal);
  await openLive(admin, `/admin?q=${encodeURIComponent(family)}`);
  problems.allow(/ERR_INTERNET_DISCONNECTED/);

  await admin.context().setOffline(true);
  await expect(statusOf(admin, 'Offline')).toBeVisible();
  await expect(admin.getByText('Failed to access user data. Please check database rules.')).toBeVisible();
  const student = await newPage();
  const { uid } = await signedInMember(student, portal, { track: 'web' }, { fullName: `Asha ${family}` });
  await send(student, portal, 'PUT', '/api/me/task-completion', { taskCompleted: true });
  await expect(rowOf(admin, family)).toHaveCount(0);

  await admin.context().setOffline(false);
  await expect(statusOf(admin, 'Live')).toBeVisible();
  await expect(rowOf(admin, family)).toHaveCount(1);
  await expect(rowOf(admin, family)).toContainText('Web Development');
  await expect(admin.getByText('Failed to access user data.')).toHaveCount(0);
  expect(uid).not.toBe('');
});

test('a restart of the server is bridged: nothing is missed and nothing doubled', async ({
  page: admin,
  newPage,
  problems,
}) => {
  const portal = await startPortal();
  try {
    const name = uniqueName('Kabir');
    const student = await newPage();
    await signedInMember(student, portal, { track: 'web' }, { fullName: name });
    await signedInAdmin(admin, portal);
    await openLive(admin, `${portal.url}/admin`);
    await expect(rowOf(admin, name)).toHaveCount(1);
    // The connection is lost in one way or another; while the server is on its way out, it answers 503.
    problems.allow(/ERR_[A-Z_]+|status of 503/);

    await portal.stop();
    await expect(statusOf(admin, 'Reconnecting').or(statusOf(admin, 'Not live'))).toBeVisible();
    await expect(rowOf(admin, name)).toHaveCount(1);
    await portal.restart();
    await expect(statusOf(admin, 'Live')).toBeVisible({ timeout: 20_000 });

    await send(student, portal, 'PUT', '/api/me/task-completion', { taskCompleted: true });
    const late = await newPage();
    await signedInMember(late, portal, {}, { fullName: `${name} Late` });
    await expect(rowOf(admin, `${name} Late`)).toHaveCount(1);
    await expect(admin.getByText('Total registered users: 2')).toBeVisible();
  } finally {
    await admin.close();
    await portal.discard();
  }
});

test('a session that ends elsewhere leads to sign-in', async ({ page: admin, newPage, portal }) => {
  const other = await newPage();
  await signedInAdmin(admin, portal);
  await openLive(admin, '/admin-dashboard');
  // The same session, in another tab.
  await other.context().addCookies(await admin.context().cookies());
  await other.request.post(`${portal.url}/api/auth/sign-out`, { headers: { Origin: portal.url }, data: {} });
  await expect(admin).toHaveURL(/\/login/);

  await signedInMember(other, portal, { track: 'web' });
  await other.goto('/timeline');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  const another = await newPage();
  await another.context().addCookies(await other.context().cookies());
  await another.request.post(`${portal.url}/api/auth/sign-out`, {
    headers: { Origin: portal.url },
    data: {},
  });
  await expect(other).toHaveURL(/\/login/);
});

test('what is new since the last visit is marked', async ({ page: admin, newPage, portal }) => {
  const [before, after] = [uniqueName('Early'), uniqueName('Late')];
  const student = await newPage();
  await signedInMember(student, portal, {}, { fullName: before });
  await signedInAdmin(admin, portal);
  const remembered = admin.waitForResponse('**/api/admin/visit');
  await openLive(admin, '/admin-dashboard');
  const changes = admin.getByRole('region', { name: 'Recent changes' });
  const entry = (name: string) => changes.getByRole('listitem').filter({ hasText: name });
  await expect(entry(before)).toHaveCount(1);
  await changes.scrollIntoViewIfNeeded();
  expect((await remembered).ok()).toBe(true);
  await admin.goto('/tasks');

  const late = await newPage();
  await signedInMember(late, portal, {}, { fullName: after });
  await openLive(admin, '/admin-dashboard');
  await expect(changes).toContainText(/1 new since your last visit on /);
  await expect(entry(after).getByText('New', { exact: true })).toBeVisible();
  await expect(entry(before).getByText('New', { exact: true })).toHaveCount(0);
});

test.describe('with 700 members', () => {
  let portal: Portal;

  test.beforeAll(async () => {
    portal = await startPortal();
    const store = openStore(portal);
    await seedMembers(store, 700);
    await store.close();
  });

  test.afterAll(() => portal.discard());

  function frameOf(page: Page): Locator {
    return page.getByRole('group', { name: 'Users table' });
  }

  const rows = (page: Page) => page.locator('[role=row][data-index]');

  test('a scrolled list keeps its place when somebody new comes in above', async ({ page, newPage }) => {
    await signedInAdmin(page, portal);
    await openLive(page, `${portal.url}/admin`);
    await expect(page.getByText('700 users', { exact: true })).toBeVisible();
    await frameOf(page).evaluate((frame) => frame.scrollTo({ top: 2_000 }));
    const row = rows(page).and(page.locator('[aria-rowindex="42"]'));
    const name = await row.getByRole('button').innerText();
    const email = await row.getByRole('cell').nth(1).innerText();
    const kept = rows(page).filter({ hasText: email });
    const place = await kept.boundingBox();

    await signedInMember(await newPage(), portal, {}, { fullName: uniqueName('New') });
    await expect(page.getByText('701 users', { exact: true })).toBeVisible();
    await expect(kept).toHaveAttribute('aria-rowindex', '43');
    await expect(kept.getByRole('button')).toHaveText(name);
    expect((await kept.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0);
    await page.close();
  });

  test('a list scrolled to its end draws few rows, and asks before it starts anew', async ({
    page,
    newPage,
  }) => {
    await signedInAdmin(page, portal);
    await openLive(page, `${portal.url}/admin?sort=email&dir=desc`);
    const table = page.getByRole('table', { name: 'Users' });
    const all = Number(await table.getAttribute('aria-rowcount')) - 1;
    const toEnd = () => frameOf(page).evaluate((frame) => frame.scrollTo({ top: frame.scrollHeight }));
    await expect(async () => {
      await toEnd();
      await expect(rows(page).last()).toHaveAttribute('aria-rowindex', String(all + 1), { timeout: 500 });
    }).toPass();
    expect(await rows(page).count()).toBeLessThan(60);

    const name = uniqueName('Zara');
    const email = `zzz.${randomBytes(4).toString('hex')}@students.example`;
    await signedInMember(await newPage(), portal, {}, { fullName: name, email });
    await page.getByRole('button', { name: 'The list has changed. Show it from the top' }).click();
    await expect(rowOf(page, name)).toHaveCount(1);
    await expect(rowOf(page, name)).toHaveAttribute('aria-rowindex', '2');
    await expect(page.getByRole('button', { name: /The list has changed/ })).toHaveCount(0);
    await page.close();
  });

  test('as many as one request takes are selected, reviewed and taken back', async ({ page }) => {
    await signedInAdmin(page, portal);
    await openLive(page, `${portal.url}/admin?submitted=true&reviewed=false`);
    await expect(page.getByText('140 users match')).toBeVisible();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    const bar = page.getByRole('group', { name: 'Selected members' });
    await bar.getByRole('button', { name: 'Select all 140' }).click();
    await expect(bar).toContainText('140 members selected');
    await bar.getByRole('button', { name: 'Mark reviewed and graded' }).click();
    const notice = page.getByRole('region', { name: 'Notifications' });
    await expect(notice).toContainText('140 submissions marked as reviewed and graded.');
    await expect(page.getByText('0 users match')).toBeVisible();
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('140 users match')).toBeVisible();
    await page.close();
  });
});
