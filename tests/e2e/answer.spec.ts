import type { Page } from '@playwright/test';
import { submission } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { administratorRemotely } from '#tests/helpers/remote-visitor.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test('at a review the finished cell fills and the cells become the diamond, when it happens and not later', async ({
  page: timeline,
  context,
  portal,
}) => {
  const progress = { track: 'web', taskDone: true, submission } as const;
  const { uid } = await signedInMember(timeline, portal, progress);
  await context.addInitScript(
    `globalThis.moved = [];
    addEventListener('animationstart', ({ animationName }) => moved.push(animationName));
    addEventListener('transitionrun', ({ propertyName }) => moved.push(propertyName));`,
  );
  const dashboard = await context.newPage();
  for (const page of [timeline, dashboard]) await page.emulateMedia({ reducedMotion: 'no-preference' });
  await timeline.goto('/timeline');
  await dashboard.goto('/dashboard');
  for (const page of [timeline, dashboard])
    await expect(page.getByText(/^You’re (next|number \d+) in the queue\./)).toBeVisible();

  const administrator = await administratorRemotely(portal, portal.url);
  const body = { reviews: [{ uid, set: { submissionReviewed: true } }] };
  expect((await administrator.send('PATCH', '/api/admin/reviews', body)).status).toBe(200);
  const moved = (page: Page) => page.evaluate<string>('String(moved)');
  await expect.poll(() => moved(timeline)).toContain('fill');
  await expect.poll(() => moved(dashboard)).toContain('slide');
  for (const page of [timeline, dashboard]) {
    await page.reload();
    await expect(page.getByText('4 of 4 steps completed')).toBeVisible();
    expect(await moved(page)).not.toMatch(/fill|slide/);
  }
});
