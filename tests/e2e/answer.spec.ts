import type { Page } from '@playwright/test';
import { submissionReview } from '#domain/review.ts';
import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { submission } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// These tests use several browsers.
test.describe.configure({ timeout: 120_000 });

/** Reviews by the API, as the desk does. */
async function review(admin: Page, portal: Portal, uid: string, wanted: object) {
  const address = `${portal.url}/api/admin/reviews/${uid}`;
  const read = async () => submissionReview.parse(await (await admin.request.get(address)).json());
  const { version } = await read();
  const headers = { Origin: portal.url };
  const answer = await admin.request.patch(address, { headers, data: { version, ...wanted } });
  expect(answer.status()).toBe(200);
  return read;
}

test('a student sees the review with its feedback on open pages, and submits again', async ({
  page: timeline,
  newPage,
  context,
  portal,
}) => {
  const progress = { track: 'web', taskDone: true, submission } as const;
  const { uid } = await signedInMember(timeline, portal, progress);
  const admin = await newPage();
  await signedInAdmin(admin, portal);
  await context.addInitScript(
    `globalThis.moved = [];
    addEventListener('animationstart', ({ animationName }) => moved.push(animationName));
    addEventListener('transitionrun', ({ propertyName }) => moved.push(propertyName));`,
  );
  const dashboard = await context.newPage();
  for (const page of [timeline, dashboard]) await page.emulateMedia({ reducedMotion: 'no-preference' });
  await timeline.goto('/timeline');
  await dashboard.goto('/dashboard');

  await test.step('while it waits, the place in the queue', async () => {
    for (const page of [timeline, dashboard]) {
      await expect(page.getByText(/^You’re (next|number \d+) in the queue\./)).toBeVisible();
    }
  });

  await test.step('the review and its feedback, without a reload', async () => {
    const draft = 'Good <b>work</b>.\nRead https://example.org/tests next.';
    await review(admin, portal, uid, { submissionReviewed: true, draft, send: true });
    for (const page of [timeline, dashboard]) {
      const feedback = page.getByRole('region', { name: 'Feedback on your submission' });
      await expect(feedback).toContainText('Good <b>work</b>.');
      await expect(feedback.getByRole('link', { name: 'https://example.org/tests' })).toHaveAttribute(
        'rel',
        /noopener/,
      );
      await expect(page.getByText(/in the queue\./)).toHaveCount(0);
    }
    await expect(
      timeline.getByText('Your submission has been reviewed. Results will be out soon.'),
    ).toBeVisible();
    for (const width of [320, 390, 768]) await expectNoSidewaysScroll(timeline, width);
  });

  await test.step('the finished cell fills, and the cells become the diamond, when it happens and not later', async () => {
    const moved = (page: Page) => page.evaluate<string>('String(moved)');
    await expect.poll(() => moved(timeline)).toContain('fill');
    await expect.poll(() => moved(dashboard)).toContain('slide');
    for (const page of [timeline, dashboard]) {
      await page.reload();
      await expect(page.getByText('4 of 4 steps completed')).toBeVisible();
      expect(await moved(page)).not.toMatch(/fill|slide/);
    }
  });

  await test.step('submits again, and the former review stays in the history', async () => {
    const again = { ...submission, projectDescription: 'With tests now.' };
    const headers = { Origin: portal.url };
    await timeline.request.put(`${portal.url}/api/me/submission`, { headers, data: again });
    for (const page of [timeline, dashboard]) {
      await expect(page.getByRole('region', { name: 'Feedback on your submission' })).toHaveCount(0);
      await expect(page.getByText(/^You’re (next|number \d+) in the queue\./)).toBeVisible();
    }
    const read = await review(admin, portal, uid, { note: 'Second look.' });
    expect(await read()).toMatchObject({
      member: { projectDescription: 'With tests now.', submissionReviewed: false, feedback: null },
      former: [{ submissionReviewed: true, feedback: expect.stringContaining('Good <b>work</b>.') }],
    });
  });
});
