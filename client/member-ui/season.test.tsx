import { describe, expect, it } from 'vitest';
import { type Dates, noDates } from '#domain/date-settings.ts';
import { moment } from '#domain/days.ts';
import { confirmEmail, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { hoursFromNow, saveSettings } from '#tests/helpers/settings.ts';
import type { Progress } from '#tests/helpers/signed-in-member.ts';
import { administrator, member, openPage, screen, textsOf } from '#tests/pages/page.ts';

const submission = { githubLink: 'https://github.com/asha-rao/board', projectDescription: 'A board.' };
const submitted: Progress = { track: 'web', taskDone: true, submission };
const written = { 'GitHub Link (optional)': submission.githubLink, Message: 'A board.' };
const due = (time: string) => `Due ${moment(time, 'UTC')}`;

function saveDates(portal: TestApp, given: Partial<Dates>) {
  return saveSettings(portal, 'dates', { timeZone: 'UTC', ...given });
}

/** A member of a club with these dates. */
function memberWith(dates: Partial<Dates>, progress: Progress = { track: 'web' }) {
  return async (portal: TestApp) => {
    const person = await member(progress)(portal);
    await saveDates(portal, dates);
    return person;
  };
}

function statusCard(): (string | null)[] {
  return textsOf([...screen.getByRole('region', { name: 'Task Status' }).querySelectorAll('dd')]);
}

describe('the deadline', () => {
  it('is said on each page with the time left, in place of “Flexible” for the tracks that have one', async () => {
    const ml = hoursFromNow(72);
    const { portal, browser } = await openPage('/user-tasks', {
      as: memberWith({ deadlines: { ...noDates.deadlines, ml } }),
    });
    await screen.findByRole('region', { name: 'Task Status' });
    expect(statusCard()).toEqual(['Active', 'Flexible', 'Intermediate']);
    await saveDates(portal, { deadlines: { ...noDates.deadlines, web: ml } });
    await expect.poll(statusCard).toEqual(['Active', `${due(ml)} · in 3 days`, 'Intermediate']);
    for (const path of ['/dashboard', '/timeline', '/user-tasks']) {
      await openPage(path, { portal, as: browser });
      await screen.findByText(due(ml));
      screen.getByText('in 3 days');
    }
  });

  it('is said on /tasks to everybody, by track', async () => {
    const [web, ml] = [hoursFromNow(72), hoursFromNow(-24)];
    const { portal } = await openPage('/tasks');
    await screen.findByRole('region', { name: 'Task Status' });
    expect(statusCard()).toEqual(['Active', 'Flexible', 'Intermediate']);
    await saveDates(portal, { deadlines: { ...noDates.deadlines, web, ml } });
    const page = await openPage('/tasks', { portal });
    await screen.findByText(due(web));
    expect(statusCard()).toEqual(['Active', `${due(web)} · in 3 days`, 'Intermediate']);
    await page.user.click(screen.getByRole('tab', { name: 'Machine' }));
    await expect.poll(statusCard).toEqual(['Active', `${due(ml)} · late, but still open`, 'Intermediate']);
    await page.user.click(screen.getByRole('tab', { name: 'Game' }));
    await expect.poll(statusCard).toEqual(['Active', 'Flexible', 'Intermediate']);
  });

  it('is said on /tasks to a member as their own, where it is extended', async () => {
    const deadline = hoursFromNow(24);
    const { portal, browser } = await openPage('/tasks', { as: memberWith({ deadline }) });
    await screen.findByText(due(deadline));
    const until = hoursFromNow(72);
    const lead = await signInAdministrator(portal);
    await lead.put(`/api/admin/members/${browser.uid}/extension`, { until });
    await screen.findByText(due(until));
    screen.getByText('Your own deadline');
  });

  it('follows the settings and an extension while the page is open', async () => {
    const { portal, browser } = await openPage('/dashboard', { as: member({ track: 'web' }) });
    await screen.findByText('2 of 4 steps completed');
    expect(screen.queryByText(/^Due /)).toBeNull();
    await saveDates(portal, { deadline: hoursFromNow(-1), late: 'closed' });
    await screen.findByText('closed');
    const until = hoursFromNow(48);
    const lead = await signInAdministrator(portal);
    await lead.put(`/api/admin/members/${browser.uid}/extension`, { until });
    await screen.findByText(due(until));
    screen.getByText('Your own deadline');
  });

  it('is over: projects are refused before they are typed, and what was typed is kept', async () => {
    const page = await openPage('/contact', { as: memberWith({ deadline: hoursFromNow(1) }) });
    await screen.findByText(/^Due /);
    await page.fill(written);
    const held = page.network.hold('GET /api/me/season');
    await saveDates(page.portal, { deadline: hoursFromNow(-1), late: 'closed' });
    await page.press('Submit Project');
    expect((await screen.findByRole('alert')).textContent).toMatch(/The deadline for submissions was/);
    expect(screen.getByLabelText('Message')).toHaveProperty('value', 'A board.');
    held.release();
    await screen.findByText(/Projects can’t be submitted any more, but questions can/);
    expect(screen.queryByText('You’re submitting a project')).toBeNull();
    await page.user.click(screen.getByRole('radio', { name: 'Question' }));
    await page.user.clear(screen.getByLabelText('GitHub Link (optional)'));
    await expect.poll(() => screen.queryByText(/Projects can’t be submitted/)).toBeNull();
    await page.press('Send Message');
    await screen.findByText('Message sent');
  });

  it('has passed where projects are only marked: their author learns that theirs is late', async () => {
    const { fill, press, user } = await openPage('/contact', {
      as: memberWith({ deadline: hoursFromNow(-1) }),
    });
    await screen.findByText(/You can still submit, and your project is marked as late/);
    await fill(written);
    await press('Submit Project');
    await screen.findByText('It came after the deadline, so it’s marked as late.');
    await user.click(screen.getByRole('link', { name: 'View Timeline' }));
    expect((await screen.findAllByText(/submitted late$/)).length).toBeGreaterThan(0);
  });

  it('has passed for a second version: the list and the desk say so, and that the first stays valid', async () => {
    const page = await openPage('/contact', { as: memberWith({}, submitted) });
    const { portal, browser } = page;
    const first = { submittedAt: hoursFromNow(-2) };
    await portal.store.db.updateTable('members').set(first).execute();
    await portal.store.db.updateTable('changes').set({ at: first.submittedAt }).execute();
    await saveDates(portal, { deadline: hoursFromNow(-1) });
    await screen.findByText(/marked as late\. The version that you sent in time stays valid\./);
    await browser.put('/api/me/submission', { ...submission, projectDescription: 'Another.' });
    await openPage('/admin-dashboard', { as: administrator, portal });
    await screen.findAllByText('Late, after a version in time');
    await openPage(`/admin/review?member=${browser.uid}`, { as: administrator, portal });
    await screen.findByText('Late, after a version in time');
    expect(screen.queryByText('Late')).toBeNull();
    await saveDates(portal, { deadline: hoursFromNow(-3) });
    await screen.findAllByText('Late');
  });

  it('leaves the administrator alone', async () => {
    const { portal } = await openPage('/contact', { as: administrator });
    await saveDates(portal, { deadline: hoursFromNow(-1), late: 'closed' });
    await screen.findByRole('radio', { name: 'Question' });
    expect(screen.queryByText(/deadline/)).toBeNull();
  });
});

it('a submission after a closed deadline is not offered to be edited', async () => {
  const { portal } = await openPage('/contact', { as: member(submitted) });
  await screen.findByRole('link', { name: 'Edit submission' });
  await saveDates(portal, { deadline: hoursFromNow(-1), late: 'closed' });
  await expect.poll(() => screen.queryByRole('link', { name: 'Edit submission' })).toBeNull();
});

it('feedback after a closed deadline does not invite to submit again', async () => {
  const record = { feedback: 'Please add tests.', feedbackAt: '2026-10-30T09:00:00.000Z' };
  const { portal } = await openPage('/dashboard', { as: member({ ...submitted, record }) });
  await screen.findByText(/You can submit an improved version at any time/);
  await saveDates(portal, { deadline: hoursFromNow(-1), late: 'closed' });
  await expect.poll(() => screen.queryByText(/improved version/)).toBeNull();
});

it.each(['/dashboard', '/timeline'])(
  'the day of results is on %s from the submission on, and says when it has moved',
  async (path) => {
    const hearBy = hoursFromNow(1);
    const { portal, browser, reload } = await openPage(path, {
      as: memberWith({ hearBy }, { track: 'web', taskDone: true }),
    });
    await screen.findByText(/of 4 steps completed/);
    expect(screen.queryByText(/hear from us/)).toBeNull();
    await browser.put('/api/me/submission', submission);
    await screen.findByText(`You’ll hear from us by ${moment(hearBy, 'UTC')}.`);
    // As when the day passes.
    await portal.store.db
      .updateTable('members')
      .set({ submittedAt: hoursFromNow(-5) })
      .execute();
    await saveDates(portal, { hearBy: hoursFromNow(-2) });
    await screen.findByText(/^You were to hear from us by .* This has moved/);
    const later = hoursFromNow(50);
    await saveDates(portal, { hearBy: later });
    await screen.findByText(`This has moved: you’ll hear from us by ${moment(later, 'UTC')}.`);
    await reload();
    await screen.findByText(/^This has moved/);
  },
);

it('an address that has to be confirmed first is said before, and what was typed is kept', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@sdc.example' };
  const page = await openPage('/contact', { as: member({ track: 'web' }), env });
  const { portal, browser, fill, press } = page;
  await fill(written);
  const held = page.network.hold('GET /api/me/season');
  await saveSettings(portal, 'registration', { confirmedOnly: true });
  await press('Submit Project');
  expect((await screen.findByRole('alert')).textContent).toMatch(/Confirm your email address before/);
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'A board.');
  held.release();
  await screen.findByText(/^Confirm your email address before you submit a project: open the link/);
  await press('Send the link again');
  await screen.findByText(/We’ve sent you a new link/);
  await confirmEmail(portal, browser.uid);
  await press('Send the link again');
  await expect.poll(() => screen.queryByText(/: open the link in the email/)).toBeNull();
  await press('Submit Project');
  await screen.findByText('Project submitted');
});

