import type { Locator } from '@playwright/test';
import type { Member } from '#domain/members.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { send } from '#tests/helpers/requests.ts';
import {
  addSubmissions,
  feedbackField,
  openDesk,
  storedMembers,
  submissionOf,
} from '#tests/helpers/review-desk.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';

test.describe.configure({ timeout: 120_000 });

const snippetText = 'Please add a README that says how to run it.';

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 };

test('ten submissions are reviewed by keyboard, two with feedback, in 25 key presses', async ({
  page,
  ownPortal,
}) => {
  const portal = await ownPortal();
  const { members, query } = await addSubmissions(portal, 10);
  await signedInAdmin(page, portal);
  await send(page, portal, 'POST', '/api/admin/review-snippets', { text: snippetText });
  await openDesk(page, `${portal.url}/admin/review?${query}`, members[0]?.fullName ?? '');
  await expect(page.getByText('Submission 1 of 10', { exact: true })).toBeVisible();
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };

  for (const [index, { fullName }] of members.entries()) {
    await submissionOf(page, fullName).waitFor();
    if (index === 3) {
      await press('f');
      for (const letter of 'Well done') await press(letter);
      await press('Control+Enter');
    } else if (index === 7) {
      await press('s');
      await press('Enter');
      await expect(feedbackField(page)).toHaveValue(snippetText);
      await press('Control+Enter');
    } else await press('e');
  }
  expect(presses).toBeLessThanOrEqual(25);
  await expect(page.getByText('Nothing left to review')).toBeVisible();
  await expect(page.getByText('Everything in this queue is reviewed.')).toBeVisible();
  const stored = await storedMembers(portal, members);
  expect(stored.every((member) => member?.submissionReviewed)).toBe(true);
  expect(stored.map((member) => member?.feedback ?? '').filter(Boolean)).toEqual(['Well done', snippetText]);
});

test('the whole decision is in sight on a desktop, and a state is level with its requirement', async ({
  page,
  ownPortal,
}) => {
  const portal = await ownPortal();
  const { members, query } = await addSubmissions(portal, 1);
  await signedInAdmin(page, portal);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openDesk(page, `${portal.url}/admin/review?${query}`, members[0]?.fullName ?? '');
  await expect(page.getByText('0 of 1 reviewed')).toBeVisible();
  const bar = await boxOf(page.getByRole('group', { name: 'Review', exact: true }));
  const outcome = await boxOf(page.getByRole('button', { name: 'No outcome' }));
  expect(outcome.y + outcome.height).toBeLessThan(bar.y);
  const requirement = page.getByRole('listitem').filter({ has: page.getByText('open', { exact: true }) });
  const title = await boxOf(requirement.first().getByRole('checkbox'));
  const state = await boxOf(requirement.first().getByText('open', { exact: true }));
  expect(Math.abs(title.y + title.height / 2 - state.y - state.height / 2)).toBeLessThanOrEqual(1);
});

test('a long status of the feedback stands below its label, and over nothing', async ({
  page,
  ownPortal,
}) => {
  const portal = await ownPortal();
  const { members, query } = await addSubmissions(portal, 1);
  const [{ uid, fullName, submittedAt }] = members as [Member];
  await signedInAdmin(page, portal);
  await openDesk(page, `${portal.url}/admin/review?${query}`, fullName);
  const set = { draft: 'From another window.' };
  const reviews = [{ uid, shown: { submittedAt, draft: '' }, set }];
  await send(page, portal, 'PATCH', '/api/admin/reviews', { reviews });
  const status = page.getByText('Just written in another window, and not sent');
  const [above, written, field] = [
    await boxOf(page.getByText('Feedback to the member', { exact: true })),
    await boxOf(status),
    await boxOf(feedbackField(page)),
  ];
  expect(above.y + above.height).toBeLessThanOrEqual(written.y);
  expect(written.y + written.height).toBeLessThanOrEqual(field.y);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('submissions are reviewed by touch, two of them with feedback', async ({ page, ownPortal }) => {
    const portal = await ownPortal();
    const { members, query } = await addSubmissions(portal, 6);
    await signedInAdmin(page, portal);
    await send(page, portal, 'POST', '/api/admin/review-snippets', { text: snippetText });
    await openDesk(page, `${portal.url}/admin/review?${query}`, members[0]?.fullName ?? '');
    const bar = page.getByRole('group', { name: 'Review' });
    const key = bar.getByText('E', { exact: true });
    await expect(key).toBeAttached();
    await expect(key).toBeHidden();

    for (const [index, { fullName }] of members.entries()) {
      await submissionOf(page, fullName).waitFor();
      if (index === 2) {
        await feedbackField(page).tap();
        await page.keyboard.insertText('Well done');
      }
      if (index === 5) {
        await page.getByRole('button', { name: 'Snippets' }).tap();
        await page.getByRole('button', { name: `Insert: ${snippetText}` }).tap();
      }
      const send = index === 2 || index === 5;
      await bar
        .getByRole('button', { name: send ? 'Send, reviewed and next' : 'Reviewed and next', exact: true })
        .tap();
    }
    await expect(page.getByText('Nothing left to review')).toBeVisible();
    const stored = await storedMembers(portal, members);
    expect(stored.every((member) => member?.submissionReviewed)).toBe(true);
    expect(stored.map((member) => member?.feedback ?? '').filter(Boolean)).toEqual([
      'Well done',
      snippetText,
    ]);
  });
});

const demo = `https://example.org/${'a-long-path/'.repeat(20)}demo`;
const start = 'The first sentence. ';
const end = ` The demo is at ${demo} and this is the last sentence.`;
const projectDescription =
  start + 'It does much. '.repeat(740).slice(0, 10_000 - start.length - end.length) + end;

test('a description of 10,000 characters is cut to its first lines until it is expanded', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { members, query } = await addSubmissions(portal, 1, { projectDescription });
  await signedInAdmin(page, portal);
  await openDesk(page, `/admin/review?${query}`, members[0]?.fullName ?? '');
  const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
  const more = page.getByRole('button', { name: 'Show more' }).first();
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await expect(feedbackField(page)).toBeVisible();
  await test.step('no target is too small, with a page high enough that the bar at the bottom covers none', async () => {
    await page.setViewportSize({ width: 390, height: 4_000 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
  });
  for (const width of [320, 390]) await expectNoSidewaysScroll(page, width);
  const folded = await height();
  expect(folded).toBeLessThan(4 * 844);

  await test.step('a button expands and cuts it', async () => {
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Show less' })).toBeFocused();
    expect(await height()).toBeGreaterThan(2 * folded);
    await expectNoSidewaysScroll(page, 390);
    await page.keyboard.press('Enter');
    await expect(more).toBeFocused();
    expect(await height()).toBe(folded);
  });

  await test.step('a link beyond the cut expands it when the keyboard reaches it', async () => {
    await page.keyboard.press('Shift+Tab');
    const link = page.getByRole('link', { name: demo });
    await expect(link).toBeFocused();
    await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible();
    await expect(link).toBeInViewport();
  });
});
