import type { Page } from '@playwright/test';
import { memberRows, submission, uniqueName } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { sendMessage } from '#tests/helpers/forms.ts';
import { addSubmissions, openDesk, submissionOf } from '#tests/helpers/review-desk.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

/** A4 in CSS pixels, less the margins that browsers leave. */
const paper = { width: 718, height: 1047 };

/** Visible text that is too light for white paper, with its colour. */
const paleTexts = `[...document.querySelectorAll('body *')].filter((element) =>
  [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '') &&
  element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0,
).flatMap((element) => {
  const context = document.createElement('canvas').getContext('2d');
  context.fillStyle = getComputedStyle(element).color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const contrast = 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
  return contrast < 4.5 ? [element.textContent.trim().slice(0, 40) + ' ' + getComputedStyle(element).color] : [];
})`;

/** Visible parts whose content is cut, or that would lie over the content of each page. */
const cutOrFloating = `[...document.querySelectorAll('body *')].filter((element) => {
  const { overflowX, overflowY, position } = getComputedStyle(element);
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
  if (clientWidth <= 1 || !element.checkVisibility({ visibilityProperty: true })) return false;
  if (position === 'fixed' || position === 'sticky') return element.textContent.trim() !== '';
  const isCut = (overflow, shown, whole) => overflow !== 'visible' && whole > shown + 1;
  return isCut(overflowX, clientWidth, scrollWidth) || isCut(overflowY, clientHeight, scrollHeight);
}).map(({ outerHTML }) => outerHTML.slice(0, 160))`;

/** Visible parts that only a screen needs: navigation, and controls without information, such as a name or a text. */
function screenOnly(page: Page) {
  return page
    .locator(
      'header nav, footer, button[data-variant]:not(fieldset [aria-pressed=true]), a[data-variant], button[aria-label], input:not([readonly]), select:not(:disabled), [role=alert], [role=search], [role=status][data-status]',
    )
    .and(page.locator(':not([type=checkbox], [type=radio], [role=checkbox])'))
    .filter({ visible: true });
}

async function expectPrintable(page: Page): Promise<void> {
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const shown = () =>
    screenOnly(page).evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 120)));
  await expect.poll(shown).toEqual([]);
  expect(await page.evaluate<string[]>(paleTexts)).toEqual([]);
  await expect.poll(() => page.evaluate<string[]>(cutOrFloating)).toEqual([]);
  expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
    'rgb(255, 255, 255)',
  );
  // Marks and meters need their colours, which browsers leave out by default.
  expect(await page.evaluate('getComputedStyle(document.body).printColorAdjust')).toBe('exact');
}

test('a member’s pages print black on white, without navigation and buttons', async ({ page, portal }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signedInMember(page, portal, { track: 'web', submission }, { fullName: 'Asha Rao' });
  for (const [path, heading] of [
    ['/dashboard', /Asha Rao/],
    ['/user-tasks', /./],
    ['/timeline', /Timeline/],
    ['/profile', /My Profile/],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first(), path).toBeVisible();
    await expectPrintable(page);
  }
});

test('a member’s record prints like that too, with the outcome alone', async ({ page, portal }) => {
  const { uid } = await signedInMember(page, portal, { track: 'web', submission });
  await signedInAdmin(page, portal);
  await page.goto(`/admin/members/${uid}`);
  const outcome = page.getByRole('group', { name: 'Outcome' });
  await expect(outcome).toBeVisible();
  await expectPrintable(page);
  await expect(page.getByRole('heading', { name: 'Asha Rao' })).toBeVisible();
  await expect(outcome.getByText('No outcome')).toBeVisible();
  await expect(outcome.getByText('Selected', { exact: true })).toBeHidden();
});

test('the inbox prints its messages and a message whole, with the day they came', async ({
  page,
  portal,
}) => {
  const name = uniqueName('Printed of the long names '.repeat(4));
  const message = `${'A long message. '.repeat(40)}The last words.`;
  await sendMessage(portal, { name, message });
  await page.emulateMedia({ colorScheme: 'dark' });
  await signedInAdmin(page, portal);
  await page.goto(`/admin/inbox?q=${encodeURIComponent(name)}`);
  const row = page.getByRole('list', { name: 'Messages' }).getByRole('link');
  await expect(row).toHaveCount(1);
  await page.getByRole('button', { name: 'Select messages' }).click();
  await expectPrintable(page);
  await expect(row).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeHidden();
  await expect(page.getByText('No message is selected')).toBeHidden();
  await expect(row.getByText('just now')).toBeHidden();
  const printed = await page.evaluate(
    `getComputedStyle(document.querySelector('[aria-label="Messages"] time'), '::after').content`,
  );
  expect(printed).toBe(`"${await row.locator('time').getAttribute('title')}"`);

  await page.emulateMedia({ media: 'screen' });
  await row.click();
  const opened = page.getByRole('article');
  await expect(opened.getByText('The last words.')).toBeVisible();
  await expectPrintable(page);
  await expect(opened.getByText('The last words.')).toBeVisible();
  await expect(row).toBeHidden();
});

test('the desk prints a submission with its review, and only what is there to read', async ({
  page,
  portal,
}) => {
  const projectDescription = `It does much. ${'More of it. '.repeat(200)}The last words.`;
  const { members, query } = await addSubmissions(portal, 1, { projectDescription });
  const name = members[0]?.fullName ?? '';
  await signedInAdmin(page, portal);
  await openDesk(page, `/admin/review?${query}`, name);
  const note = page.getByRole('textbox', { name: 'Private note' });
  await note.fill('Only for administrators.');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectPrintable(page);
  await expect(submissionOf(page, name)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Reviewed' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Requirements' })).toBeVisible();
  // Nothing can be expanded on paper, and a private note stays on the screen.
  const description = page.getByText('The last words.');
  const fits = () =>
    description.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1);
  await expect.poll(fits).toBe(true);
  await expect(note).toBeHidden();
  for (const text of ['Show more', 'Show what each means', 'Optional. The member sees it once sent.']) {
    await expect(page.getByText(text)).toBeHidden();
  }
});

test('a list prints all its rows as a table with a head, on paper of any width', async ({ page, portal }) => {
  const { members, query, family } = await addSubmissions(portal, 60);
  await signedInAdmin(page, portal);
  for (const path of [`/admin?${query}`, `/admin-dashboard?${query}`]) {
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await expect(
      page.getByText(`60 ${path.startsWith('/admin?') ? 'users' : 'submissions'} match`),
    ).toBeVisible();
    await page.evaluate(`addEventListener('beforeprint', () => {
      window.printedRows = document.querySelectorAll('[role=row][data-index]').length;
    })`);
    await page.pdf();
    expect(await page.evaluate('printedRows'), path).toBe(members.length);
    await expect.poll(() => memberRows(page).count(), path).toBeLessThan(members.length);

    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await expectPrintable(page);
    await expect(memberRows(page).filter({ hasText: family }), path).toHaveCount(members.length);
    // A browser repeats the head of a table on each page, and breaks no row.
    const head = page.getByRole('columnheader').first();
    await expect(head, path).toBeVisible();
    await expect(head.locator('xpath=../..')).toHaveCSS('display', 'table-header-group');
    await expect(memberRows(page).first()).toHaveCSS('display', 'table-row');
    await expect(memberRows(page).first()).toHaveCSS('break-inside', 'avoid');
    const table = await page.getByRole('table', { name: /Users|Project Submissions/ }).boundingBox();
    expect(table?.width, path).toBeLessThanOrEqual(paper.width);
  }
});
