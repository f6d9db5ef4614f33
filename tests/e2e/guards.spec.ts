import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { mailTo } from '#tests/helpers/outbox.ts';
import { holdRequests } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

for (const path of ['/dashboard', '/timeline', '/contact', '/user-tasks']) {
  test(`${path} asks to sign in and returns there afterwards`, async ({ page, newMember }) => {
    const member = await newMember();
    await page.goto(`${path}?view=1`);
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}\\?view=1$`));
  });
}

test('the administrator who signs in on the way to a member’s page gets their own', async ({
  page,
  portal,
  problems,
}) => {
  problems.allow(/status of 40[14]/);
  for (const path of ['/dashboard', '/timeline', '/contact', '/user-tasks', '/profile']) {
    await page.goto(`/login?from=${encodeURIComponent(path)}`);
    await page.getByLabel('Email').fill(portal.adminEmail);
    await page.getByLabel('Password', { exact: true }).fill(portal.adminPassword);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL('/admin-dashboard');
    await page.context().clearCookies();
  }
});

for (const path of ['/dashboard', '/timeline', '/contact', '/user-tasks', '/profile']) {
  test(`${path} leads an account without a record to Data Recovery`, async ({ page, portal, problems }) => {
    problems.allow(/status of 404/);
    const member = await signedInMember(page, portal);
    await member.withStore(({ db }) => db.deleteFrom('members').where('uid', '=', member.uid).execute());
    await page.goto(path);
    // A question needs no record: the way is shown once there is a project to submit.
    if (path === '/contact') {
      await page.getByLabel('GitHub Link (optional)').fill('https://github.com/asha/project');
    }
    await page.getByRole('main').getByRole('link', { name: 'Data Recovery' }).click();
    await page.getByRole('button', { name: 'Create My Data' }).click();
    await expect(page.getByText('User data created successfully!')).toBeVisible();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Data Recovery' })).toHaveCount(0);
  });
}

for (const [path, to] of [
  ['/login/', '/login'],
  ['/Login', '/login'],
  ['/REGISTER/?from=%2Fcontact', '/register?from=%2Fcontact'],
  ['/admin/', '/admin'],
] as const) {
  test(`${path} opens the page at ${to}`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveURL(to);
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  });
}

test('the return path never leads to another site', async ({ page, newMember, portal }) => {
  const member = await newMember();
  await page.goto('/login?from=//evil.example/phish');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`${portal.url}/dashboard`);
});

test('an unknown URL shows a page with status 404 and a link home', async ({ page, problems }) => {
  problems.allow(/status of 404/);
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page
    .getByRole('link', { name: /home|dashboard|sign in/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/(login|dashboard)$/);
});

test('signing out ends the session', async ({ page, newMember }) => {
  await signIn(page, await newMember());
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('Loading... is shown while the session is unknown', async ({ page, newMember }) => {
  await signIn(page, await newMember());
  await page.route('**/dashboard', async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    // A page without the session, as if the database had been down.
    const body = html.replace(/"session":.*?\},(?="build")/, '');
    await route.fulfill({ response: answer, body });
  });
  const held = await holdRequests(page, '**/api/session');
  await page.goto('/dashboard');
  await expect(page.getByText('Loading...')).toBeVisible();
  held.release();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Good');
});

test('Loading... is not shown if the page carries the session, unless the network is slow', async ({
  page,
  newMember,
}) => {
  const loader = page.getByRole('heading', { name: 'Loading...' });
  await signIn(page, await newMember());
  const held = await holdRequests(page, '**/timeline-page-*.js');
  await page.goto('/timeline');
  await expect(loader).toBeVisible();
  held.release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registration Timeline');

  // Freeze the delay after which the network counts as slow, however slow this machine is.
  await page.addInitScript(`
    const later = window.setTimeout;
    window.setTimeout = (work, time, ...rest) => (time === 350 ? 0 : later(work, time, ...rest));
    window.seen = [];
    new MutationObserver(() => window.seen.push(document.querySelector('h1')?.textContent ?? ''))
      .observe(document, { subtree: true, childList: true });
  `);
  for (const [path, title] of [
    ['/timeline', 'Registration Timeline'],
    ['/about', 'Pick a track'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    const seen = await page.evaluate<string[]>('window.seen');
    expect(seen.filter((heading) => heading !== '' && !heading.includes(title))).toEqual([]);
  }
});

test('an e-mail change is announced to the old address, which can revert it', { tag: '@engines' }, async ({
  page,
  portal,
  newMember,
  problems,
}) => {
  problems.allow(/status of 40[01]/);
  const member = await newMember();
  await signIn(page, member);
  await page.getByRole('radio', { name: /Machine Learning/ }).check();
  await page.getByRole('button', { name: 'Save Selection' }).click();
  await expect(page.getByText('Development track updated successfully!')).toBeVisible();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  // The stored department is not on the profile page's list, but stays selectable.
  await page.getByLabel('Email Address').fill(`new.${member.email}`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();

  const { link } = await mailTo(portal.dataDir, member.email, /changed/i);
  await page.goto(link);
  await page.getByRole('button', { name: 'Restore Email Address' }).click();
  await expect(page.getByText('Your account has its former email address again')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await page.goto(link);
  await page.getByRole('button', { name: 'Restore Email Address' }).click();
  await expect(page.getByText('This link has expired or has already been used.')).toBeVisible();
  // The password may be somebody else's by now: the owner sets a new one by another mailed link.
  const reset = await mailTo(portal.dataDir, member.email, /password/i);
  await page.goto(reset.link);
  await page.getByLabel('New Password', { exact: true }).fill('a password of my own');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('a password of my own');
  await page.getByRole('button', { name: 'Save New Password' }).click();
  await signIn(page, { ...member, password: 'a password of my own' });
});
