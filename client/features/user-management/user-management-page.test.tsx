import { within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { accountMessages } from '#domain/accounts.ts';
import { adminMessages, submissionTable } from '#domain/admin.ts';
import { removalCap } from '#domain/member-account.ts';
import { storedMember } from '#tests/helpers/admin-api.ts';
import { registerPerson } from '#tests/helpers/app.ts';
import { newRecord } from '#tests/helpers/made-records.ts';
import { decide } from '#tests/helpers/results.ts';
import { administratorOf, member, memberLinks, openPage, screen } from '#tests/pages/page.ts';

/** The user table with three members, the last registered first. */
function openTable(query = '') {
  const people = [
    { uid: 'a', fullName: 'Asha Rao', developmentTrack: 'web', taskCompleted: true, studentId: '1SD22CS045' },
    { uid: 'b', fullName: 'Bina Rao', developmentTrack: 'web', studentId: '1sd-22-cs-045' },
    { uid: 'c', fullName: 'Chitra Rao', studentId: '' },
  ] as const;
  const at = (index: number) => new Date(Date.UTC(2026, 8, 1, 9, index)).toISOString();
  const records = people.map((person, index) => newRecord({ ...person, createdAt: at(index) }));
  return openPage(`/admin${query}`, { as: administratorOf(...records) });
}

/** The first names in the table. */
const shown = () => memberLinks().map((link) => link.textContent?.trim().split(' ')[0]);

describe('the sign-in form', () => {
  it('is what a member sees', async () => {
    await openPage('/admin', { as: member() });
    await screen.findByLabelText('Password');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('mails a reset link, and says that it is being sent', async () => {
    const { fill, press, network } = await openPage('/admin');
    await fill({ Email: 'lead@club.example' });
    const held = network.hold('POST /api/auth/request-password-reset');
    await press('Forgot your password?');
    await screen.findByRole('button', { name: 'Sending the email...' });
    held.release();
    await screen.findByText(accountMessages.resetSent);
    await screen.findByRole('button', { name: 'Forgot your password?' });
  });

  it('rejects the valid credentials of a member, who stays signed out', async () => {
    const { portal, browser, fill, press } = await openPage('/admin');
    const { registration } = await registerPerson(portal);
    await fill({ Email: registration.email, Password: registration.password });
    await press('Sign In');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Invalid credentials. Please check your email and password.',
    );
    expect((await browser.get('/api/session')).body).toEqual({ user: null });
  });
});

it('forgets the selection when the filter changes, so that no action reaches members out of sight', async () => {
  const { user, press } = await openTable();
  await press('Select');
  await user.click(await screen.findByRole('checkbox', { name: 'Select Asha Rao' }));
  await screen.findByText('1 member selected');
  await user.type(screen.getByLabelText(/^Search by name/), 'Bina');
  await expect.poll(shown).toEqual(['Bina']);
  await expect.poll(() => screen.queryByText('1 member selected')).toBeNull();
});

it('clears the selection with each outcome, so that a member who has left the view gets no other one', async () => {
  const { user, press, portal } = await openTable('?outcome=none');
  await press('Select');
  await user.click(await screen.findByRole('checkbox', { name: 'Select Asha Rao' }));
  await press('Set outcome');
  await press('Set waitlisted');
  await expect.poll(shown).toEqual(['Chitra', 'Bina']);
  await screen.findByText('Select members to review them together');
  await user.click(screen.getByRole('checkbox', { name: 'Select Bina Rao' }));
  await screen.findByText('1 member selected');
  await press('Set outcome');
  await press('Set not selected');
  await expect.poll(shown).toEqual(['Chitra']);
  const outcomes = await portal.store.db
    .selectFrom('outcomes')
    .select(['uid', 'outcome'])
    .orderBy('uid')
    .execute();
  expect(outcomes).toEqual([
    { uid: 'a', outcome: 'waitlisted' },
    { uid: 'b', outcome: 'not-selected' },
  ]);
});

it('says that selected members have left the view, and deselects them', async () => {
  const { user, press, browser } = await openTable('?outcome=none');
  await screen.findByText('Live');
  await press('Select');
  for (const name of ['Asha Rao', 'Bina Rao', 'Chitra Rao'])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  expect(screen.queryByText(/not shown/)).toBeNull();
  await decide(browser, ['a'], 'waitlisted');
  await screen.findByText('1 selected member is not shown');
  await decide(browser, ['b'], 'waitlisted');
  await screen.findByText('2 selected members are not shown');
  // Whatever is done reaches all three, so it names all three.
  await press('More actions');
  await press('Remove 3 members...');
  await screen.findByRole('heading', { name: 'Remove 3 members?' });
  await press('Keep them');
  await press('Deselect these');
  await screen.findByText('1 member selected');
  expect(screen.queryByText(/not shown/)).toBeNull();
});

it('leads to a message and an email to the selected members alone, also after leaving it', async () => {
  const { user, press, fill, address, portal } = await openTable();
  await press('Select');
  for (const name of ['Asha Rao', 'Bina Rao'])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await press('Write to members');
  await screen.findByText('2 selected members');
  await fill({ Message: 'The room has changed.' });
  await user.click(screen.getByRole('link', { name: 'Results' }));
  await screen.findByRole('heading', { name: 'Results' });
  await user.click(screen.getByRole('link', { name: 'Messages' }));
  await screen.findByText('We’ve kept what you typed.');
  expect(address()).toBe('/admin/messages');
  await screen.findByText('2 selected members');
  await screen.findByText('2 members');
  await user.click(await screen.findByLabelText('Also send it by email'));
  await press('Send...');
  await press('Send to 2 members');
  await screen.findByText('The message was sent to 2 members.');
  for (const table of ['group_message_recipients', 'mail_outbox'] as const) {
    const sent = await portal.store.db.selectFrom(table).select('uid').orderBy('uid').execute();
    expect(sent).toEqual([{ uid: 'a' }, { uid: 'b' }]);
  }
  await screen.findByText('Everyone', { selector: 'strong' });
});

it('leads to a message to the members of a filter, also after leaving it', async () => {
  const { user, fill, press, reload } = await openTable('?track=web&q=Bina');
  await press('More');
  await user.click(await screen.findByRole('link', { name: 'Write to members' }));
  await screen.findByText('“Bina”, Web Development');
  await fill({ Message: 'The room has changed.' });
  await user.click(screen.getByRole('link', { name: 'Results' }));
  await screen.findByRole('heading', { name: 'Results' });
  await user.click(screen.getByRole('link', { name: 'Messages' }));
  await screen.findByText('We’ve kept what you typed.');
  await screen.findByText('“Bina”, Web Development');
  await screen.findByText('1 member');
  await reload();
  await screen.findByText('“Bina”, Web Development');
});

it('moves between rows by arrow keys, but not with a modifier, and says when it may be outdated', async () => {
  const { user, network } = await openTable();
  await expect.poll(shown).toHaveLength(3);
  const links = memberLinks();
  links[0]?.focus();
  for (const modifier of ['Alt', 'Control', 'Meta']) {
    await user.keyboard(`{${modifier}>}{ArrowDown}{/${modifier}}`);
    expect(document.activeElement, modifier).toBe(links[0]);
  }
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(links[1]);
  network.goOffline();
  await screen.findByText(adminMessages.subscriptionFailed);
});

it('selects the rows between two clicks with Shift', async () => {
  const { user, press } = await openTable();
  await press('Select');
  const boxes = await screen.findAllByRole('checkbox', { name: /^Select \w+ Rao/ });
  await user.click(boxes[0] as HTMLElement);
  await user.keyboard('{Shift>}');
  await user.click(boxes[2] as HTMLElement);
  await user.keyboard('{/Shift}');
  await screen.findByText('3 members selected');
  expect(screen.getByLabelText<HTMLInputElement>('Select loaded rows').checked).toBe(true);
  await user.click(boxes[1] as HTMLElement);
  const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
  await press('More actions');
  await press('Copy email addresses');
  await expect.poll(() => screen.queryAllByRole('alert')).toHaveLength(1);
  refused.mockRestore();
  await press('Copy email addresses');
  await screen.findByText('2 email addresses copied.');
  expect(await navigator.clipboard.readText()).toBe('c@students.example; a@students.example');
  await press('Clear');
  await screen.findByText('Select members to review them together');
  await user.click(boxes[0] as HTMLElement);
  await screen.findByText('1 member selected');
  // Closing it selects nobody.
  await press('Select');
  await press('Select');
  await screen.findByText('Select members to review them together');
});

it('names those who share a student ID, and leads to them', async () => {
  const { user, address } = await openTable();
  await user.click(await screen.findByRole('link', { name: '2 share a student ID' }));
  await expect.poll(address).toBe('/admin?sameStudentId=true');
  await expect.poll(shown).toEqual(['Bina', 'Asha']);
});

it('lets a mark be removed that is left without a project, and sets none', async () => {
  const { browser, user, press } = await openPage('/admin', {
    as: administratorOf(newRecord({ uid: 'a', graded: true })),
  });
  await press('Columns');
  for (const label of ['Reviewed', 'Graded']) await user.click(screen.getByLabelText(label));
  const graded = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Graded: / });
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Reviewed: / }).disabled).toBe(true);
  await user.click(graded);
  await expect.poll(() => storedMember(browser, 'a')).toMatchObject({ graded: false });
  await expect.poll(() => graded.disabled).toBe(true);
});

