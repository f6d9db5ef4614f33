import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { failure, outcome, press } from '#tests/helpers/tool-pages.ts';

const writes = '**/api/diagnostics/test-node';

test('the realtime test says that the event did not arrive', async ({ page, portal }) => {
  await page.clock.install();
  await signedInAdmin(page, portal);
  await page.goto(`${portal.url}/firebase-test`);
  // A write that nobody answers has no event.
  await page.route(writes, (route) => (route.request().method() === 'PUT' ? undefined : route.continue()));
  const written = page.waitForRequest((request) => request.method() === 'PUT');
  await press(page, 'Test Realtime DB');
  await written;
  await page.clock.fastForward(11_000);
  await expect(failure(page)).toContainText(
    'Realtime Database test failed: The event did not arrive within 10 seconds. If there is a proxy',
  );

  await page.unroute(writes);
  await press(page, 'Test Realtime DB');
  await expect(outcome(page)).toContainText('The event arrived after');
});

test('the realtime test with too many open streams', async ({ page, portal, problems }) => {
  problems.allow(/status of 429/);
  await signedInAdmin(page, portal);
  await page.goto(`${portal.url}/firebase-test`);
  await page.route('**/api/admin/events*', (route) => route.fulfill({ status: 429 }));
  await press(page, 'Test Realtime DB');
  await expect(failure(page)).toContainText(
    'Realtime Database test failed: The event stream could not be opened',
  );
});
