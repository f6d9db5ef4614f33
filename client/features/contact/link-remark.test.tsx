import { expect, it } from 'vitest';
import { member, openPage, screen } from '#tests/pages/page.ts';

async function typed(link: string) {
  const page = await openPage('/contact', { as: member({ track: 'web' }) });
  const field = await screen.findByLabelText<HTMLInputElement>(/GitHub Link/);
  await page.user.click(field);
  await page.user.paste(link);
  return { ...page, field };
}

it('a project’s link is shown as owner and name while it is typed, with or without https', async () => {
  await typed('github.com/asha/notes.git');
  await screen.findByText('asha/notes');
});

it('a link with a mistyped host asks what was meant, and takes the answer', async () => {
  const { press, field } = await typed('https://gihtub.com/asha/notes');
  await screen.findByText('Did you mean github.com?');
  await press('Use github.com');
  expect(field.value).toBe('https://github.com/asha/notes');
  await screen.findByText('asha/notes');
  expect(screen.queryByText('Did you mean github.com?')).toBeNull();
});

it.each([
  ['https://asha:ghp_Ab3@github.com/asha/notes', /The part before the @ isn’t sent/],
  ['https://t.co/abc', /only leads to another one/],
  ['https://github.com/asha', /This is a profile page/],
  ['https://drive.google.com/file/d/abc', /only if you let everyone with the link view it/],
])('%s gets a sentence', async (link, sentence) => {
  await typed(link);
  await screen.findByText(sentence);
});

it('a link is sent whatever is said about it', async () => {
  const { browser, fill, press } = await typed('http://localhost:5173');
  await screen.findByText(/works only on your own computer/);
  await fill({ Message: 'It runs here.' });
  await press(/^Submit/);
  await expect
    .poll(async () => (await browser.get('/api/me')).body)
    .toMatchObject({ githubLink: 'http://localhost:5173' });
});
