import { within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { profileDepartments } from '#domain/departments.ts';
import { confirmEmail, registerPerson } from '#tests/helpers/app.ts';
import { changesOf, storedRecord } from '#tests/helpers/records.ts';
import { descriptionOf, member, openPage, screen, textsOf } from '#tests/pages/page.ts';

const saved = 'Profile updated successfully!';
const save = 'PATCH /api/me/profile';
const labels = [
  'Full Name',
  'Email Address',
  'Student ID',
  'Department',
  'Year of Study',
  'Contact Number',
  'Development Track',
];

type Field = HTMLInputElement | HTMLSelectElement;
const field = (label: string): Field => screen.getByLabelText(label);
const described = (label: string) => descriptionOf(field(label));

/** The values that the profile shows, without those of other panels. */
async function facts(): Promise<(string | null)[]> {
  const button = await screen.findByRole('button', { name: 'Edit Profile' });
  const panel = within(button.closest('section') as HTMLElement);
  expect(textsOf(panel.getAllByRole('term'))).toEqual(labels);
  return panel.getAllByRole('definition').map(({ textContent }) => textContent?.trim() ?? null);
}

describe('the profile', () => {
  it('shows when the account was created and updated', async () => {
    const record = { createdAt: '', updatedAt: '2026-03-05T12:07:00.000Z' };
    await openPage('/profile', { as: member({ record }) });
    const block = within(await screen.findByRole('region', { name: 'Account Information' }));
    expect(textsOf(block.getAllByRole('definition'))).toEqual([
      'N/A',
      expect.stringMatching(/^March [56], 2026 at \d\d:\d\d [AP]M$/),
    ]);
  });

  it('shows a spinner until the record is there', async () => {
    const { network } = await openPage('/profile', {
      as: member(),
      bare: true,
      prepare: ({ hold }) => void hold('GET /api/me'),
    });
    await screen.findByText('Loading...');
    network.release('GET /api/me');
    await facts();
  });
});

describe('editing', () => {
  it('keeps and offers a stored department that the list lacks', async () => {
    const stored = 'Computer Science and Design';
    const page = await openPage('/profile', { as: member({ track: 'web' }, { department: stored }) });
    await page.press('Edit Profile');
    await expect.poll(() => document.activeElement).toBe(field('Full Name'));
    // The second click of a double click, where the button was.
    const again = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 });
    screen.getByRole('button', { name: 'Save Changes' }).dispatchEvent(again);
    expect(again.defaultPrevented).toBe(true);
    const options = [...(field('Department') as HTMLSelectElement).options].map(({ text }) => text);
    expect(options).toEqual(['Select your department', stored, ...profileDepartments]);
    await page.fill({ 'Contact Number': '9123456780' });
    await page.press('Save Changes');
    await screen.findByText(saved);
    expect((await facts())[3]).toBe(stored);
  });

  it('leaves empty what a recovery could not know', async () => {
    const record = { studentId: 'Not Set', department: 'Not Set', contactNumber: 'Not Set' };
    const { press } = await openPage('/profile', { as: member({ record }) });
    await press('Edit Profile');
    for (const label of ['Student ID', 'Department', 'Contact Number']) expect(field(label).value).toBe('');
    const options = [...(field('Department') as HTMLSelectElement).options].map(({ text }) => text);
    expect(options).toEqual(['Select your department', ...profileDepartments]);
  });

  it('saves all seven fields, and shows them everywhere', async () => {
    const page = await openPage('/profile', { as: member() });
    const { portal, browser, fill, press } = page;
    await press('Edit Profile');
    const email = `New.${browser.registration.email}`;
    await fill({
      'Full Name': '  Asha Rao Bhat ',
      'Email Address': email,
      'Student ID': '1SD24CS007',
      Department: 'Electronics & Communication',
      'Year of Study': '4th Year',
      'Contact Number': '+91 91234 56780',
      'Development Track': 'Game Development',
    });
    await press('Save Changes');
    expect((await screen.findByText(saved)).closest('[role="status"]')).not.toBeNull();
    expect(await facts()).toEqual([
      'Asha Rao Bhat',
      email.toLowerCase(),
      '1SD24CS007',
      'Electronics & Communication',
      '4th Year',
      '9123456780',
      'Game Development',
    ]);
    await screen.findByText(email.toLowerCase(), { selector: 'header *' });
    expect(await storedRecord(portal.store, browser.uid)).toMatchObject({
      fullName: 'Asha Rao Bhat',
      developmentTrack: 'game',
      yearOfStudy: 4,
    });
    const kinds = (await changesOf(portal.store, browser.uid)).map(({ kind }) => kind);
    expect(kinds).toEqual(['registered', 'profile-saved']);
    expect(Object.keys(localStorage).filter((name) => name.startsWith('draft:'))).toEqual([]);
    await expect.poll(() => document.activeElement?.textContent).toBe('Edit Profile');
  });

  it('shows only the first failure in order, and focuses its field', async () => {
    const { portal, fill, press, network } = await openPage('/profile', { as: member() });
    await press('Edit Profile');
    for (const label of labels) await fill({ [label]: '' });
    const failures = [
      ['Full Name', 'Full name is required', 'Asha R'],
      ['Email Address', 'Email is required', 'asha@students.example'],
      ['Student ID', 'Student ID is required', '1SD24CS008'],
      ['Department', 'Department is required', 'Other'],
      ['Year of Study', 'Year of study is required', '3rd Year'],
      ['Contact Number', 'Contact number is required', '9123456780'],
      ['Development Track', 'Development track is required', 'Web Development'],
    ] as const;
    for (const [label, message, correction] of failures) {
      await press('Save Changes');
      await expect.poll(() => described(label)).toBe(message);
      expect(document.activeElement).toBe(field(label));
      expect(document.querySelectorAll('main [aria-invalid="true"]')).toHaveLength(1);
      await fill({ [label]: correction });
    }
    expect(network.requests).not.toContain(save);
    // The server finds that an email is taken.
    const { email } = (await registerPerson(portal)).registration;
    await fill({ 'Email Address': email });
    await press('Save Changes');
    const taken = 'An account with this email address already exists.';
    await expect.poll(() => described('Email Address')).toBe(taken);
    await expect.poll(() => document.activeElement).toBe(field('Email Address'));
  });

  it('can be cancelled, which restores every field but the track, until that is saved', async () => {
    const { portal, browser, fill, press, network } = await openPage('/profile', {
      as: member({ track: 'android' }),
    });
    const before = await facts();
    await press('Edit Profile');
    await fill({ 'Full Name': 'Somebody Else', 'Email Address': 'nonsense', 'Year of Study': '1st Year' });
    await fill({ 'Development Track': 'Web Development' });
    await press('Save Changes');
    await expect.poll(() => described('Email Address')).toBe('Please enter a valid email address');
    await screen.findByRole('button', { name: 'Save Changes' });
    await press('Cancel');
    expect(await facts()).toEqual(before);
    expect(JSON.stringify({ ...localStorage })).not.toContain('Somebody Else');
    await expect.poll(() => document.activeElement?.textContent).toBe('Edit Profile');
    expect(network.requests).not.toContain(save);

    await press('Edit Profile');
    expect(labels.slice(0, 3).map((label) => field(label).value)).toEqual(before.slice(0, 3));
    expect(field('Development Track').value).toBe('web');
    expect(described('Development Track')).toBe('Not saved yet. Your track is still Android Development.');
    await press('Save Changes');
    await screen.findByText(saved);
    expect(await storedRecord(portal.store, browser.uid)).toMatchObject({
      fullName: 'Asha Rao',
      developmentTrack: 'web',
    });
    await browser.put('/api/me/track', { developmentTrack: 'ml' });
    await screen.findByText('Machine Learning');
    await press('Edit Profile');
    expect(field('Development Track').value).toBe('ml');
  });

  it('asks before it is left, and in a browser that keeps nothing before it is closed', async () => {
    const { fill, press, user, address } = await openPage('/profile', { as: member({ track: 'web' }) });
    const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await press('Edit Profile');
    await fill({ 'Full Name': 'Asha R' });
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await press('Keep Editing');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(field('Full Name').value).toBe('Asha R');
    expect(asksBeforeClosing()).toBe(false);
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    await fill({ 'Full Name': 'Asha Rao B' });
    await expect.poll(asksBeforeClosing).toBe(true);
    await press('Save Changes');
    await screen.findByText(saved);
    await expect.poll(asksBeforeClosing).toBe(false);
    expect(address()).toBe('/profile');
  });

  it('names after a conflict only what was typed here and changed elsewhere', async () => {
    const { portal, browser, network, fill, press } = await openPage('/profile', {
      as: member({ track: 'web' }),
    });
    await press('Edit Profile');
    network.hold('GET /api/me');
    const { fullName, email, studentId, department, yearOfStudy } = browser.registration;
    const elsewhere = { contactNumber: '9000000000', developmentTrack: 'web' };
    const theirs = { fullName, email, studentId, department, yearOfStudy, ...elsewhere };
    await fill({ 'Full Name': 'Asha Bhat', 'Contact Number': '9111111111' });
    expect((await browser.patch('/api/me/profile', theirs)).status).toBe(200);
    await press('Save Changes');
    const conflict = await screen.findByText(/^Stored now: /);
    expect(conflict.textContent).toMatch(/^Stored now: Contact Number “9000000000”\. /);
    await press('Save Changes');
    await screen.findByText(saved);
    expect(await storedRecord(portal.store, browser.uid)).toMatchObject({
      fullName: 'Asha Bhat',
      contactNumber: '9111111111',
    });
  });

  it('says what another track means for a submission', async () => {
    const submission = { githubLink: 'https://github.com/asha/x', projectDescription: 'It works.' };
    const { fill, press } = await openPage('/profile', { as: member({ track: 'web', submission }) });
    await press('Edit Profile');
    await fill({ 'Development Track': 'Game Development' });
    expect(described('Development Track')).toMatch(
      /Your track is still Web Development\. Your submitted project and its review stay as they are/,
    );
  });

  it('asks to confirm another email address', async () => {
    const { fill, press, user, network } = await openPage('/profile', {
      env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@sdc.example' },
      as: async (portal) => {
        const person = await member({ track: 'web' })(portal);
        await confirmEmail(portal, person.uid);
        return person;
      },
    });
    await press('Edit Profile');
    await fill({ 'Email Address': 'another@students.example' });
    // The page asks for the session by itself.
    network.hold('GET /api/me/events');
    network.dropStreams();
    await press('Save Changes');
    await screen.findByText(saved);
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
    await screen.findByText(/^Confirm your email address: open/);
  });

  it('continues after a reload, and can be discarded', async () => {
    const page = await openPage('/profile', { as: member({ track: 'web' }) });
    await page.press('Edit Profile');
    await page.fill({ 'Full Name': 'Asha R.' });
    const again = await page.reload();
    await screen.findByText(/^Your unsaved changes from earlier are back\./);
    expect(field('Full Name').value).toBe('Asha R.');
    await again.press('Discard it');
    expect(screen.queryByText(/^Your unsaved changes from earlier are back\./)).toBeNull();
    expect(field('Full Name').value).toBe('Asha Rao');
  });
});

