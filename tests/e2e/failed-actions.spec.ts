import { globSync, readFileSync } from 'node:fs';
import { connectionMessages } from '#client/lib/api.ts';
import { submission } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { goOffline, goOnline } from '#tests/helpers/mishaps.ts';
import { sendingActions, submitted } from '#tests/helpers/sending-actions.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

/** Sources that send something without an action of a person, or whose failure another test covers. */
const elsewhere = [
  // The administrator has seen the list of changes.
  'client/features/admin/changes/use-visit.ts',
  // tests/e2e/review-desk-live.spec.ts
  'client/features/admin/review/use-review-writes.ts',
  'client/features/admin/review/snippets.tsx',
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

for (const { name, as, path, act, text = connectionMessages.unreachable } of sendingActions) {
  test(`a lost connection is reported beside the action and cleared on reconnecting: ${name}`, async ({
    page,
    newPage,
    portal,
    problems,
  }) => {
    problems.allow(/net::ERR|Failed to load|status of 40[014]/);
    if (as === 'administrator') {
      const student = await newPage();
      await signedInMember(student, portal, { track: 'web', submission }, { fullName: submitted });
      await student.request.post(`${portal.url}/f/contact`, {
        data: { name: 'Asha', email: 'asha@students.example', message: 'A question.' },
      });
      await signedInAdmin(page, portal);
    } else if (as !== 'visitor') await signedInMember(page, portal, as);
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