it('asks for the number of those who are to be removed, and removes them together', async () => {
  const { portal, user, press, fill, network } = await openTable();
  await press('Select');
  for (const name of ['Asha Rao', 'Bina Rao'])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await press('More actions');
  await press('Remove 2 members...');
  await screen.findByRole('heading', { name: 'Remove 2 members?' });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Move to Trash' });
  await fill({ 'Type 2 to confirm': '3' });
  expect(button.disabled).toBe(true);
  await fill({ 'Type 2 to confirm': '2' });
  const repair = network.fail('DELETE /api/admin/members');
  await press('Move to Trash');
  await screen.findByText(/The portal couldn’t be reached/);
  repair();
  // The page asks for the list by itself.
  network.hold('GET /api/admin/events');
  network.dropStreams();
  await press('Move to Trash');
  await screen.findByText('2 members are in the trash for 30 days.');
  await expect.poll(shown).toEqual(['Chitra']);
  const left = await portal.store.db.selectFrom('members').select('fullName').execute();
  expect(left).toEqual([{ fullName: 'Chitra Rao' }]);
});

it('cuts a long name at its end, from right to left too', async () => {
  const fullName = 'فاطمة الزهراء بنت عبد الرحمن';
  await openPage('/admin', { as: administratorOf(newRecord({ fullName })) });
  const cell = (await screen.findByText(fullName)).closest('td');
  expect([cell?.dir, cell?.nextElementSibling?.getAttribute('dir')]).toEqual(['auto', null]);
});