it('the choice of emails is saved immediately, and reverted if that fails', async () => {
  const { browser, user, network } = await openPage('/profile', {
    as: member(),
    prepare: (next) => void next.hold('GET /api/me/mail-settings'),
  });
  const box = await screen.findByRole('checkbox', { name: 'Email me when my submission is reviewed' });
  expect(box).toHaveProperty('disabled', true);
  network.release('GET /api/me/mail-settings');
  await expect.poll(() => (box as HTMLInputElement).disabled).toBe(false);
  const held = network.hold('PUT /api/me/mail-settings');
  await user.click(box);
  await held.sent;
  expect(box).toHaveProperty('checked', false);
  held.release();
  await expect
    .poll(async () => (await browser.get('/api/me/mail-settings')).body)
    .toEqual({ reviewMails: false, groupMessages: true });
  await expect.poll(() => box).toHaveProperty('checked', false);
  const other = screen.getByRole('checkbox', { name: /messages from the club/ });
  expect(other).toHaveProperty('checked', true);
  await user.click(other);
  await expect
    .poll(async () => (await browser.get('/api/me/mail-settings')).body)
    .toEqual({ reviewMails: false, groupMessages: false });
  await expect.poll(() => box).toHaveProperty('disabled', false);
  network.fail('PUT /api/me/mail-settings');
  await user.click(box);
  expect((await screen.findByRole('alert')).textContent).toContain('Your choice wasn’t saved.');
  expect(box).toHaveProperty('checked', false);
});
