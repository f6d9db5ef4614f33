import type { Page } from '@playwright/test';
import { certificateAnswer } from '#domain/results.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { mailTo } from '#tests/helpers/outbox.ts';
import { administratorRemotely, registerRemotely } from '#tests/helpers/remote-visitor.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// Seven browsers, and an email a second.
test.describe.configure({ timeout: 300_000 });

const titles = {
  selected: 'You’re in!',
  waitlisted: 'You’re on the waiting list',
  'not-selected': 'Not this time',
} as const;
type Outcome = keyof typeof titles;

test('students see their results when they are released, live, and get them by email', async ({
  page: lead,
  newPage,
  ownPortal,
}) => {
  // A release is for everybody, so other tests must not share the portal.
  const portal = await ownPortal({ RATE_LIMIT: 'off' });
  const outcomes = Object.keys(titles) as Outcome[];
  const students: { page: Page; uid: string; outcome: Outcome; email: string }[] = [];
  for (let number = 0; number < 6; number += 1) {
    const outcome = outcomes[number % 3] ?? 'selected';
    const page = await newPage();
    const fullName = `${outcome.replace('-', '')} ${number}`;
    const { uid, registration } = await signedInMember(page, portal, { track: 'web' }, { fullName });
    await page.goto(`${portal.url}/${number % 2 === 0 ? 'dashboard' : 'timeline'}`);
    students.push({ page, uid, outcome, email: registration.email });
  }
  await signedInAdmin(lead, portal);

  await test.step('the lead sets outcomes, in the list and for others at once', async () => {
    await lead.goto(`${portal.url}/admin?q=selected&sort=fullName`);
    await lead.getByRole('button', { name: 'Select', exact: true }).click();
    await lead.getByLabel('How many').fill('2');
    await lead.getByRole('button', { name: 'Select the first' }).click();
    await lead.getByRole('button', { name: 'Set selected' }).click();
    await expect(lead.getByText('2 members: selected.')).toBeVisible();
    for (const outcome of ['waitlisted', 'not-selected']) {
      const uids = students.filter((student) => student.outcome === outcome).map(({ uid }) => uid);
      const headers = { Origin: portal.url };
      await lead.request.patch(`${portal.url}/api/admin/outcomes`, { headers, data: { uids, outcome } });
    }
  });

  await test.step('they preview and release; until then nobody sees anything', async () => {
    await lead.goto(`${portal.url}/admin/results`);
    await expect(lead.getByRole('region', { name: 'Preview: selected' })).toContainText('Hello selected');
    for (const { page } of students)
      await expect(page.getByRole('region', { name: 'Result' })).toHaveCount(0);
    await lead.getByRole('button', { name: 'Release now' }).click();
    const question = lead.getByRole('dialog', { name: 'Release the results?' });
    await expect(question).toContainText('6 members will see their result');
    await question.getByRole('button', { name: 'Release them' }).click();
    await expect(lead.getByText(/^Released on/)).toBeVisible();
  });

  await test.step('every open page shows its own result', async () => {
    for (const { page, outcome } of students)
      await expect(page.getByRole('region', { name: 'Result' })).toContainText(titles[outcome]);
  });

  await test.step('everybody gets it by email', async () => {
    await expect(lead.getByText('6 of 6 emails sent')).toBeVisible({ timeout: 120_000 });
    for (const { email } of students)
      await mailTo(portal.dataDir, email, /You’re in|waiting list|Your result/);
  });
});

test('a certificate needs no scripts, and has the portal’s type and one sheet of paper', async ({
  browser,
  ownPortal,
}) => {
  const portal = await ownPortal({ RATE_LIMIT: 'off' });
  const fullName = 'Venkata Subrahmanyeswara Lakshminarasimha Chandrasekharan Iyer';
  const member = await registerRemotely(portal.url, portal.url, { fullName });
  const administrator = await administratorRemotely(portal, portal.url);
  const body = { uids: [member.uid], outcome: 'selected' };
  expect((await administrator.send('PATCH', '/api/admin/outcomes', body)).status).toBe(200);
  expect((await administrator.send('POST', '/api/admin/results/release', {})).status).toBe(200);
  const asked = await member.send('POST', '/api/me/certificate', {});
  const { certificate } = certificateAnswer.parse(asked.body);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  const fonts = ['familjen-grotesk', 'instrument-sans', 'martian-mono'].map((font) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${font}`) && response.ok()),
  );
  await page.goto(`${portal.url}/certificate/${certificate}`);
  await expect(page.getByRole('heading', { name: fullName })).toBeVisible();
  await expect(page.getByText(`${portal.url}/certificate/${certificate}`)).toBeVisible();
  await Promise.all(fonts);
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(sheets).toHaveLength(1);
  expect(complaints).toEqual([]);
  await context.close();
});
