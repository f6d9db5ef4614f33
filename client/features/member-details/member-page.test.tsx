import { within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import type { Registration } from '#domain/registration.ts';
import { storedMember } from '#tests/helpers/admin-api.ts';
import { confirmEmail, openTestApp, registerPerson, signIn } from '#tests/helpers/app.ts';
import { saveProfile } from '#tests/helpers/email-change.ts';
import { administrator, openPage, screen, takePageClock } from '#tests/pages/page.ts';

/** The administrator's page of a member. */
async function openMember(registration: Partial<Registration> = {}) {
  const portal = await openTestApp('sqlite');
  const person = await registerPerson(portal, { fullName: 'Asha Rao', ...registration });
  const page = await openPage(`/admin/members/${person.uid}`, { portal, as: administrator });
  await screen.findByRole('heading', { level: 1, name: 'Asha Rao' });
  return { ...page, person };
}

describe('editing details', () => {
  it('saves what was changed, of a member without a track, with the reason in the history', async () => {
    const { browser, person, press, fill } = await openMember();
    await press('Edit details');
    await press('Save changes');
    await screen.findByText('A reason is required');
    await fill({ Reason: 'Shown on the student card.' });
    await press('Save changes');
    await screen.findByText('You haven’t changed anything yet.');
    await fill({ 'Student ID': '' });
    await press('Save changes');
    await screen.findByText('Student ID is required');
    await fill({ 'Student ID': '1SD22CS999' });
    await press('Save changes');
    await screen.findByText('The details of Asha Rao were saved.');
    expect(screen.queryByRole('dialog')).toBeNull();
    const stored = await storedMember(browser, person.uid);
    expect(stored).toMatchObject({ studentId: '1SD22CS999', developmentTrack: null });
    await screen.findByText(/student ID: 1SD\w+ → 1SD22CS999 · Reason: Shown on the student card\./);
  });

  it('shows the email that another member has beside its field', async () => {
    const { portal, press, fill } = await openMember();
    const other = await registerPerson(portal);
    await press('Edit details');
    await fill({ 'Email Address': other.registration.email, Reason: 'x' });
    await press('Save changes');
    await screen.findByText('An account with this email address already exists.');
    expect(screen.getByLabelText('Email Address').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows what another administrator has saved meanwhile, and keeps what was typed', async () => {
    const { browser, person, press, fill, network } = await openMember();
    await press('Edit details');
    await fill({ 'Student ID': 'MINE', Reason: 'x' });
    network.hold('GET /api/admin/events');
    const theirs = { studentId: 'THEIRS', contactNumber: '9000000000', reason: 'y' };
    expect((await browser.patch(`/api/admin/members/${person.uid}`, theirs)).status).toBe(200);
    await press('Save changes');
    await screen.findByText(/Someone else has changed this member/);
    await screen.findByText(/Stored now: Student ID “THEIRS”/);
    expect(screen.getByLabelText<HTMLInputElement>('Student ID').value).toBe('MINE');
    expect(screen.getByLabelText<HTMLInputElement>('Contact Number').value).toBe('9000000000');
    await press('Save changes');
    await screen.findByText('The details of Asha Rao were saved.');
    const stored = await storedMember(browser, person.uid);
    expect(stored).toMatchObject({ studentId: 'MINE', contactNumber: '9000000000' });
  });
});

describe('the deadline', () => {
  it('is extended for the member, whose late submission is then in time, and that ends again', async () => {
    const { portal, browser, person, press, fill } = await openMember();
    const panel = within(await screen.findByRole('region', { name: 'Deadline' }));
    await panel.findByText(/No deadline is set/);
    await person.put('/api/me/submission', {
      ...{ githubLink: 'https://github.com/asha/notes', projectDescription: 'Notes' },
    });
    const value = { deadline: '2026-01-10T12:00:00.000Z' };
    await browser.put('/api/admin/settings/dates', { value, version: 0 });
    await panel.findByText('Late');
    panel.getByText(/1[01] Jan, \d\d:\d\d$/);
    expect(panel.getByRole('button', { name: 'Extend' })).toHaveProperty('disabled', true);
    await fill({ 'Extend until': '2099-01-20T12:00' });
    await press('Extend');
    await panel.findByRole('button', { name: 'End the extension' });
    await expect.poll(() => panel.queryByText('Late')).toBeNull();
    const told = (await portal.mails()).filter(({ subject }) => subject.startsWith('Your deadline'));
    expect(told).toMatchObject([{ to: [person.registration.email] }]);
    await press('End the extension');
    await panel.findByText('Late');
  });
});

describe('cannot sign in', () => {
  async function panel() {
    return within(await screen.findByRole('region', { name: 'Cannot sign in?' }));
  }

  it('tells in words what the portal knows', async () => {
    const portal = await openTestApp('sqlite');
    const person = await registerPerson(portal, { fullName: 'Asha Rao' });
    const { email } = person.registration;
    for (let tries = 0; tries < 5; tries += 1)
      await portal.visitor().post('/api/auth/sign-in/email', { email, password: 'wrong' });
    await portal.visitor().post('/api/auth/request-password-reset', { email });
    await portal.mails();
    await openPage(`/admin/members/${person.uid}`, { portal, as: administrator });
    const { findByText } = await panel();
    await findByText(/^Not confirmed/);
    await findByText(/^Must wait until .+ to try again$/);
    await findByText('1 device');
    await findByText(/^Password reset, .*: written to a file, since there is no mail server$/);
  });

  it('says why an email has not been sent yet, within 15 seconds', async () => {
    const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@sdc.example' };
    const portal = await openTestApp('sqlite', { env });
    const person = await registerPerson(portal);
    const clock = takePageClock();
    await openPage(`/admin/members/${person.uid}`, { portal, as: administrator });
    const mail = (await (await panel()).findByText(/: waits to be sent/)).closest('li');
    await portal.deps.outbox.deliverDue();
    await clock.pass(15_000);
    await expect.poll(() => mail?.textContent).toMatch(/^Confirmation of the address, .*ECONNREFUSED/);
  });

  it('makes a link that the member can use, shown once', async () => {
    const { portal, person, press, reload } = await openMember();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
    await press('Copy a reset link');
    const field = await screen.findByLabelText<HTMLInputElement>('Reset link');
    const token = new URL(field.value).searchParams.get('token');
    const body = { token, newPassword: 'from the link' };
    expect((await portal.visitor().post('/api/auth/reset-password', body)).status).toBe(200);
    await signIn(portal, person.registration.email, 'from the link');
    screen.getByText('Copy it from here.');
    await screen.findByText(/An administrator copied a reset link/);
    await reload();
    await screen.findByText(/An administrator copied a reset link/);
    expect(screen.queryByLabelText('Reset link')).toBeNull();
  });

  it('names the newest reset link, and the former address while it can take the account back', async () => {
    const { portal, person, reload } = await openMember();
    const { email } = person.registration;
    await person.put('/api/me/track', { developmentTrack: 'web' });
    await confirmEmail(portal, person.uid);
    expect((await saveProfile(person, { email: `new.${email}` })).status).toBe(200);
    const { press } = await reload();
    await screen.findByText(new RegExp(`^${email} can take the account back until`));
    expect(screen.queryByText(/^The newest one works until/)).toBeNull();
    await press('Copy a reset link');
    await screen.findByText(/^The newest one works until/);
  });

  it('ends all sessions', async () => {
    const { person, press } = await openMember();
    await press('End all sessions');
    await screen.findByText('1 session ended.');
    expect((await person.get('/api/session')).body).toEqual({ user: null });
    await (await panel()).findByText('No device');
    await press('Copy a reset link');
    await screen.findByLabelText('Reset link');
    await screen.findByText('Copied.');
    expect(screen.queryByText('1 session ended.')).toBeNull();
    await press('End all sessions');
    await screen.findByText('There was no session to end.');
    expect(screen.queryByLabelText('Reset link')).toBeNull();
  });

  it('says why it did not work', async () => {
    const { network, person, press } = await openMember();
    network.fail(`POST /api/admin/members/${person.uid}/reset-link`);
    await press('Copy a reset link');
    await screen.findByText(/That didn’t work\. The portal couldn’t be reached/);
  });
});

describe('removing', () => {
  it('takes the typed name, and leads back to the list', async () => {
    const { browser, person, press, fill, address, user } = await openMember();
    expect(screen.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBeNull();
    const visited = window.history.length;
    await press('Remove…');
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('The portal knows of no backup.');
    // No menu opens above a question.
    await user.keyboard('{Control>}k{/Control}');
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Move to Trash' });
    expect(button.disabled).toBe(true);
    await fill({ 'Type “Asha Rao” to confirm': 'Asha' });
    expect(button.disabled).toBe(true);
    expect(screen.queryByRole('combobox', { name: 'Search or jump to' })).toBeNull();
    await fill({ 'Type “Asha Rao” to confirm': 'Asha Rao' });
    await press('Move to Trash');
    await screen.findByText('Asha Rao is in the trash for 30 days.');
    await expect.poll(address).toBe('/admin');
    // Back does not lead to the removed member.
    expect(window.history.length).toBe(visited);
    expect((await browser.get(`/api/admin/members/${person.uid}`)).status).toBe(404);
    await press('Trash');
    await expect.poll(address).toBe('/admin/backups');
    await press('Restore');
    await screen.findByText('Asha Rao is back, with everything.');
    expect((await browser.get(`/api/admin/members/${person.uid}`)).status).toBe(200);
  });

  it('by somebody else is said on the open page', async () => {
    const { browser, person } = await openMember();
    await browser.send('DELETE', `/api/admin/members/${person.uid}`, { body: { confirm: 'Asha Rao' } });
    await screen.findByText('This member was removed');
  });
});

it('leads to a message to this member alone', async () => {
  const { address, user } = await openMember();
  await user.click(screen.getByRole('link', { name: 'Write a message' }));
  await expect.poll(address).toBe('/admin/messages');
  await screen.findByText('1 selected member');
});

it('points out another member with the same student ID, after a registration too', async () => {
  const { portal, person } = await openMember({ studentId: '1SD22CS045' });
  expect(screen.queryByText(/the same student ID/)).toBeNull();
  const twin = await registerPerson(portal, { fullName: 'Ravi Iyer', studentId: '1sd-22-cs-045' });
  await screen.findByText('Another member has the same student ID:');
  const link = await screen.findByRole('link', { name: 'Ravi Iyer' });
  expect(link.getAttribute('href')).toBe(`/admin/members/${twin.uid}`);
  expect((await person.get('/api/me')).text).not.toContain('Ravi');
});
