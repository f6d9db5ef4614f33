import { within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { releaseTexts } from '#domain/release.ts';
import type { SettingsAnswer, SettingsOf, SettingsPart } from '#domain/settings.ts';
import { signInAdministrator } from '#tests/helpers/app.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { administrator, descriptionOf, member, openPage, screen, textsOf } from '#tests/pages/page.ts';

const env = { TIME_ZONE: 'Asia/Kolkata' };
const open = (part: string) => openPage(`/admin/settings/${part}`, { as: administrator, env });

async function read<Part extends SettingsPart>(admin: Visitor, part: Part) {
  const { body } = await admin.get(`/api/admin/settings/${part}`);
  return body as SettingsAnswer & { value: SettingsOf<Part> };
}

/** Saves fields of a part on another page. */
async function saveElsewhere<Part extends SettingsPart>(
  admin: Visitor,
  part: Part,
  fields: Partial<SettingsOf<Part>>,
) {
  const { value, version } = await read(admin, part);
  const saved = await admin.put(`/api/admin/settings/${part}`, { value: { ...value, ...fields }, version });
  expect(saved.status).toBe(200);
}

const shortName = () => screen.findByLabelText('Short name');
const preview = () => within(screen.getByRole('region', { name: 'As a student sees it' }));

describe('the club', () => {
  it('is changed, previewed and saved', async () => {
    const { browser, fill, press } = await open('club');
    await fill({ 'Short name': 'ABC', President: 'Asha Rao' });
    preview().getByText('President: Asha Rao');
    expect((await read(browser, 'club')).version).toBe(0);
    await press('Save');
    await screen.findByText('Saved.');
    expect((await read(browser, 'club')).value).toMatchObject({
      shortName: 'ABC',
      president: { name: 'Asha Rao' },
    });
    await fill({ President: '' });
    await press('Save');
    await screen.findByText('Saved.');
    expect((await read(browser, 'club')).value.president.name).toBeNull();
  });

  it('has lists whose entries are added, removed and moved', async () => {
    const { browser, press, user } = await open('club');
    const list = within(await screen.findByRole('group', { name: 'Numbers' }));
    const down = list.getByRole('button', { name: 'Move 1 of Numbers down' });
    await user.click(down);
    expect(document.activeElement).toBe(list.getByRole('button', { name: 'Move 2 of Numbers down' }));
    await press('Remove 4 of Numbers');
    await press('Add to Numbers');
    await press('Save');
    const empty = list.getAllByLabelText('Number').at(-1) as HTMLElement;
    await expect.poll(() => descriptionOf(empty)).toBe('Must not be empty');
    await expect.poll(() => document.activeElement).toBe(empty);
    await user.type(empty, '12');
    await user.type(list.getAllByLabelText('What it counts').at(-1) as HTMLElement, 'Prizes');
    await press('Save');
    await screen.findByText('Saved.');
    expect((await read(browser, 'club')).value.about.stats).toEqual([
      { value: '50+', label: 'Projects' },
      { value: '500+', label: 'Members' },
      { value: '25+', label: 'Workshops' },
      { value: '12', label: 'Prizes' },
    ]);
    const terms = within(screen.getByRole('group', { name: 'Terms' }));
    expect(terms.getAllByRole('listitem')).toHaveLength(7);
    expect(terms.queryByRole('button', { name: /^(Move|Remove)/ })).toBeNull();
  });

  it('keeps what was typed over a reload and asks before it is left', async () => {
    const page = await open('club');
    await page.fill({ 'Short name': 'ABC' });
    const { press, user, address } = await page.reload();
    expect(await shortName()).toHaveProperty('value', 'ABC');
    await user.click(await screen.findByRole('link', { name: 'Registration' }));
    await press('Keep Editing');
    expect(address()).toBe('/admin/settings/club');
    await press('Discard changes');
    expect(await shortName()).toHaveProperty('value', 'SDC');
    await user.click(screen.getByRole('link', { name: 'Registration' }));
    await screen.findByLabelText('Departments at registration');
  });

  it('that was saved on another page shows both texts, and the next save replaces it', async () => {
    const { browser, fill, press, network } = await open('club');
    await fill({ 'Short name': 'Mine' });
    network.dropStreams();
    await saveElsewhere(browser, 'club', { shortName: 'Theirs', name: 'Their Club' });
    await press('Save');
    await screen.findByText(/were just saved on another page/);
    expect(textsOf(screen.getAllByText(/^(Saved now|Yours): /))).toEqual([
      'Saved now: Theirs',
      'Yours: Mine',
    ]);
    expect(screen.getByLabelText('Name of the club')).toHaveProperty('value', 'Their Club');
    await press('Save');
    await screen.findByText('Saved.');
    expect((await read(browser, 'club')).value).toMatchObject({ shortName: 'Mine', name: 'Their Club' });
  });

  it('has a logo, which is previewed, and refused at its field', async () => {
    const { portal, browser, press, user } = await open('club');
    const choose = async (text: string, type = 'image/svg+xml') =>
      user.upload(await screen.findByLabelText('Logo'), new window.File([text], 'logo', { type }));
    const shown = () => [...document.querySelectorAll('img')].map((img) => img.getAttribute('src'));
    await choose('x'.repeat(100 * 1024 + 1));
    await screen.findByText('Must have at most 100 KB');
    await choose('<svg viewBox="0 0 9 9"><script/></svg>');
    await expect.poll(shown).toEqual([expect.stringMatching(/^data:image\/svg/)]);
    await press('Save');
    await screen.findByText(/^Has the element <script>, which is not allowed/);
    await choose('<svg viewBox="0 0 9 9"></svg>');
    await expect.poll(() => screen.queryByText(/^Has the element/)).toBeNull();
    await press('Save');
    await screen.findByText('Saved.');
    expect((await read(browser, 'club')).value.logo).toMatch(/^data:image\/svg\+xml;base64,/);
    await press('Use the portal’s own mark');
    await expect.poll(shown).toEqual([]);
    await openPage('/login', { portal });
    await expect.poll(shown).toEqual([expect.stringMatching(/^\/logo\//)]);
  });

  it('that is saved on another page shows while nothing is typed here', async () => {
    const { browser } = await open('club');
    await shortName();
    await saveElsewhere(browser, 'club', { shortName: 'ABC' });
    await expect.poll(async () => (await shortName()).getAttribute('value')).toBe('ABC');
  });

  it('is kept on the page if the portal cannot be reached', async () => {
    const { fill, press, network } = await open('club');
    await fill({ 'Short name': 'ABC' });
    const repair = network.fail('PUT /api/admin/settings/club');
    await press('Save');
    await screen.findByText(/^Not saved\. The portal couldn’t be reached/);
    repair();
    await press('Save');
    await screen.findByText('Saved.');
  });
});

it('a task is edited at the address of its track, with the fixed card beside it', async () => {
  const { browser, fill, press, user } = await openPage('/admin/settings/tasks?track=ml', {
    as: administrator,
  });
  const guidelines = await screen.findByRole('textbox', { name: 'Guidelines' });
  await user.clear(guidelines);
  await user.type(guidelines, 'Ask early.{Enter}{Enter}Test it.');
  await fill({ 'Title of the task': 'A new task' });
  preview().getByRole('heading', { name: 'A new task' });
  preview().getByText('Flexible');
  const links = within(screen.getByRole('group', { name: 'Learning resources' })).getAllByLabelText('Link');
  const [link] = links as [HTMLElement];
  await user.clear(link);
  await user.type(link, 'javascript:alert(1)');
  await press('Save');
  await expect.poll(() => descriptionOf(link)).toBe('Must be an http or https address');
  await user.clear(link);
  await user.type(link, 'https://example.org');
  await press('Save');
  await screen.findByText('Saved.');
  expect((await read(browser, 'task-ml')).value).toMatchObject({
    title: 'A new task',
    guidelines: ['Ask early.', 'Test it.'],
  });
  const requirements = within(screen.getByRole('group', { name: 'Requirements' }));
  const [title] = requirements.getAllByLabelText('Title');
  const fold = (expanded: boolean) => requirements.getAllByRole('button', { expanded })[0] as HTMLElement;
  await user.click(fold(false));
  await user.clear(title as HTMLElement);
  await user.click(fold(true));
  expect(title?.closest('[hidden]')).not.toBeNull();
  await press('Save');
  // The entry at fault opens for it.
  await expect.poll(() => document.activeElement).toBe(title);
  // It stays open while it is corrected, and where it is moved to.
  await user.type(title as HTMLElement, 'Rewor');
  expect(title?.closest('[hidden]')).toBeNull();
  const shown = () => requirements.getAllByLabelText('Title').map((field) => !field.closest('[hidden]'));
  expect(shown().slice(0, 2)).toEqual([true, false]);
  await press('Move 1 of Requirements down');
  expect(shown().slice(0, 2)).toEqual([false, true]);
  await press('Move 2 of Requirements up');
  await user.type(title as HTMLElement, 'ded');
  const [before] = (await read(browser, 'task-ml')).value.requirements;
  await press('Save');
  await screen.findByText('Saved.');
  expect((await read(browser, 'task-ml')).value.requirements[0]).toEqual({ ...before, title: 'Reworded' });
  await user.click(screen.getByRole('tab', { name: 'Web' }));
  await expect.poll(() => screen.queryByDisplayValue('A new task')).toBeNull();
});

it('registration has domains and departments, and its refusals stand at their fields', async () => {
  const { browser, fill, press } = await open('registration');
  await fill({ 'Departments at registration': '' });
  await fill({ 'Domains of email addresses': 'college edu', 'Departments at registration': 'Physics\nLaw' });
  await press('Save');
  const domains = screen.getByLabelText('Domains of email addresses');
  await expect.poll(() => descriptionOf(domains)).toContain('Must be a domain');
  await expect.poll(() => document.activeElement).toBe(domains);
  await fill({ 'Domains of email addresses': '*.College.edu' });
  await press('Save');
  await screen.findByText('Saved.');
  expect((await read(browser, 'registration')).value).toMatchObject({
    domains: ['*.college.edu'],
    departments: ['Physics', 'Law'],
  });
  preview().getByText(/Please use an email address of college\.edu or a part of it/);
});

describe('dates', () => {
  it('are of the club’s time zone, and are cleared again', async () => {
    const { browser, fill, press } = await open('dates');
    await fill({ 'Time zone': 'Europe/Berlin' });
    await fill({
      'Deadline for submissions': '2026-03-29T23:59',
      'Deadline of Web Development': '2026-03-28T23:59',
    });
    preview().getByText('Due Sat 28 Mar, 23:59');
    await fill({ Registration: 'Closed', 'After the deadline': 'Take no more submissions' });
    await press('Save');
    await screen.findByText('Saved.');
    expect((await read(browser, 'dates')).value).toMatchObject({
      timeZone: 'Europe/Berlin',
      deadline: '2026-03-29T21:59:00.000Z',
      deadlines: { web: '2026-03-28T22:59:00.000Z', android: null },
      ...{ open: false, late: 'closed' },
    });
    await fill({ 'Deadline for submissions': '' });
    await press('Save');
    await screen.findByText('Saved.');
    expect((await read(browser, 'dates')).value.deadline).toBeNull();
  });

  it('are outdated on a page that was loaded with another time zone, which says so', async () => {
    const { portal } = await openPage('/dashboard', { as: member(), env });
    const lead = await signInAdministrator(portal);
    await saveElsewhere(lead, 'dates', { timeZone: 'Asia/Kolkata' });
    await saveElsewhere(lead, 'dates', { timeZone: 'Pacific/Chatham' });
    await screen.findByText(releaseTexts.ready);

    const { browser } = await openPage('/admin/results', { portal, as: lead });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(releaseTexts.ready)).toBeNull();
    await saveElsewhere(browser, 'dates', { timeZone: 'Pacific/Apia' });
    await screen.findByText(releaseTexts.ready);
  });

  it('are refused at the closing if it is before the opening', async () => {
    const { fill, press } = await open('dates');
    await fill({ 'Registration opens': '2026-12-02T10:00', 'Registration closes': '2026-12-01T10:00' });
    await press('Save');
    const closes = screen.getByLabelText('Registration closes');
    await expect.poll(() => descriptionOf(closes)).toBe('Must be after the opening');
    await fill({ 'Registration closes': '2026-12-03T10:00' });
    await press('Save');
    await screen.findByText('Saved.');
    // The page was loaded with another time zone: the browser follows links now, and the router only where it has to ask.
    const followed = vi.fn();
    const link = screen.getByRole('link', { name: 'Registration' });
    window.addEventListener('click', (event) => event.preventDefault(), { capture: true });
    link.addEventListener('click', followed);
    link.click();
    expect(followed).not.toHaveBeenCalled();
    await fill({ 'Registration closes': '2026-12-04T10:00' });
    link.click();
    expect(followed).toHaveBeenCalledOnce();
  });
});

it('an address without a part shows the club, and members get nothing of it', async () => {
  await openPage('/admin/settings', { as: administrator });
  await shortName();
  const tabs = within(screen.getByRole('navigation', { name: 'Settings' }));
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Club');
  await openPage('/admin/settings/club', { as: member() });
  await screen.findByText('Access Denied');
});

it('the history names what was changed, and undoes it', async () => {
  const { browser, press } = await openPage('/admin-dashboard', { as: administrator });
  await saveElsewhere(browser, 'club', {
    shortName: 'ABC',
    terms: (await read(browser, 'club')).value.terms.toReversed(),
  });
  await screen.findByText('Settings changed: Short name: SDC → ABC · Terms');
  await press(/^Undo: /);
  await screen.findByText('Settings changed: Short name: ABC → SDC · Terms');
  expect((await read(browser, 'club')).value.shortName).toBe('SDC');
});
