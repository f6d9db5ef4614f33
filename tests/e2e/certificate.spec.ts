import { certificateAnswer } from '#domain/results.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { administratorRemotely, registerRemotely } from '#tests/helpers/remote-visitor.ts';

test.use({ javaScriptEnabled: false });

test('a certificate needs no scripts, and has the portal’s type and one sheet of paper', async ({
  page,
  ownPortal,
}) => {
  const portal = await ownPortal({ RATE_LIMIT: 'off' });
  const fullName = 'Venkata Subrahmanyeswara Lakshminarasimha Chandrasekharan Iyer';
  const member = await registerRemotely(portal.url, portal.url, { fullName });
  const administrator = await administratorRemotely(portal, portal.url);
  const body = { uids: [member.uid], outcome: 'selected' };
  expect((await administrator.send('PATCH', '/api/admin/outcomes', body)).status).toBe(200);
  expect((await administrator.send('POST', '/api/admin/results/rounds', { all: true })).status).toBe(200);
  const asked = await member.send('POST', '/api/me/certificate', {});
  const { certificate } = certificateAnswer.parse(asked.body);

  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  const fonts = ['familjen-grotesk', 'instrument-sans', 'martian-mono'].map((font) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${font}`) && response.ok()),
  );
  await page.goto(`${portal.url}/certificate/${certificate}`);
  await expect(page.getByRole('heading', { name: fullName })).toBeVisible();
  await expect(page.getByText(`${portal.url}/certificate/${certificate}`)).toBeVisible();
  await Promise.all(fonts);
  await page.setViewportSize({ width: 1000, height: 480 });
  const club = await page.locator('.club').boundingBox();
  const words = await page.getByText('Certificate of selection').boundingBox();
  expect(words?.y).toBeGreaterThanOrEqual((club?.y ?? 0) + (club?.height ?? 0));
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(sheets).toHaveLength(1);
  expect(complaints).toEqual([]);
});
