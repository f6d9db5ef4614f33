import { expectAccessible, expectNoSidewaysScroll } from '#tests/helpers/accessibility.ts';
import {
  drafts,
  failed,
  field,
  formRoute,
  project,
  received,
  send,
  sent,
  writeProject,
} from '#tests/helpers/contact-page.ts';
import { expect, signIn, test } from '#tests/helpers/fixtures.ts';
import { streamBegun, withoutStream } from '#tests/helpers/requests.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

test.describe('input', () => {
  test('is kept when the connection drops, and can be sent again', async ({ page, portal, problems }) => {
    problems.allow(/net::ERR/);
    const member = await signedInMember(page, portal);
    await page.goto('/contact');
    await page.route(formRoute, (route) => route.abort());
    await writeProject(page);
    await send(page).click();
    await expect(page.getByRole('alert')).toContainText(failed);
    await expect(page.getByRole('alert')).toContainText('Could not reach the server.');
    await expect(page.getByText('Failed to fetch')).toHaveCount(0);
    await expect(send(page)).toBeFocused();
    await expect(field(page, 'GitHub Link (optional)')).toHaveValue(project.githubLink);
    await expect(field(page, 'Message')).toHaveValue(project.projectDescription);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 320);
    await page.unroute(formRoute);
    await send(page).click();
    await expect(page.getByText(sent)).toBeVisible();
    await expect(page.getByText(failed)).toHaveCount(0);
    expect(await member.stored()).toMatchObject(project);
    expect(await received(member)).toHaveLength(1);
  });

  test('survives a reload and leaving the page, until it is sent', async ({ page, portal }) => {
    const { registration, uid } = await signedInMember(page, portal);
    await page.goto('/contact');
    expect(await drafts(page)).toEqual([]);
    await field(page, 'Name').fill('Asha');
    await writeProject(page);
    expect(await drafts(page)).toEqual([expect.stringContaining(uid)]);
    await page.reload();
    await expect(field(page, 'Name')).toHaveValue('Asha');
    await expect(field(page, 'Email')).toHaveValue(registration.email);
    await expect(field(page, 'GitHub Link (optional)')).toHaveValue(project.githubLink);
    await expect(field(page, 'Message')).toHaveValue(project.projectDescription);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.getByRole('link', { name: 'Submit Project / Contact' }).click();
    await expect(field(page, 'Message')).toHaveValue(project.projectDescription);
    await send(page).click();
    await expect(page.getByText(sent)).toBeVisible();
    await page.reload();
    await expect(field(page, 'Message')).toHaveValue('');
    await expect(field(page, 'Name')).toHaveValue(registration.fullName);
    expect(await drafts(page)).toEqual([]);
  });

  test('is forgotten when the fields are restored', async ({ page, portal }) => {
    await signedInMember(page, portal);
    await page.goto('/contact');
    await field(page, 'Message').fill('A word');
    expect(await drafts(page)).toHaveLength(1);
    await field(page, 'Message').fill('');
    expect(await drafts(page)).toEqual([]);
  });

  test('is forgotten when the member signs out', async ({ page, portal }) => {
    const { registration } = await signedInMember(page, portal);
    await page.goto('/contact');
    await writeProject(page);
    const begun = streamBegun(page);
    await page.goto('/dashboard');
    await begun;
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('button', { name: 'Discard and Sign Out' }).click();
    await expect(page).toHaveURL('/login');
    expect(await drafts(page)).toEqual([]);
    await signIn(page, registration);
    await page.goto('/contact');
    await expect(field(page, 'Message')).toHaveValue('');
  });

  test('is restored after the session ended, and for nobody else', async ({
    page,
    portal,
    problems,
    newMember,
  }) => {
    problems.allow(/status of 401/);
    const member = await signedInMember(page, portal);
    const { registration } = member;
    await withoutStream(page);
    await page.goto('/contact');
    await writeProject(page);
    await page.context().clearCookies();
    // The message is sent, but recording the project needs the session.
    await send(page).click();
    await expect(page).toHaveURL('/login?from=%2Fcontact');

    await signIn(page, registration);
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Record My Project' }).click();
    await expect(page.getByText(sent)).toBeVisible();
    expect(await member.stored()).toMatchObject(project);
    expect(await received(member)).toHaveLength(1);

    await page.goto('/contact');
    await field(page, 'Message').fill('Half a message');
    await page.context().clearCookies();
    await signIn(page, await newMember({ fullName: 'Somebody Else' }));
    await page.goto('/contact');
    await expect(field(page, 'Name')).toHaveValue('Somebody Else');
    await expect(field(page, 'Message')).toHaveValue('');
    await expect.poll(() => drafts(page)).toEqual([]);
  });

  test('is ignored if the stored draft is malformed', async ({ page, portal }) => {
    const { uid } = await signedInMember(page, portal);
    await page.goto('/about');
    for (const nonsense of ['{', '[1]', '{"message":7}', 'null']) {
      await page.evaluate(`localStorage.setItem('draft:${uid}:contact', ${JSON.stringify(nonsense)})`);
      await page.goto('/contact');
      await expect(field(page, 'Name')).toHaveValue('Asha Rao');
      await expect(field(page, 'Message')).toHaveValue('');
    }
  });
});
