import type { Page, Route } from '@playwright/test';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { noteShifts, shiftOf, twoFrames } from '#tests/helpers/layout-shifts.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const eachControl = (work: string) =>
  `for (const control of document.querySelectorAll('#root input, #root textarea, #root select')) { ${work} }`;

/** Changes to a page by extensions, before its scripts run: what React tolerates, and what makes it render the page again. */
const extensions: Record<string, string> = {
  'attributes everywhere, and elements outside the page': `
    document.documentElement.setAttribute('data-darkreader-mode', 'dynamic');
    document.body.setAttribute('data-gr-ext-installed', '');
    ${eachControl("control.setAttribute('data-gramm', 'false'); control.style.backgroundImage = 'none';")}
    document.body.append(document.createElement('grammarly-desktop-integration'));
    document.body.prepend(document.createElement('div'));
    document.head.append(document.createElement('meta'));`,
  'an element around each control, one after it, and each text translated': `
    ${eachControl(`const around = document.createElement('span'); control.replaceWith(around);
      around.append(control, document.createElement('div'));`)}
    const walker = document.createTreeWalker(document.getElementById('root'), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }`,
};

/** Opens a page whose scripts wait. @returns a function that lets them go */
async function openBeforeScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.unrouteAll();
  await page.route(/\/assets\/.*\.js$/, (route) => (isOpen ? route.continue() : void waiting.push(route)));
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('#root form').first().waitFor();
  return async () => {
    isOpen = true;
    await Promise.all(waiting.map((route) => route.continue()));
  };
}

async function isWorking(page: Page): Promise<boolean> {
  return page
    .locator('form')
    .first()
    .evaluate((form) => Object.keys(form).some((key) => key.startsWith('__react')));
}

const forms: Record<string, Record<string, string>> = {
  '/login': { Email: 'asha@students.example', Password: 'long enough' },
  '/register': { 'Full Name': 'Asha Rao', Email: 'asha@students.example', 'Contact Number': '9876543210' },
  '/contact': { 'GitHub Link (optional)': 'https://github.com/asha/board', Message: 'A board.' },
};

for (const [name, change] of Object.entries(extensions)) {
  test(`what is typed before the scripts run stays, with ${name}`, async ({ page, portal, problems }) => {
    // React reports that it renders the page again.
    problems.allow(/Minified React error #418/);
    for (const [path, fields] of Object.entries(forms)) {
      if (path === '/contact') await signedInMember(page, portal, { track: 'web' });
      const field = (label: string) => page.getByLabel(label, { exact: true });
      const start = await openBeforeScripts(page, path);
      await page.evaluate(change);
      for (const [label, value] of Object.entries(fields)) await field(label).pressSequentially(value);
      await start();
      await expect.poll(() => isWorking(page)).toBe(true);
      const [last = ''] = Object.keys(fields).slice(-1);
      await expect(field(last)).toBeFocused();
      await page.keyboard.type('?');
      const values = { ...fields, [last]: `${fields[last]}?` };
      for (const [label, value] of Object.entries(values)) await expect(field(label)).toHaveValue(value);
    }
  });
}

/** A slow network and a processor four times slower. */
async function slowDown(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page);
  const network = { offline: false, latency: 400, downloadThroughput: 100_000, uploadThroughput: 50_000 };
  await device.send('Network.emulateNetworkConditions', network);
  await device.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

test('a press that comes before the scripts, on a slow phone, is shown and carried out', async ({ page }) => {
  test.slow();
  const { fullName, email, studentId, contactNumber, department, password } = newRegistration();
  await page.addInitScript(noteShifts);
  await slowDown(page);
  const start = await openBeforeScripts(page, '/register');
  const press = (name: string) => page.getByRole('button', { name }).first().click();
  await press('Show password');
  const texts = {
    'Full Name': fullName,
    Email: email,
    'Student ID': studentId,
    'Contact Number': contactNumber,
  };
  for (const [label, text] of Object.entries({ ...texts, Password: password, 'Confirm Password': password }))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Department').selectOption(department);
  await page.getByLabel('Year of Study').selectOption('2');
  await page.getByLabel(/I agree to the/).check();
  await press('Create Account');
  const held = page.locator('button[aria-busy="true"]');
  await expect(held).toHaveText(['', 'Create Account']);
  await start();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await expect(page.getByText('1 of 4 steps completed')).toBeVisible({ timeout: 30_000 });
  await twoFrames(page);
  const { value, moved } = await shiftOf(page);
  expect(value, moved.join('\n')).toBeLessThanOrEqual(0.02);
});
