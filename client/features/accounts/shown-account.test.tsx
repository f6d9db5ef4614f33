import { describe, expect, it, vi } from 'vitest';
import { keepDraft } from '#client/lib/drafts.ts';
import { shownAccountTexts } from '#domain/shown-account.ts';
import { signInAdministrator } from '#tests/helpers/app.ts';
import { member, openPage, screen } from '#tests/pages/page.ts';

it('a page that another account takes over shows nothing of the former one', async () => {
  const { portal, browser, address, network } = await openPage('/timeline', {
    as: member({ track: 'web' }, { fullName: 'Asha Rao' }),
  });
  await screen.findByText('2 of 4 steps completed');
  const next = await member({ track: 'game' }, { fullName: 'Ravi Iyer' })(portal);
  const held = network.hold('GET /api/me');
  // Somebody signs in in another tab, and returns to this one.
  browser.cookies.clear();
  for (const [name, value] of next.cookies) browser.cookies.set(name, value);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await screen.findAllByText(new RegExp(next.registration.email));
  await expect.poll(address).toBe('/dashboard');
  await screen.findByText(shownAccountTexts.replaced(next.registration.email));
  expect(document.body.textContent).not.toContain('Asha Rao');
  expect(document.querySelector('input:checked')).toBeNull();
  held.release();
  await screen.findByText('Your current track');
  expect(JSON.stringify({ ...localStorage })).not.toContain('Asha Rao');
});

it('an answer to the former account is not shown to the next one', async () => {
  const { portal, browser, user, press } = await openPage('/dashboard', { as: member({ track: 'web' }) });
  const next = await member({ track: 'game' }, { fullName: 'Ravi Iyer' })(portal);
  const { fetch } = browser;
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const answered = vi.spyOn(browser, 'fetch').mockImplementation(async (path, init) => {
    const response = await fetch(path, init);
    if (path === '/api/me/track') await late;
    return response;
  });
  await user.click(await screen.findByRole('radio', { name: /^Android/ }));
  await press('Update Track');
  await expect.poll(() => answered.mock.calls.some(([path]) => path === '/api/me/track')).toBe(true);
  browser.cookies.clear();
  for (const [name, value] of next.cookies) browser.cookies.set(name, value);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  const track = () => document.querySelector<HTMLInputElement>('input:checked')?.value;
  await screen.findByRole('heading', { name: /Ravi Iyer/ });
  await expect.poll(track).toBe('game');
  answer();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(track()).toBe('game');
});

it('a page that was signed out says that another account has signed in since', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { portal, browser } = await openPage('/timeline', { as: member({ track: 'web' }) });
  const next = await member()(portal);
  const returned = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  browser.cookies.clear();
  returned();
  await screen.findByText(shownAccountTexts.signedOut);
  for (const [name, value] of next.cookies) browser.cookies.set(name, value);
  returned();
  await screen.findByText(shownAccountTexts.replaced(next.registration.email));
});

describe.each(['follows what happens', 'has lost its stream'])('an open page that %s', (how) => {
  async function openStudent() {
    const page = await openPage('/dashboard', {
      as: member({ track: 'web' }, { fullName: 'Asha Rao' }),
      prepare: (network) => how === 'has lost its stream' && network.hold('GET /api/me/events'),
    });
    await screen.findByRole('heading', { name: /Asha Rao/ });
    const lead = await signInAdministrator(page.portal);
    const act = async () => {
      if (how === 'follows what happens') return;
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      await page.user.click(await screen.findByRole('radio', { name: /Game/ }));
      await page.press('Update Track');
    };
    return { ...page, lead, act, path: `/api/admin/members/${page.browser.uid}` };
  }

  it('says that its session was ended, and asks to sign in', async () => {
    const { lead, path, act, address, network, press } = await openStudent();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    // Also after signing out has failed.
    network.fail('POST /api/auth/sign-out');
    await press('Sign Out');
    await screen.findByText(/You’re still signed in\./);
    expect((await lead.post(`${path}/end-sessions`, {})).status).toBe(200);
    await act();
    await screen.findByText(shownAccountTexts.signedOut);
    await expect.poll(address).toMatch(/^\/login/);
    expect(document.body.textContent).not.toContain('Asha Rao');
  });

  it('says that its account was removed, and keeps nothing of it', async () => {
    const { lead, path, act, address, browser } = await openStudent();
    keepDraft('contact', browser.uid, { message: 'Half a message' });
    await lead.send('DELETE', path, { body: { confirm: 'Asha Rao' } });
    await act();
    await screen.findByText(shownAccountTexts.removed);
    await expect.poll(address).toMatch(/^\/login/);
    expect(document.body.textContent).not.toContain('Asha Rao');
    expect(JSON.stringify({ ...localStorage })).not.toContain('Half a message');
  });
});

it('a page that visitors may see says it as well', async () => {
  const { portal, browser } = await openPage('/profile', { as: member({}, { fullName: 'Asha Rao' }) });
  await screen.findAllByText('Asha Rao');
  const lead = await signInAdministrator(portal);
  await lead.send('DELETE', `/api/admin/members/${browser.uid}`, { body: { confirm: 'Asha Rao' } });
  await screen.findByText(shownAccountTexts.removed);
  await screen.findByText('Please log in to view your profile');
});
