import { globSync, readFileSync } from 'node:fs';
import { connectionMessages } from '#client/lib/api.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { goOffline, goOnline } from '#tests/helpers/mishaps.ts';
import { prepare, sendingActions } from '#tests/helpers/sending-actions.ts';

/** Sources that send something without an action of a person, or whose failure another test covers. */
const elsewhere = [
  // The administrator has seen the list of changes.
  'client/features/history/use-visit.ts',
  // client/features/summary/admin-dashboard-page.test.tsx
  'client/features/history/mutations.ts',
  // client/features/reviews/review-page.test.tsx
  'client/features/reviews/use-reviews.ts',
  'client/features/reviews/snippets.tsx',
  // client/features/results/results.test.tsx
  'client/features/results/certificate-choice.tsx',
  'client/features/results/email-progress.tsx',
  'client/features/results/result-settings-form.tsx',
  'client/features/results/use-decide.ts',
  // client/features/group-messages/{messages-page,own-messages}.test.tsx
  'client/features/group-messages/mutations.ts',
  'client/features/group-messages/own-messages.tsx',
  'client/features/group-messages/test-to-myself.tsx',
  // client/features/member-details/member-page.test.tsx
  'client/features/member-details/mutations.ts',
  // client/features/member-list/user-management-page.test.tsx
  'client/features/member-list/remove-selected.tsx',
  // tests/e2e/confirm-email.spec.ts
  'client/features/dashboard/confirm-email-notice.tsx',
];

test('every source that sends something has an action here', () => {
  const sending = globSync('client/**/*.{ts,tsx}').filter((file) =>
    /method: '(?:POST|PUT|PATCH|DELETE)'/.test(readFileSync(file, 'utf8')),
  );
  const known = [...sendingActions.map(({ source }) => source), ...elsewhere];
  expect(sending.filter((file) => !known.includes(file))).toEqual([]);
});

for (const action of sendingActions.filter(({ source }) => !elsewhere.includes(source))) {
  const { name, act, text = connectionMessages.unreachable } = action;
  test(`a lost connection is reported beside the action and cleared on reconnecting: ${name}`, async ({
    page,
    newPage,
    portal,
    problems,
  }) => {
    problems.allow(/net::ERR|Failed to load|status of 40[014]/);
    const path = await prepare(action, { page, newPage, portal });
    await page.route('**/*', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.abort(),
    );
    await page.goto(path);
    await act(page);
    const failure = page.getByText(text).filter({ visible: true });
    await expect(failure.first()).toBeInViewport();

    await goOffline(page);
    await page.unrouteAll();
    await goOnline(page);
    await expect(failure).toHaveCount(0);
  });
}
