import { randomBytes, randomInt } from 'node:crypto';
import { memberNames, memberRows, registerFamily, uniqueName } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

// Together with member-care.spec.ts: the chores of a lead's week, none of which needs a shell. These tests use several
// browsers.
test.describe.configure({ timeout: 90_000 });

test('a lead finds who owns a phone number, and why they cannot sign in', async ({
  page,
  newPage,
  portal,
  problems,
}) => {
  problems.allow(/status of 4(01|29)/);
  const student = await newPage();
  const name = uniqueName('Nila');
  const number = `9${randomInt(1e8, 1e9)}`;
  const { registration } = await signedInMember(
    student,
    portal,
    {},
    { fullName: name, contactNumber: number },
  );
  await student.context().clearCookies();
  for (let tries = 0; tries < 5; tries += 1) {
    await student.request.post(`${portal.url}/api/auth/sign-in/email`, {
      headers: { Origin: portal.url },
      data: { email: registration.email, password: 'not the password' },
    });
  }
  await signedInAdmin(page, portal);
  await page.goto('/admin-dashboard');
  await page.getByRole('button', { name: /Search or jump to/ }).click();
  const typed = `+91 ${number.slice(0, 5)}-${number.slice(5)}`;
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill(typed);
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const panel = page.getByRole('region', { name: 'Cannot sign in?' });
  await expect(panel.getByText(/^Not confirmed/)).toBeVisible();
  await expect(panel.getByText(/^Must wait until .+ to try again$/)).toBeVisible();
});

test('a lead spots a student ID that two accounts share, and removes both test accounts', async ({
  page,
  newPage,
  portal,
}) => {
  const family = await registerFamily(newPage, portal, { Trial: {}, Second: {} });
  const student = await newPage();
  const studentId = `trial ${family}`;
  await signedInMember(student, portal, {}, { fullName: `Third ${family}`, studentId });
  await signedInAdmin(page, portal);
  await page.goto('/admin');
  await page.getByRole('link', { name: /share a student ID$/ }).click();
  const twins = page.getByRole('row').filter({ hasText: family });
  await expect(twins).toHaveCount(2);
  await twins.getByRole('link', { name: `Third ${family}` }).click();
  await expect(page.getByText('Another member has the same student ID:')).toBeVisible();
  await page.getByRole('link', { name: `Trial ${family}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Trial ${family}` })).toBeVisible();

  await page.goto(`/admin?q=${family}`);
  await expect(memberRows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const name of ['Trial', 'Third'])
    await page.getByRole('checkbox', { name: `Select ${name} ${family}` }).check();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Type 2 to confirm').fill('2');
  await page.getByRole('button', { name: 'Remove for good' }).click();
  await expect(page.getByText('2 members were removed.')).toBeVisible();
  await expect(memberNames(page)).toHaveText([`Second ${family}`]);
  await page.reload();
  await expect(memberNames(page)).toHaveText([`Second ${family}`]);
});

test('a lead copies the addresses of a track, and finds the links that reviewers cannot open', async ({
  page,
  context,
  newPage,
  portal,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portal.url });
  const project = (githubLink: string) => ({ githubLink, projectDescription: 'An app.' });
  const family = await registerFamily(newPage, portal, {
    Asha: { track: 'game', submission: project('https://github.com/asha/app') },
    Ben: { track: 'game', submission: project('https://gihtub.com/ben/app') },
    Chitra: { track: 'ml', submission: project('https://drive.google.com/file/d/1') },
  });
  await signedInAdmin(page, portal);
  await page.goto(`/admin?q=${family}`);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Track', { exact: true }).selectOption('Game Development');
  await expect(memberRows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select all 2' }).click();
  await page.getByRole('button', { name: 'Copy email addresses' }).click();
  await expect(page.getByText('2 email addresses copied.')).toBeVisible();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied.split(', ')).toHaveLength(2);

  await page.getByLabel('Track', { exact: true }).selectOption('Any');
  await page.getByLabel('Project link', { exact: true }).selectOption('To check');
  await expect(memberNames(page)).toHaveText([`Chitra ${family}`, `Ben ${family}`]);
  await page.goto(`/admin?q=${encodeURIComponent('mistyped host')}`);
  await expect(memberNames(page).filter({ hasText: family })).toHaveText([`Ben ${family}`]);
});

test('a lead answers a question, and sees who asked it', async ({ page, newPage, portal }) => {
  const name = uniqueName('Meera');
  const mark = `mark${randomBytes(6).toString('hex')}`;
  const student = await newPage();
  const { uid } = await signedInMember(student, portal, {}, { fullName: name });
  const sent = await student.request.post(`${portal.url}/f/contact`, {
    headers: { Origin: portal.url },
    data: contactMessage({ name, message: `May I join two teams? ${mark}` }),
  });
  expect(sent.status()).toBe(200);
  await signedInAdmin(page, portal);
  await page.goto(`/admin/inbox?q=${mark}`);
  const kind = page.getByRole('combobox', { name: 'Kind' });
  await kind.selectOption('Open questions');
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('link');
  await messages.click();
  await expect(page.getByRole('article').getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    /^mailto:/,
  );
  await page.getByRole('article').getByRole('button', { name: 'Mark as answered' }).click();
  await expect(page.getByText(/^Answered by .+,/)).toBeVisible();
  await expect(messages).toHaveCount(0);
  await kind.selectOption('Answered questions');
  await expect(messages).toHaveCount(1);
  await page.getByRole('article').getByRole('link', { name: 'Open the member' }).click();
  await expect(page).toHaveURL(`${portal.url}/admin/members/${uid}`);
});