it('the FAQ says until when registration is open, in place of what the club says without dates', async () => {
  const { portal, reload } = await openPage('/contact', { as: member() });
  await screen.findByText(/^Yes, recruitment is ongoing/);
  await saveDates(portal, { open: false });
  await reload();
  const questions = await screen.findByRole('region', { name: 'Frequently Asked Questions' });
  expect(questions.textContent).toContain('Is recruitment still open?Registration is closed.');
  expect(questions.textContent).not.toContain('recruitment is ongoing');
});

it('the lead sees what is left in the week before the day of results, and when it has passed', async () => {
  const { portal } = await openPage('/admin-dashboard', {
    as: async (portal) => {
      await member(submitted)(portal);
      return administrator(portal);
    },
  });
  await screen.findByRole('heading', { name: 'Admin Dashboard' });
  await saveDates(portal, { hearBy: hoursFromNow(8 * 24) });
  await saveDates(portal, { hearBy: hoursFromNow(6 * 24) });
  await screen.findByText(/^Members hear about their results by .*, in 6 days\./);
  const review = await screen.findByRole('link', { name: '1 submission to review' });
  expect(review.getAttribute('href')).toBe('/admin/review');
  screen.getByText('Members hear the result');
  screen.getByRole('link', { name: '1 without a result' });
  await saveDates(portal, { hearBy: hoursFromNow(-1) });
  await screen.findByText(/They see that this has moved\./);
  await saveDates(portal, { hearBy: hoursFromNow(8 * 24) });
  await expect.poll(() => screen.queryByText(/about their results/)).toBeNull();
});
