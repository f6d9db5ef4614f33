import { expect, it } from 'vitest';
import { adminPassword, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { openPage, screen } from '#tests/pages/page.ts';
import { openAction, sendingActions } from '#tests/pages/sending-actions.ts';

/** Notes each text that the one button with these names has while it is there, in order. */
function watchButton(names: readonly string[]): readonly string[] {
  const seen: string[] = [];
  const note = () => {
    const texts = [...document.querySelectorAll('button')].map((button) => button.textContent ?? '');
    const text = texts.find((each) => names.includes(each));
    if (text && text !== seen.at(-1)) seen.push(text);
  };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  note();
  return seen;
}

const heading = (name: string | RegExp) => () => screen.findByRole('heading', { level: 1, name });
const text = (shown: string) => () => screen.findAllByText(shown);

it.each([
  ['registering', ['Create Account', 'Creating Account...'], heading(/^Good/)],
  ['signing out', ['Sign Out', 'Signing out...'], heading('Welcome Back')],
  ['choosing a track', ['Save Selection', 'Saving...'], text('Development track updated successfully!')],
  ['marking the task as done on /user-tasks', ['Mark as Done', 'Marking...'], text('Task completed')],
  ['saving the profile', ['Save Changes', 'Saving...'], text('Profile updated successfully!')],
])('%s: the button says that it is busy until it is done, and is pressed once', async (name, texts, done) => {
  const action = sendingActions.find((each) => each.name === name);
  if (!action) throw new Error(`There is no action ${name}.`);
  const page = await openAction(action);
  const held = ['POST /*', 'PUT /*', 'PATCH /*'].map((route) => page.network.hold(route));
  const seen = watchButton(texts);
  await action.act(page);
  const busy = await screen.findByRole('button', { name: texts[1] ?? '' });
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  await page.user.click(busy);
  for (const { release } of held) release();
  await done();
  expect(seen).toEqual(texts);
  expect(page.network.requests.filter((request) => !request.startsWith('GET '))).toHaveLength(1);
});

it.each([
  ['/login', heading(/^Good/)],
  ['/admin', heading('User Management')],
])('Sign In on %s says that it is busy from the click to the next page', async (path, done) => {
  const { portal, fill, press } = await openPage(path);
  const { registration } = await registerPerson(portal);
  await signInAdministrator(portal);
  const credentials =
    path === '/admin'
      ? { Email: portal.deps.config.adminEmail, Password: adminPassword }
      : { Email: registration.email, Password: registration.password };
  await fill(credentials);
  const seen = watchButton(['Sign In', 'Signing in...']);
  await press('Sign In');
  await done();
  expect(seen).toEqual(['Sign In', 'Signing in...']);
});
