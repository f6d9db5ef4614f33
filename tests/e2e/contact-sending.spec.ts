import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import {
  currentSubmission,
  drafts,
  field,
  formRoute,
  project,
  received,
  send,
  sent,
  writeProject,
} from '#tests/helpers/contact-page.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { holdRequests, watchRequests } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const submissionRoute = '**/api/me/submission';

function notRecorded(page: Page) {
  return page.getByRole('status').filter({ hasText: 'your project is not recorded yet' });
}

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
