import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { holdRequests, streamBegun, watchRequests } from '#tests/helpers/requests.ts';
import { type SignedInMember, signedInMember } from '#tests/helpers/signed-in-member.ts';

const failed = 'Please check the form and try again.';
const sent = 'Thank you for your message! We have received your inquiry and will get back to you soon.';
const formRoute = '**/f/contact';
const submissionRoute = '**/api/me/submission';

const project = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};

type Label = 'Name' | 'Email' | 'GitHub Link (optional)' | 'Message';

function field(page: Page, label: Label) {
  return page.getByLabel(label, { exact: true });
}

/** The form's button, whose label depends on whether there is a link. */
function send(page: Page) {
  return page.getByRole('main').getByRole('button', { name: /^(Send Message|Submit Project)$/ });
}

function currentSubmission(page: Page) {
  return page.getByRole('region', { name: 'Current submission' });
}

function notRecorded(page: Page) {
  return page.getByRole('status').filter({ hasText: 'your project is not recorded yet' });
}

/** A member's messages as the form service received them. */
function received({ registration, withStore }: SignedInMember): Promise<{ fields: string }[]> {
  return withStore((store) =>
    store.db
      .selectFrom('form_submissions')
      .select('fields')
      .where('replyTo', '=', registration.email)
      .execute(),
  );
}

/** The drafts in the browser's storage. */
function drafts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))");
}

async function writeProject(page: Page) {
  await field(page, 'GitHub Link (optional)').fill(project.githubLink);
  await field(page, 'Message').fill(project.projectDescription);
}

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