it('tells apart two of one name before it removes one', async () => {
  const records = ['1SD22CS001', '1SD22CS002', '1SD22CS003'].map((studentId, index) =>
    newRecord({ uid: `p${index}`, studentId, fullName: index < 2 ? 'Asha Rao' : 'Bina Rao' }),
  );
  const { press, reload } = await openPage('/admin', { as: administratorOf(...records) });
  await press('Select');
  await press('Select all 3');
  await press('More actions');
  await press('Remove 3 members...');
  const question = within(await screen.findByRole('dialog'));
  for (const { fullName, email, studentId } of records)
    await question.findByText(`${fullName}, ${email}, ${studentId}`);
  await question.findByText('2 of them are called Asha Rao.');
  window.history.replaceState(null, '', '/admin/members/p0');
  await reload();
  await press('Remove…');
  await screen.findByText(`Asha Rao, ${records[0]?.email}, 1SD22CS001`);
  await screen.findByText(/^1 other member has the same name/);
});

it('hands over a reset link, and corrects the address, where no email arrives', async () => {
  const empty = await openTable('?address=refused');
  const { portal } = empty;
  await screen.findByText('No users match');
  const refused = { email: 'a@students.example', uid: 'a', at: '2026-09-01', reason: '550' };
  await portal.store.db.insertInto('refused_addresses').values(refused).execute();
  const { press, fill, user, reload } = await empty.reload();
  await expect.poll(shown).toEqual(['Asha']);
  await press('Copy a reset link for a@students.example');
  await screen.findByText(/^A reset link for a@students\.example is copied/);
  expect(await navigator.clipboard.readText()).toContain('/reset-password?token=');
  await user.click(screen.getByRole('link', { name: 'Correct a@students.example' }));
  await fill({ 'Email Address': 'asha@students.example', Reason: 'Mistyped' });
  await press('Save changes');
  await screen.findByText('The details of Asha Rao were saved.');
  await portal.store.db
    .insertInto('mail_outbox')
    .values({
      ...{ id: 'refused', uid: 'a', kind: 'result', topic: 'result', lane: 1, state: 'refused' },
      ...{ createdAt: '2026-09-01', dueAt: '2026-09-01' },
    })
    .execute();
  const again = await reload();
  await again.press('Send Refused Emails Again');
  await expect.poll(() => screen.queryByRole('button', { name: 'Send Refused Emails Again' })).toBeNull();
});

it('refuses to remove more members together than are allowed', async () => {
  const records = Array.from({ length: removalCap + 1 }, () => newRecord());
  const { press, fill } = await openPage('/admin', { as: administratorOf(...records) });
  await press('Select');
  await press(`Select all ${removalCap + 1}`);
  await press('More actions');
  await press(/^Remove 201 members/);
  await screen.findByText(/^At most 200 members/);
  await fill({ [`Type ${removalCap + 1} to confirm`]: String(removalCap + 1) });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move to Trash' }).disabled).toBe(true);
});

