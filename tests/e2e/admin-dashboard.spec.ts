import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

// Registering many members takes long on machines with few cores.
test.describe.configure({ timeout: 120_000 });

test('all cards are equally wide on a small phone', async ({ page, portal }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await signedInAdmin(page, portal);
  await page.goto('/admin-dashboard');
  await expect(page.getByRole('region', { name: 'Database Status' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent changes' }).getByText('Loading...')).toHaveCount(0);
  const widths = await page.evaluate<number[]>(
    '[...document.querySelectorAll("main section, main section li > a")].map((card) => Math.round(card.getBoundingClientRect().right))',
  );
  const edge = Math.max(...widths);
  expect(
    widths.filter((right) => right > 320 - 16),
    `right edges, the last at ${edge}`,
  ).toEqual([]);
});