test.describe('sending a project', () => {
  test('records it once for a double click', async ({ page, portal }) => {
    const member = await signedInMember(page, portal, { track: 'web', taskDone: true });
    await page.goto('/contact');
    const messages = watchRequests(page, '/f/contact');
    const requests = watchRequests(page, '/api/me/submission');
    await writeProject(page);
    await send(page).dblclick();
    await expect(page.getByRole('status').filter({ hasText: sent })).toBeFocused();
    await expect(field(page, 'Message')).toHaveCount(0);
    await expect(currentSubmission(page)).toContainText('asha-rao/events-board');
    await expect(currentSubmission(page)).toContainText('Under review');
    await expectNoSidewaysScroll(page, 320);
    expect(messages.map((request) => request.method())).toEqual(['POST']);
    expect(requests.map((request) => request.method())).toEqual(['PUT']);
    const [message] = await received(member);
    expect(JSON.parse(message?.fields ?? '{}')).toEqual({
      name: member.registration.fullName,
      email: member.registration.email,
      githubLink: project.githubLink,
      message: project.projectDescription,
      subject: 'New message from the SDC contact form',
    });
    expect(await member.stored()).toMatchObject({ ...project, submissionReviewed: 0, graded: 0 });
    expect(await member.changeKinds()).toEqual([
      'registered',
      'track-selected',
      'task-completed',
      'submission-sent',
    ]);
    expect(await drafts(page)).toEqual([]);
    await page.getByRole('link', { name: 'View Timeline' }).click();
    await expect(page).toHaveURL('/timeline');
    await expect(page.getByText('Your submission is under review.').first()).toBeVisible();
  });

  test('shows progress while sending', async ({ page, portal }) => {
    await signedInMember(page, portal);
    await page.goto('/contact');
    const held = await holdRequests(page, formRoute);
    await writeProject(page);
    await send(page).click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    held.release();
    await expect(page.getByText(sent)).toBeVisible();
  });

  test('warns that it replaces the first one, and restarts the review', async ({ page, portal }) => {
    const reviewed = { submissionReviewed: true, graded: true };
    const member = await signedInMember(page, portal, {
      track: 'web',
      taskDone: true,
      submission: project,
      record: reviewed,
    });
    await page.goto('/contact');
    const link = currentSubmission(page).getByRole('link');
    await expect(link).toHaveAccessibleName('asha-rao/events-board (opens in a new tab)');
    await expect(link).toHaveAttribute('href', project.githubLink);
    await expect(currentSubmission(page)).toContainText('Reviewed and graded');
    await expect(currentSubmission(page)).toContainText('it replaces this one and the review starts over');
    await expect(field(page, 'GitHub Link (optional)')).toHaveAccessibleDescription(
      'Replaces asha-rao/events-board, and the review starts over.',
    );
    await expectNoSidewaysScroll(page, 320);
    await field(page, 'GitHub Link (optional)').fill('https://github.com/asha-rao/second');
    await field(page, 'Message').fill('The second one.');
    await send(page).click();
    await expect(page.getByText(sent)).toBeVisible();
    await expect(link).toHaveAccessibleName('asha-rao/second (opens in a new tab)');
    await expect(currentSubmission(page)).toContainText('Under review');
    expect(await member.stored()).toMatchObject({
      githubLink: 'https://github.com/asha-rao/second',
      projectDescription: 'The second one.',
      submissionReviewed: 0,
      graded: 0,
    });
  });

  test('offers an empty form for another message', async ({ page, portal }) => {
    const { registration } = await signedInMember(page, portal);
    await page.goto('/contact');
    await field(page, 'Name').fill('Asha');
    await writeProject(page);
    await send(page).click();
    await page.getByRole('button', { name: 'Send Another Message' }).click();
    await expect(field(page, 'Name')).toHaveValue(registration.fullName);
    await expect(field(page, 'GitHub Link (optional)')).toHaveValue('');
    await expect(field(page, 'Message')).toHaveValue('');
    await expect(field(page, 'Message')).toBeVisible();
  });

  test('works by keyboard alone', async ({ page, portal }) => {
    const member = await signedInMember(page, portal, { track: 'web', taskDone: true });
    await page.goto('/contact');
    await field(page, 'Name').focus();
    await page.keyboard.press('Tab');
    await expect(field(page, 'Email')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type(project.githubLink);
    await page.keyboard.press('Tab');
    await page.keyboard.type('First line');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second line');
    await page.keyboard.press('Tab');
    await expect(send(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: sent })).toBeFocused();
    expect((await member.stored())?.projectDescription).toBe('First line\nSecond line');
  });

  test('fits long names and links', async ({ page, portal }) => {
    const githubLink = `https://github.com/asha-rao/${'a-very-long-name-'.repeat(11)}`.slice(0, 200);
    await signedInMember(
      page,
      portal,
      { track: 'web', submission: { githubLink, projectDescription: 'x'.repeat(300) } },
      { fullName: 'Venkata Subrahmanyeswara Lakshminarasimha Chandrasekharan Iy' },
    );
    await page.goto('/contact');
    await expect(currentSubmission(page)).toBeVisible();
    for (const width of [320, 390, 768, 1440]) await expectNoSidewaysScroll(page, width);
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

test.describe('a message whose project cannot be recorded', () => {
  test.beforeEach(({ problems }) => problems.allow(/net::ERR|status of 503/));

  test('shows a notice, and records the project later without sending the message again', async ({
    page,
    portal,
  }) => {
    const member = await signedInMember(page, portal, { track: 'web' });
    await page.goto('/contact');
    await page.route(submissionRoute, (route) => route.abort());
    await writeProject(page);
    await send(page).click();
    await expect(notRecorded(page)).toBeFocused();
    await expect(page.getByRole('alert')).toContainText('Could not reach the server.');
    await expectNoSidewaysScroll(page, 320);

    // The same after a reload: the message was sent, so the form does not return.
    await page.reload();
    await expect(notRecorded(page)).toBeFocused();
    await page.getByRole('button', { name: 'Record My Project' }).click();
    await expect(page.getByRole('alert')).toContainText('Could not reach the server.');
    await expect(page.getByRole('button', { name: 'Record My Project' })).toBeFocused();

    await page.unroute(submissionRoute);
    await page.getByRole('button', { name: 'Record My Project' }).click();
    await expect(page.getByRole('status').filter({ hasText: sent })).toBeFocused();
    await expect(currentSubmission(page)).toContainText('asha-rao/events-board');
    expect(await received(member)).toHaveLength(1);
    expect(await member.changeKinds()).toEqual(['registered', 'track-selected', 'submission-sent']);
    expect(await drafts(page)).toEqual([]);
  });

  test('can be left unrecorded', async ({ page, portal }) => {
    const member = await signedInMember(page, portal);
    await page.goto('/contact');
    const refusal = { code: 'UNAVAILABLE', message: 'The database is not available right now.' };
    await page.route(submissionRoute, (route) => route.fulfill({ status: 503, json: refusal }));
    await writeProject(page);
    await send(page).click();
    await expect(page.getByRole('alert')).toContainText(refusal.message);
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(field(page, 'Message')).toHaveValue('');
    await page.reload();
    await expect(field(page, 'Message')).toHaveValue('');
    expect(await received(member)).toHaveLength(1);
    expect(await member.changeKinds()).toEqual(['registered']);
    expect(await drafts(page)).toEqual([]);
  });
});

test.describe('input', () => {
  test('is kept when the connection drops, and can be sent again', async ({ page, portal, problems }) => {
    problems.allow(/net::ERR/);
    const member = await signedInMember(page, portal);
    await page.goto('/contact');
    await page.route(formRoute, (route) => route.abort());
    await writeProject(page);
    await send(page).click();
    await expect(page.getByRole('alert')).toContainText(failed);
    await expect(page.getByRole('alert')).toContainText('Could not reach the server.');
    await expect(page.getByText('Failed to fetch')).toHaveCount(0);
    await expect(send(page)).toBeFocused();
    await expect(field(page, 'GitHub Link (optional)')).toHaveValue(project.githubLink);
    await expect(field(page, 'Message')).toHaveValue(project.projectDescription);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await page.unroute(formRoute);
    await send(page).click();
    await expect(page.getByText(sent)).toBeVisible();
    await expect(page.getByText(failed)).toHaveCount(0);
    expect(await member.stored()).toMatchObject(project);
    expect(await received(member)).toHaveLength(1);
  });

  test('survives a reload and leaving the page, until it is sent', async ({ page, portal }) => {
    const { registration, uid } = await signedInMember(page, portal);
    await page.goto('/contact');
    expect(await drafts(page)).toEqual([]);
    await field(page, 'Name').fill('Asha');
    await writeProject(page);
    expect(await drafts(page)).toEqual([expect.stringContaining(uid)]);
    await page.reload();
    await expect(field(page, 'Name')).toHaveValue('Asha');
    await expect(field(page, 'Email')).toHaveValue(registration.email);
    await expect(field(page, 'GitHub Link (optional)')).toHaveValue(project.githubLink);
    await expect(field(page, 'Message')).toHaveValue(project.projectDescription);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.getByRole('link', { name: 'Submit Project / Contact' }).click();
    await expect(field(page, 'Message')).toHaveValue(project.projectDescription);
    await send(page).click();
    await expect(page.getByText(sent)).toBeVisible();
    await page.reload();
    await expect(field(page, 'Message')).toHaveValue('');
    await expect(field(page, 'Name')).toHaveValue(registration.fullName);
    expect(await drafts(page)).toEqual([]);
  });

  test('is forgotten when the fields are restored', async ({ page, portal }) => {
    await signedInMember(page, portal);
    await page.goto('/contact');
    await field(page, 'Message').fill('A word');
    expect(await drafts(page)).toHaveLength(1);
    await field(page, 'Message').fill('');
    expect(await drafts(page)).toEqual([]);
  });

  test('is forgotten when the member signs out', async ({ page, portal }) => {
    const { registration } = await signedInMember(page, portal);
    await page.goto('/contact');
    await writeProject(page);
    const begun = streamBegun(page);
    await page.goto('/dashboard');
    await begun;
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/login');
    expect(await drafts(page)).toEqual([]);
    await signIn(page, registration);
    await page.goto('/contact');
    await expect(field(page, 'Message')).toHaveValue('');
  });

  test('is restored after the session ended, and for nobody else', async ({
    page,
    portal,
    problems,
    newMember,
  }) => {
    problems.allow(/status of 401/);
    const member = await signedInMember(page, portal);
    const { registration } = member;
    await page.goto('/contact');
    await writeProject(page);
    await page.context().clearCookies();
    // The message is sent, but recording the project needs the session.
    await send(page).click();
    await expect(page).toHaveURL('/login?from=%2Fcontact');

    await signIn(page, registration);
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Record My Project' }).click();
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

  test('is ignored if the stored draft is malformed', async ({ page, portal }) => {
    const { uid } = await signedInMember(page, portal);
    await page.goto('/about');
    for (const nonsense of ['{', '[1]', '{"message":7}', 'null']) {
      await page.evaluate(`localStorage.setItem('draft:${uid}:contact', ${JSON.stringify(nonsense)})`);
      await page.goto('/contact');
      await expect(field(page, 'Name')).toHaveValue('Asha Rao');
      await expect(field(page, 'Message')).toHaveValue('');
    }
  });
});