describe('the view', () => {
  const headings = () =>
    screen.getAllByRole('columnheader').map((heading) => heading.textContent?.replace(/,.*/, ''));
  const spec = ['Full Name', 'Email', 'Year', 'Department', 'Student ID', 'Contact', 'Development Track'];

  it('is searched, filtered and sorted, and stands in the address', async () => {
    const { user, press, reload } = await openTable();
    await expect.poll(shown).toEqual(['Chitra', 'Bina', 'Asha']);
    await press(/^Full Name/);
    await expect.poll(shown).toEqual(['Asha', 'Bina', 'Chitra']);
    await press(/^Full Name/);
    await expect.poll(shown).toEqual(['Chitra', 'Bina', 'Asha']);
    expect(screen.getAllByRole('columnheader')[0]?.getAttribute('aria-sort')).toBe('descending');
    const visited = window.history.length;
    await user.type(screen.getByLabelText(/^Search/), 'rao ');
    await screen.findByText('3 users match');
    // The space stays: another word may follow.
    expect(screen.getByLabelText<HTMLInputElement>(/^Search/).value).toBe('rao ');
    await press('Add filter');
    await user.selectOptions(await screen.findByLabelText('Track'), 'Web Development');
    await screen.findByText('2 users match');
    await user.selectOptions(screen.getByLabelText('Filter by'), 'Steps done');
    await user.selectOptions(screen.getByLabelText('Steps done'), '3 of 4');
    await expect.poll(shown).toEqual(['Asha']);
    // Back leaves the list.
    expect(window.history.length).toBe(visited);
    const again = await reload();
    await screen.findByText('1 user matches');
    expect(screen.getByLabelText<HTMLInputElement>(/^Search/).value).toBe('rao');
    await again.press('More');
    expect(screen.getByRole('link', { name: 'Write to members' }).getAttribute('href')).toBe(
      '/admin/messages?q=rao&track=web&step=3',
    );
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
      '/api/admin/members.csv?q=rao&track=web&step=3&sort=fullName&dir=desc',
    );
    await again.press('Remove the filter Steps done: 3 of 4');
    await screen.findByText('2 users match');
    await again.press('Clear all');
    await expect.poll(again.address).toBe('/admin?sort=fullName');
    await screen.findByText('3 users');
    expect(screen.getByLabelText<HTMLInputElement>(/^Search/).value).toBe('');
  });

  it('is there again on the way back from a member', async () => {
    const { user, address } = await openTable('?q=asha');
    await user.click(await screen.findByRole('link', { name: /Asha Rao/ }));
    await user.click(await screen.findByRole('link', { name: 'Back to User Management' }));
    await expect.poll(address).toBe('/admin?q=asha');
  });

  it('shows and remembers the chosen columns, without those that are unknown', async () => {
    const { user, press, reload } = await openTable();
    await press('Columns');
    await user.click(screen.getByLabelText('Department'));
    await user.click(screen.getByLabelText('Steps Done'));
    const chosen = [...spec.filter((name) => name !== 'Department'), 'Steps Done'];
    await expect.poll(headings).toEqual(chosen);
    const again = await reload();
    await expect.poll(headings).toEqual(chosen);
    await again.press('Columns');
    (await screen.findByRole('button', { name: 'Reset' })).focus();
    await again.user.keyboard('{Escape}');
    await expect.poll(() => screen.queryByRole('button', { name: 'Reset' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Columns');
    await again.press('Columns');
    await again.press('Reset');
    await expect.poll(headings).toEqual(spec);
    screen.getByLabelText(/^Search by name/).focus();
    await expect.poll(() => screen.queryByRole('button', { name: 'Reset' })).toBeNull();
    expect(window.localStorage.getItem('columns:users')).toBeNull();
    window.localStorage.setItem('columns:users', JSON.stringify(['graded', 'shoeSize', 'email']));
    await again.reload();
    await expect.poll(headings).toEqual(['Email', 'Graded']);
  });

  it('is remembered for its own table', async () => {
    const { user, press, address } = await openTable();
    await press('Columns');
    await user.click(screen.getByLabelText('Department'));
    await expect.poll(headings).not.toContain('Department');
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('heading', { name: 'Project Submissions' });
    // After the days of the chart.
    await expect.poll(() => headings().slice(2, 7)).toEqual([...submissionTable.columns]);
    expect(address()).toBe('/admin-dashboard');
  });

  it('says that nothing matches, and leads back to all', async () => {
    const { press } = await openTable('?q=nobody');
    await screen.findByText('No users match');
    await press('Clear search and filters');
    await expect.poll(shown).toHaveLength(3);
  });
});
