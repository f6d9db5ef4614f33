import { expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const submission = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};

test('collapses a long description', async ({ page, portal }) => {
  const projectDescription = `<img src=x onerror="alert(1)"> ${'A long story about it. '.repeat(60)}The end.`;
  await signedInMember(page, portal, {
    track: 'web',
    taskDone: true,
    submission: { ...submission, projectDescription },
  });
  await page.goto('/timeline');
  const last = page.getByRole('region', { name: 'Submit Project Details' });
  const text = last.getByText('<img src=x onerror="alert(1)">');
  await expect(text).toContainText('The end.');
  await expect(last.locator('img')).toHaveCount(0);
  const folded = (await text.boundingBox())?.height ?? 0;
  await last.getByRole('button', { name: 'Show more' }).click();
  await expect(last.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
  expect((await text.boundingBox())?.height).toBeGreaterThan(folded * 1.5);
});

test('fits narrow screens and long links', async ({ page, portal }) => {
  const githubLink = `https://git.example-university.edu/${'a-very-long-group-name/'.repeat(40)}project`;
  await signedInMember(page, portal, { track: 'web', submission: { ...submission, githubLink } });
  await page.goto('/timeline');
  const project = page.getByRole('region').getByRole('link', { name: /opens in a new tab/ });
  await expect(project).toBeVisible();
  for (const width of [320, 390, 768, 1440]) await expectNoSidewaysScroll(page, width);
});
