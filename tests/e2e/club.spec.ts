import { settingsAnswer } from '#domain/settings.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { send } from '#tests/helpers/requests.ts';
import { signedInAdmin } from '#tests/helpers/signed-in-admin.ts';
import { signedInMember } from '#tests/helpers/signed-in-member.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>';

test('the name and the logo of the club show on the pages of visitors and members', async ({
  page: lead,
  newPage,
  ownPortal,
}) => {
  const club = await ownPortal();
  const [student, visitor] = [await newPage(), await newPage()];
  await signedInAdmin(lead, club);
  await signedInMember(student, club);
  const address = '/api/admin/settings/club';
  const stored = await (await lead.request.get(club.url + address)).json();
  const { value, version } = settingsAnswer('club').parse(stored);
  const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  await send(lead, club, 'PUT', address, { value: { ...value, shortName: 'ABC', logo }, version });
  await visitor.goto(`${club.url}/login`);
  await expect(visitor.getByText('Sign in to your ABC account')).toBeVisible();
  await student.goto(`${club.url}/dashboard`);
  await expect(student.getByRole('banner').getByText('ABC', { exact: true })).toBeVisible();
  for (const page of [visitor, student]) {
    const picture = page.locator('img[src^="/logo/"]').first();
    await expect(picture).toHaveJSProperty('complete', true);
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  }
});
