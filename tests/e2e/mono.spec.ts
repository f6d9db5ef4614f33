import type { Page } from '@playwright/test';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const month = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
const day = String.raw`(\w{3} )?(${month} \d{1,2}|\d{1,2} ${month})(, \d{4})?`;
const time = String.raw`\d{1,2}:\d\d( [AP]M)?`;

/** The machine's words, by their kind. One that stands alone is in mono; in a sentence it is the sentence's. */
const kinds = {
  studentId: String.raw`\dSD[0-9A-F]{6,}`,
  phone: String.raw`\d{10}`,
  moment: `${day}(,? (at )?${time})?|${time}`,
  ago: String.raw`\d+ (minute|hour|day)s? ago|just now|yesterday`,
  repository: String.raw`[\w-]+/[\w.-]+`,
  count: String.raw`\d[\d,]*%?|\d+ of \d+`,
  route: String.raw`(GET|POST|PUT|PATCH|DELETE)\s/\S+`,
};

/** Visible texts that are of a kind, outside of headings and of charts' tables for screen readers. */
const findTexts = `(() => {
  const kinds = Object.entries(${JSON.stringify(kinds)}).map(([kind, of]) => [kind, new RegExp('^(' + of + ')$')]);
  const walker = document.createTreeWalker(document.getElementById('root'), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { parentElement: parent } = walker.currentNode;
    const text = parent.textContent.trim();
    const [kind] = kinds.find(([, pattern]) => pattern.test(text)) ?? [];
    if (!kind || !parent.checkVisibility() || parent.closest('option, h1, h2, h3, [class*=hidden]')) continue;
    found.push({ kind, text, isMono: getComputedStyle(parent).fontFamily.includes('Martian') });
  }
  return found;
})()`;

async function textsOf(page: Page, paths: readonly string[]) {
  const found: { kind: keyof typeof kinds; text: string; isMono: boolean }[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('[class^=skeleton-]')).toHaveCount(0);
    found.push(...(await page.evaluate<typeof found>(findTexts)));
  }
  return found;
}

test('the words of the machine are in mono on every page', async ({ page, portal }) => {
  const progress = {
    track: 'web',
    taskDone: true,
    submission: { githubLink: 'https://github.com/asha/board', projectDescription: 'A board.' },
  } as const;
  // The desk shows who else has submitted a repository.
  await signedInMember(page, portal, progress);
  await page.context().clearCookies();
  const { uid } = await signedInMember(page, portal, progress);
  const ofMember = await textsOf(page, ['/dashboard', '/timeline', '/profile', '/contact', '/user-tasks']);
  await page.context().clearCookies();
  await signedInAdmin(page, portal);
  const pages = ['/admin-dashboard', '/admin', `/admin/members/${uid}`, '/admin/health', '/admin/results'];
  const others = ['/admin/review', '/admin/inbox', '/admin/messages', '/admin/access'];
  const found = [...ofMember, ...(await textsOf(page, [...pages, ...others]))];
  expect(found.filter(({ isMono }) => !isMono)).toEqual([]);
  const seen = new Set(found.map(({ kind }) => kind));
  expect(Object.keys(kinds).filter((kind) => !seen.has(kind as keyof typeof kinds))).toEqual([]);
});
