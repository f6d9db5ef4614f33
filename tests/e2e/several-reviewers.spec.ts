import type { Browser, Page } from '@playwright/test';
import { hashPassword } from '#server/accounts/password.ts';
import { insertAccounts } from '#server/accounts/registration.ts';
import { makeReviewer } from '#server/accounts/staff.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { send } from '#tests/helpers/requests.ts';
import { addSubmissions, storedMembers, submissionOf } from '#tests/helpers/review-desk.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { withStore } from '#tests/helpers/with-store.ts';

test.describe.configure({ timeout: 240_000 });

const password = 'a password of reviewers';
const names = ['Asha', 'Ravi', 'Noor'];

async function addReviewers(portal: Portal): Promise<void> {
  const hash = await hashPassword(password);
  await withStore(portal, (store) =>
    store.transact(async (trx) => {
      for (const name of names) {
        const account = { uid: name.toLowerCase(), name, email: `${name.toLowerCase()}@club.example` };
        await insertAccounts(trx, [{ ...account, password: hash }]);
        await makeReviewer(trx, account);
      }
    }),
  );
}

/** A desk in a separate browser; without a name the administrator's. */
async function openDesk(browser: Browser, portal: Portal, query: string, name?: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url });
  const page = await context.newPage();
  if (name) {
    const credentials = { email: `${name.toLowerCase()}@club.example`, password };
    await send(page, portal, 'POST', '/api/auth/sign-in/email', credentials);
  } else await signedInAdmin(page, portal);
  await page.goto(`${portal.url}/admin/review?${query}`);
  await expect(settled(page)).toBeVisible();
  return page;
}

const settled = (page: Page) => page.locator('article[aria-busy="false"][data-uid]');
const held = (page: Page) => page.getByText(/has this open\.|has taken this over/);

test('three reviewers and the administrator give 12 submissions two opinions each, and none meets another', {
  tag: '@engines',
}, async ({ browser, page, ownPortal }) => {
  const portal = await ownPortal({ RATE_LIMIT: 'off' });
  const { members, query } = await addSubmissions(portal, 12);
  await addReviewers(portal);
  await signedInAdmin(page, portal);
  const settings = { criteria: [{ name: 'Score', weight: '1' }], opinions: '2', feedbackBy: 'administrator' };
  const value = { ...settings, blind: false };
  await send(page, portal, 'PUT', '/api/admin/settings/reviews', { value, version: 0 });
  const desks = [];
  for (const name of [undefined, ...names]) desks.push(await openDesk(browser, portal, query, name));
  const open = new Map<Page, string | null>();
  const meetings: string[] = [];

  async function work(desk: Page): Promise<void> {
    for (;;) {
      await settled(desk).waitFor();
      if (await desk.getByText('Nothing left to review').isVisible()) return;
      const uid = await settled(desk).getAttribute('data-uid');
      if (!(await held(desk).isVisible())) {
        if ([...open].some(([other, theirs]) => other !== desk && theirs === uid)) meetings.push(String(uid));
        open.set(desk, uid);
        await desk.waitForTimeout(100);
      }
      // Another may have it as soon as this page has left it.
      open.set(desk, null);
      await desk.keyboard.press('e');
      await desk.waitForTimeout(250);
    }
  }
  await Promise.all(desks.map(work));

  expect(meetings).toEqual([]);
  const opinions = await withStore(portal, ({ db }) =>
    db.selectFrom('opinions').select(['uid', 'reviewer']).where('given', '=', 1).execute(),
  );
  const byMember = Map.groupBy(opinions, ({ uid }) => uid);
  // Near the end somebody may review what two others have open: the page says so, and takes a third opinion.
  expect(members.filter(({ uid }) => (byMember.get(uid)?.length ?? 0) < 2)).toEqual([]);
  for (const given of byMember.values())
    expect(new Set(given.map(({ reviewer }) => reviewer)).size).toBe(given.length);
  const stored = await storedMembers(portal, members);
  expect(stored.every((member) => member?.submissionReviewed)).toBe(true);
  for (const desk of desks) {
    await expect(desk.getByText('Nothing left to review')).toBeVisible();
    await desk.context().close();
  }
});

test('what one reviewer opens, takes over and says is live on the other’s screen', {
  tag: '@engines',
}, async ({ browser, ownPortal }) => {
  const portal = await ownPortal();
  const { members, query } = await addSubmissions(portal, 2);
  await addReviewers(portal);
  const [first, second] = members.map(({ fullName }) => fullName) as [string, string];
  const asha = await openDesk(browser, portal, query, 'Asha');
  await submissionOf(asha, first).waitFor();
  const ravi = await openDesk(browser, portal, query, 'Ravi');
  await submissionOf(ravi, second).waitFor();
  await ravi.goto(`${portal.url}/admin/review?${query}&member=${members[0]?.uid}`);
  await expect(ravi.getByText('Asha has this open.')).toBeVisible();
  await ravi.getByRole('button', { name: 'Take over' }).click();
  await expect(asha.getByText('Ravi has taken this over.', { exact: false })).toBeVisible();
  await asha.keyboard.press('p');
  await asha.keyboard.type('9');
  await expect(ravi.getByText(/^Somebody has given an opinion\./)).toBeVisible();
  await ravi.keyboard.press('p');
  await ravi.keyboard.type('4');
  await expect(ravi.getByText('9 of 10')).toBeVisible();
  await expect(asha.getByText('4 of 10')).toBeVisible();
  // A closed page leaves its submission.
  await ravi.close({ runBeforeUnload: true });
  await expect(asha.getByText('Ravi has taken this over.', { exact: false })).toBeHidden();
  await asha.context().close();
});
