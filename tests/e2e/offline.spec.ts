import { expect, test } from '#tests/helpers/fixtures.ts';
import { startedUp } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test('nothing of the account is stored in the browser', async ({ page, portal }) => {
  const { registration } = await signedInMember(page, portal, { track: 'web' });
  await page.goto('/dashboard');
  await startedUp(page);
  const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
  for (const text of [registration.email, registration.fullName]) expect(kept).not.toContain(text);
  await expect(page.evaluate('navigator.serviceWorker.getRegistrations()')).resolves.toEqual([]);
});
