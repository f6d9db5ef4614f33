import { within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { addDays, dayOf, inTimeZone, momentOf } from '#domain/days.ts';
import { applyDueCorrections } from '#server/results/correct-result.ts';
import { writeState } from '#server/store/portal-state.ts';
import { saveReview } from '#tests/helpers/admin-api.ts';
import { portalUrl, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { addRecords, newRecord, submittedRecord } from '#tests/helpers/made-records.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import {
  correct,
  decide,
  inMinutes,
  makeCorrectionsDue,
  planCorrection,
  releaseNow,
  resultsOf,
} from '#tests/helpers/results.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { administratorOf, member, openPage, screen, takePageClock, textsOf } from '#tests/pages/page.ts';

const project = { githubLink: 'https://github.com/asha/project', projectDescription: 'A project.' };
const unreachable = /The portal couldn’t be reached/;

/** The administrator, who has selected this member. */
async function select(portal: TestApp, uid: string) {
  const admin = await signInAdministrator(portal);
  await decide(admin, [uid], 'selected');
  return admin;
}

/** Six in the evening in some days, as a browser's field for day and time has it. */
function typedMoment(days: number): string {
  return `${addDays(dayOf(Date.now(), 'Asia/Kolkata'), days)}T18:00`;
}

/** The next day on which clocks go forward past half past two in one of two zones, on either half of the earth. */
function nextSkip(): { zone: string; day: string } {
  const zones = ['America/New_York', 'Australia/Sydney'];
  for (let ahead = 1; ; ahead += 1) {
    const day = addDays(dayOf(Date.now(), 'UTC'), ahead);
    const zone = zones.find(
      (one) => !inTimeZone(new Date(momentOf(`${day}T02:30`, one)).toISOString(), one).includes('T02:30'),
    );
    if (zone) return { zone, day };
  }
}

const mailServer = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@sdc.example' };

describe('/admin/results', () => {
  async function openResults(variables: Record<string, string> = mailServer) {
    const env = { TIME_ZONE: 'Asia/Kolkata', ...variables };
    const asha = submittedRecord({ uid: 'asha', fullName: 'Asha Rao' });
    const ravi = newRecord({ uid: 'ravi', fullName: 'Ravi Iyer' });
    const page = await openPage('/admin/results', { as: administratorOf(asha, ravi), env });
    await decide(page.browser, ['asha'], 'selected');
    await screen.findByText(/^1 member without an outcome/);
    return page;
  }

  const ask = (press: (name: string) => Promise<void>) => press('Release...');
  const releasedAt = async (browser: Visitor) => (await resultsOf(browser)).rounds[0]?.releasedAt ?? null;

  it('shows counts and warnings, and releases after a question', async () => {
    const { browser, press, network } = await openResults();
    screen.getByText(/^1 submission not reviewed yet/);
    const table = within(screen.getByRole('table', { name: 'Members by track and outcome' }));
    expect(table.getByRole('row', { name: /^Web Dev/ }).textContent).toBe('Web Dev1000101');
    expect(table.getByRole('row', { name: /^Total/ }).textContent).toBe('Total1001102');
    await ask(press);
    const question = within(await screen.findByRole('dialog', { name: 'Release the results?' }));
    await question.findByText(/^1 member will see their result immediately and get an email/);
    question.getByText('1 member without an outcome');
    question.getByText('1 submission not reviewed');
    expect(await releasedAt(browser)).toBeNull();
    await press('Release them');
    await screen.findByText(/^Released on/);
    expect(await releasedAt(browser)).not.toBeNull();
    screen.getByText(/^1 member without an outcome/);
    expect(screen.queryByText(/not reviewed yet/)).toBeNull();
    await screen.findByText('0 of 1 email sent');
    const repair = network.fail('PATCH /api/admin/results/emails');
    await press('Stop Emails');
    await screen.findByText(unreachable);
    repair();
    await press('Stop Emails');
    await screen.findByText('1 email is stopped.');
    await press('Continue Emails');
    await screen.findByText(/1 email waits/);
  });

  it('promises and reports no email without a mail server', async () => {
    const { portal, press } = await openResults({});
    await ask(press);
    await screen.findByText(/No emails are sent, because this portal has no mail server/);
    await press('Release them');
    await screen.findByText(/^Released on/);
    await portal.deps.outbox.deliverDue();
    await screen.findByText(/^This portal has no mail server: 1 email is only saved as a file/);
    expect(screen.queryByText(/get.? an email|emails? sent/)).toBeNull();
  });

  it('names whom the mail server refused, and says when it accepts nothing', async () => {
    const clock = takePageClock();
    const { portal, browser } = await openResults();
    await releaseNow(browser);
    await screen.findByText('0 of 1 email sent');
    const { db } = portal.store;
    const until = new Date().toISOString();
    await writeState(db, 'mail-parked', { until, failures: 1, fault: 'sender', reason: '550 no' });
    await clock.pass(2_000);
    await screen.findByText(/^The mail server accepts no emails at the moment. 1 email waits/);
    await db.updateTable('mail_outbox').set({ state: 'refused' }).execute();
    await clock.pass(2_000);
    await screen.findByText(/^1 refused/);
    expect(screen.getByRole('link', { name: /^asha@/ }).getAttribute('href')).toBe('/admin/members/asha');
  });

  it('releases only what the question named, whatever the page behind it shows, and names the difference', async () => {
    const { browser, press } = await openResults();
    await ask(press);
    await screen.findByText(/^1 member will see their result/);
    const counts = () => screen.getByRole('table', { hidden: true }).textContent;
    const before = counts();
    await decide(browser, ['ravi'], 'waitlisted');
    await expect.poll(counts).not.toBe(before);
    screen.getByText(/^1 member will see their result/);
    await press('Release them');
    await screen.findByText('Changed since this page showed the results:');
    await screen.findByText('Ravi Iyer: No outcome → Waitlisted');
    expect(await releasedAt(browser)).toBeNull();
    await screen.findByText(/^2 members will see their result/);
    await press('Release them');
    await screen.findByText(/^Released on/);
  });

  it('names a submission that came since, and offers no release while nothing is prepared', async () => {
    const { portal, browser, press } = await openResults();
    await ask(press);
    await screen.findByText('1 submission not reviewed');
    await addRecords(portal.store, [submittedRecord({ uid: 'late' })]);
    await press('Release them');
    await screen.findByText('1 more submission not reviewed yet');
    await screen.findByText('2 submissions not reviewed');
    expect(await releasedAt(browser)).toBeNull();
    await press('Not yet');
    await decide(browser, ['asha'], null);
    await screen.findByText(/^No outcome waits for a release\./);
    expect(screen.queryByRole('button', { name: 'Release...' })).toBeNull();
  });

  it('says that a restore cancelled the plan, until there is another, and who left before the release', async () => {
    const { portal, browser, reload } = await openResults();
    const cancelledPlan = '2026-01-01T12:00:00.000Z';
    await releaseNow(browser, { at: inMinutes(10) });
    const { db } = portal.store;
    await db.updateTable('rounds').set({ cancelledPlan, plannedFor: null }).execute();
    const { press, fill } = await reload();
    await screen.findByText(/^The release planned for .* was cancelled when the portal was restored/);
    await ask(press);
    await fill({ 'Day and time': typedMoment(1) });
    await screen.findByText(/^1 member would see their result now/);
    await press('Plan the release');
    await screen.findByText(/^Planned for/);
    expect(screen.queryByText(/was cancelled when/)).toBeNull();
    await db.updateTable('rounds').set({ releasedAt: cancelledPlan, plannedFor: null, left: 2 }).execute();
    await reload();
    await screen.findByText(/2 members left before the release and got no result\./);
  });

  it('plans a round for a time of the club, moves and cancels it', async () => {
    const { browser, press, fill } = await openResults();
    const plans = async () => (await resultsOf(browser)).rounds.map(({ plannedFor }) => plannedFor);
    for (const [days, button] of [
      [1, 'Release...'],
      [2, 'Move or release'],
    ] as const) {
      const at = typedMoment(days);
      await press(button);
      await fill({ 'Day and time': at });
      await screen.findByText(/^1 member would see their result now/);
      await press('Plan the release');
      await screen.findByText(/^Planned for .*, 6:00 PM\./);
      await expect.poll(plans).toEqual([at.replace('T18:00', 'T12:30:00.000Z')]);
    }
    await press('Cancel the planned release');
    await expect.poll(() => screen.queryByText(/^Planned for/)).toBeNull();
    expect(await plans()).toEqual([]);
  });

  it('names the messages and days that a release meets, and a time that the clock skips', async () => {
    const skip = nextSkip();
    const { browser, press, fill, portal } = await openResults({ ...mailServer, TIME_ZONE: skip.zone });
    const { settings, settingsVersion: version } = await resultsOf(browser);
    const selected = { ...settings.texts.selected, next: 'We meet on 18 December.' };
    const words = { ...settings, texts: { ...settings.texts, selected } };
    await browser.put('/api/admin/results/settings', { settings: words, version });
    const at = inMinutes(60);
    await browser.post('/api/admin/messages', { text: 'Welcome, all of you!', filter: {}, email: false, at });
    await ask(press);
    await screen.findByText('these words name 18 December');
    screen.getByText(/^a message is planned for .*: “Welcome, all of you!”$/);
    await fill({ 'Day and time': `${skip.day}T02:30` });
    await press('Plan the release');
    await screen.findByText(/^Planned for .*, 3:30 AM\./);
    expect(await portal.store.db.selectFrom('results').selectAll().execute()).toEqual([]);
  });

  it('releases a track in a round with a question for its members, and shows how many places are left', async () => {
    const { portal, browser, press, fill, user } = await openResults();
    const other = submittedRecord({ uid: 'meera', developmentTrack: 'ml', submissionTrack: 'ml' });
    await addRecords(portal.store, [other]);
    await decide(browser, ['meera'], 'not-selected');
    await user.click(screen.getByText('Places'));
    await fill({ 'Places in Machine Learning': '3', 'Places in Web Development': '12' });
    await press('Save the places');
    const row = (name: RegExp) => screen.getByRole('row', { name }).textContent;
    await expect.poll(() => row(/^Web Dev/)).toContain('1 of 12 places');
    expect((await resultsOf(browser)).places).toEqual({ ml: 3, web: 12 });
    await user.selectOptions(screen.getByLabelText('Members'), 'Machine Learning');
    await ask(press);
    await screen.findByText(/^1 member will see their result/);
    screen.getByText('1 member would be refused without one sentence written for them');
    await press('Release them');
    await screen.findByText('Machine Learning: 1 member');
    await user.click(screen.getByText('Results of 1 member released.'));
    await ask(press);
    await screen.findByText(/^the last round was Machine Learning, on/);
    await user.click(screen.getByLabelText('Ask the selected members to confirm their places'));
    await fill({ 'Days to answer': '200' });
    screen.getByText('Choose 1 to 90 days');
    await fill({ 'Days to answer': '5' });
    await press('Release them');
    await screen.findByText(/Selected members have 5 days to confirm\.$/);
  });

  it('warns of emails that arrive too late for an answer', async () => {
    const { browser, press, fill, user } = await openResults({ ...mailServer, BULK_MAIL_PER_DAY: '1' });
    await decide(browser, ['ravi'], 'selected');
    await ask(press);
    await screen.findByText(/^2 emails\. At most 1 go out within 24 hours/);
    await user.click(screen.getByLabelText('Ask the selected members to confirm their places'));
    expect(screen.queryByText(/less than a day to answer/)).toBeNull();
    await fill({ 'Days to answer': '1' });
    await screen.findByText(/less than a day to answer/);
  });

  it('saves the club’s words and shows the email as a real member gets it', async () => {
    const { browser, press, fill, network, user, address, reload } = await openResults();
    await fill({
      'Title of the panel': 'Welcome aboard',
      Email: 'Welcome to {track}! {track} meets in Lab 2.\n\nSee you on Monday.',
    });
    const preview = within(await screen.findByRole('region', { name: 'Preview: selected' }));
    await preview.findByText('To Asha Rao (asha@students.example)');
    preview.getByText('Hello Asha Rao,');
    preview.getByText('Welcome to Web Development! Web Development meets in Lab 2.');
    preview.getByText('See you on Monday.');
    const repair = network.fail('PUT /api/admin/results/settings');
    await press('Save');
    await screen.findByText(unreachable);
    repair();
    await press('Save');
    await screen.findByText('Saved.');
    expect((await resultsOf(browser)).settings.texts.selected.title).toBe('Welcome aboard');
    await fill({ Link: 'not a link' });
    await press('Save');
    const refusal = await screen.findByText('The link must begin with https://');
    expect(refusal.closest('[role="tabpanel"]')).not.toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Waitlisted' }));
    await screen.findByText('The link must begin with https://');
    await user.click(screen.getByRole('tab', { name: 'Selected' }));
    await user.click(screen.getByRole('link', { name: /^Inbox/ }));
    await press('Keep Editing');
    expect(address()).toBe('/admin/results');
    const typed = async () => (await screen.findByLabelText<HTMLInputElement>('Link')).value;
    expect(await typed()).toBe('not a link');
    const again = await reload();
    await screen.findByText(/^We’ve kept what you typed\./);
    expect(await typed()).toBe('not a link');
    await again.press('Discard it');
    expect(await typed()).toBe('');
    await again.reload();
    expect(await typed()).toBe('');
    expect(screen.queryByText(/^We’ve kept what you typed\./)).toBeNull();
  });

  it('keeps words that are typed during a save, and replaces those of another page after saying so', async () => {
    const { browser, press, fill, network } = await openResults();
    const title = async () => (await resultsOf(browser)).settings.texts.selected.title;
    const held = network.hold('PUT /api/admin/results/settings');
    await fill({ 'Title of the panel': 'Welcome' });
    await press('Save');
    await held.sent;
    await fill({ 'Title of the panel': 'Welcome aboard' });
    held.release();
    await expect.poll(title).toBe('Welcome');
    await press('Save');
    await screen.findByText('Saved.');
    expect(await title()).toBe('Welcome aboard');
    network.hold('GET /api/admin/events');
    network.dropStreams();
    await fill({ 'Title of the panel': 'Welcome to the club' });
    expect(screen.queryByText('Saved.')).toBeNull();
    const { settings, settingsVersion } = await resultsOf(browser);
    await browser.put('/api/admin/results/settings', {
      settings: { ...settings, season: 'Spring' },
      version: settingsVersion,
    });
    await press('Save');
    await screen.findByText(/^Not saved\./);
    expect(await title()).toBe('Welcome aboard');
    await press('Save');
    await screen.findByText('Saved.');
    expect(await title()).toBe('Welcome to the club');
  });
});

describe('the member’s result', () => {
  it('appears on the timeline while it is open, with the steps as before', async () => {
    const { portal, browser } = await openPage('/timeline', { as: member({ track: 'web' }) });
    await screen.findByRole('heading', { level: 1 });
    const admin = await select(portal, browser.uid);
    expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
    await releaseNow(admin);
    const panel = () => within(screen.getByRole('region', { name: 'Result' }));
    await screen.findByText('You’re in!');
    panel().getByText('You’re in!');
    await correct(portal, admin, browser.uid, { outcome: 'waitlisted', note: 'We’re sorry.' });
    await screen.findByText('You’re on the waiting list');
    panel().getByText('We’re sorry.');
    expect(screen.queryByRole('button', { name: 'Get my certificate page' })).toBeNull();
  });

  it('is a poster with the name and the track for a selection, and for nothing else', async () => {
    const { portal, browser } = await openPage('/dashboard', {
      as: member({
        track: 'web',
        submission: project,
        record: { submissionReviewed: true },
      }),
    });
    await screen.findByRole('heading', { level: 1 });
    const heading = screen.getByRole('heading', { level: 1 }).textContent;
    const admin = await select(portal, browser.uid);
    await releaseNow(admin);
    const poster = within(await screen.findByRole('region', { name: 'Result' }));
    expect(poster.getByRole('heading', { level: 1 }).textContent).toBe(heading);
    poster.getByRole('heading', { level: 2, name: 'You’re in!' });
    poster.getByText('Asha Rao');
    poster.getByText('Web Development');
    poster.getByText(/^\d{4}$/);
    await correct(portal, admin, browser.uid, { outcome: 'not-selected' });
    await screen.findByText('Not this time');
    expect(within(screen.getByRole('region', { name: 'Result' })).queryByText('Asha Rao')).toBeNull();
    expect(screen.getAllByRole('heading', { level: 1 }).map((one) => one.textContent)).toEqual([heading]);
  });

  it.each([
    ['/dashboard', true, true, /Stay tuned for the results!/],
    ['/timeline', true, false, /Results will be out soon\./],
    ['/user-tasks', true, true, /Results will be out soon\./],
    ['/timeline', false, true, /^You’re next in the queue\./],
  ])(
    'takes the place on %s of what was said before (reviewed: %s, task marked as done: %s)',
    async (path, submissionReviewed, taskDone, before) => {
      const progress = {
        track: 'web',
        taskDone,
        submission: project,
        record: { submissionReviewed },
      } as const;
      const { portal, browser } = await openPage(path, { as: member(progress) });
      await screen.findByText(before);
      await releaseNow(await select(portal, browser.uid));
      if (path !== '/user-tasks') await screen.findByText('You’re in!');
      await expect.poll(() => screen.queryByText(before)).toBeNull();
    },
  );

  it('is there from the start once it is released, and offers a certificate that can be removed', async () => {
    // Its date is the same in every time zone.
    vi.stubEnv('TZ', 'America/St_Johns');
    const clock = takePageClock();
    const page = await openPage('/dashboard', { as: member({ track: 'web' }) });
    const { portal, browser } = page;
    const admin = await select(portal, browser.uid);
    const { settings } = await resultsOf(admin);
    const selected = { ...settings.texts.selected, next: '', link: '', linkLabel: '', date: '2026-12-01' };
    await writeState(portal.store.db, 'result-settings', {
      ...settings,
      texts: { ...settings.texts, selected },
    });
    await releaseNow(admin);
    const { press, network } = await page.reload();
    await screen.findByText('Tuesday, December 1, 2026');
    expect(network.requests).not.toContain('GET /api/me/result/panel');
    screen.getByText(/^You can get a page that shows anyone that you were selected\./);
    const repair = network.fail('POST /api/me/certificate');
    await press('Get my certificate page');
    await screen.findByText(unreachable);
    repair();
    await press('Get my certificate page');
    const link = await screen.findByRole('link', { name: 'Open my certificate page' });
    const address = link.getAttribute('href') ?? '';
    screen.getByText(/^Anyone with its address can see your name/);
    expect((await portal.visitor().get(address)).text).toContain('<h1>Asha Rao</h1>');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
    await press('Copy its address');
    await press('Not copied');
    await screen.findByRole('button', { name: 'Copied' });
    await clock.pass(2_000);
    screen.getByRole('button', { name: 'Copy its address' });
    expect(await navigator.clipboard.readText()).toBe(`${portalUrl}${address}`);
    await press('Remove it');
    await screen.findByRole('button', { name: 'Get my certificate page' });
    expect((await portal.visitor().get(address)).status).toBe(404);
  });
});

it('outcomes are set for the members of a pasted list, and entries that are nobody’s are named', async () => {
  const { browser, press, fill } = await openPage('/admin/results', {
    as: administratorOf(
      submittedRecord({ uid: 'asha', fullName: 'Asha Rao', email: 'asha@club.example' }),
      submittedRecord({ uid: 'ravi', fullName: 'רבי 3', studentId: '1SD22CS001' }),
    ),
  });
  await press('Set outcomes from a list');
  await press('Find the members');
  await screen.findByText('Paste at least one address or student ID');
  await fill({
    'Addresses or student IDs': 'Rao, Asha <asha@club.example>; 1sd-22-cs-001; nobody@club.example; مجهول 1',
  });
  await press('Find the members');
  await screen.findByText('2 members found');
  // Texts from right to left stay where they are in the list.
  screen.getByText('Not found: nobody@club.example, \u2068مجهول 1\u2069');
  screen.getByText('Asha Rao, \u2068רבי 3\u2069');
  await press('Waitlisted');
  await screen.findByText('2 members: waitlisted.');
  await expect.poll(() => screen.queryByText('2 members found')).toBeNull();
  expect((await browser.get('/api/admin/outcomes/ravi')).body).toMatchObject({ outcome: 'waitlisted' });
});

it('the waiting list is moved, and gets an offer for a place that was given back', async () => {
  const ml = { developmentTrack: 'ml', submissionTrack: 'ml' } as const;
  const page = await openPage('/admin/results', {
    as: administratorOf(
      submittedRecord({ uid: 'asha', fullName: 'Asha Rao', ...ml }),
      submittedRecord({ uid: 'ravi', fullName: 'Ravi Iyer', ...ml, submittedAt: '2026-09-01T09:30:00.000Z' }),
      submittedRecord({
        uid: 'meera',
        fullName: 'Meera Nair',
        ...ml,
        submittedAt: '2026-09-02T09:30:00.000Z',
      }),
    ),
    env: { TIME_ZONE: 'Asia/Kolkata' },
  });
  const { browser, portal } = page;
  await decide(browser, ['asha'], 'selected');
  await decide(browser, ['ravi', 'meera'], 'waitlisted');
  await releaseNow(browser, { answerBy: 5 });
  const list = async (free: string) =>
    within(await screen.findByRole('region', { name: 'Machine Learning' })).findByText(free);
  await list('Machine Learning: 0 places free');
  expect(screen.queryByRole('button', { name: /^Offer the place/ })).toBeNull();
  await portal.store.db.updateTable('results').set({ answer: 'no' }).where('uid', '=', 'asha').execute();
  const again = await page.reload();
  await list('Machine Learning: 1 place free');
  expect(screen.getAllByRole('button', { name: /^Offer the place to/ })).toHaveLength(2);
  await again.press('Move up: Meera Nair');
  await expect.poll(async () => (await resultsOf(browser)).waiting[0]?.members[0]?.uid).toBe('meera');
  await again.press('Offer the place to Meera Nair');
  await screen.findByRole('heading', { name: 'Offer the place to Meera Nair?' });
  await again.fill({ 'Days to answer': '0' });
  screen.getByText('Choose 1 to 90 days');
  await again.fill({ 'Days to answer': '3' });
  await again.press('Offer the place');
  await screen.findByText('The place is offered to Meera Nair.');
  await list('Machine Learning: 0 places free');
  const table = within(screen.getByRole('table', { name: 'Members by track and outcome' }));
  expect(table.getByRole('row', { name: /^Total/ }).textContent).toBe('Total1100033011');
  // The list of members says who has answered, and extends the time for those who have not.
  await again.user.click(screen.getByRole('link', { name: 'Users' }));
  await screen.findByRole('link', { name: 'Meera Nair' });
  await again.press('Select');
  await again.user.click(await screen.findByRole('checkbox', { name: 'Select Meera Nair' }));
  await again.press('More actions');
  await again.press('Extend the time to answer...');
  await screen.findByRole('heading', { name: 'Give 1 member longer to answer?' });
  const lastDay = addDays(dayOf(Date.now(), 'Asia/Kolkata'), 9);
  await again.fill({ 'Or a last day': lastDay });
  await again.press('Extend it');
  await screen.findByText('The time to answer is extended.');
  const meera = (await rowsOf(portal.store, 'results')).find(({ uid }) => uid === 'meera');
  expect(meera?.answerUntil).toBe(`${lastDay}T18:29:00.000Z`);
  // The last one on the list gets an offer too, which is confirmed although the list is gone.
  await portal.store.db.updateTable('results').set({ answer: 'no' }).where('uid', '=', 'meera').execute();
  const last = await openPage('/admin/results', { portal, as: browser });
  await last.press('Offer the place to Ravi Iyer');
  await last.press('Offer the place');
  await screen.findByText('The place is offered to Ravi Iyer.');
  await expect.poll(() => screen.queryByRole('heading', { name: 'Waiting list' })).toBeNull();
});

describe('the question for a place', () => {
  async function openAsked() {
    const page = await openPage('/dashboard', { as: member({ track: 'web' }) });
    const admin = await select(page.portal, page.browser.uid);
    await releaseNow(admin, { answerBy: 5 });
    await screen.findByText(/^Please answer by .*, 23:59 · in 5 days$/);
    expect(screen.queryByRole('button', { name: 'Get my certificate page' })).toBeNull();
    return { ...page, admin };
  }

  it('is answered with yes, which leads to the certificate, and can be answered with no later', async () => {
    const { browser, press, network } = await openAsked();
    const repair = network.fail('POST /api/me/place');
    await press('I’m in');
    await screen.findByText(unreachable);
    repair();
    await press('I’m in');
    await screen.findByText('Your place is confirmed.');
    const certificate = await screen.findByRole('button', { name: 'Get my certificate page' });
    await expect.poll(() => document.activeElement).toBe(certificate);
    expect((await browser.get('/api/me/result')).body).toMatchObject({ place: { state: 'confirmed' } });
    await press('I can’t after all');
    await press('Keep my place');
    await press('I can’t after all');
    await press('Give it back');
    await screen.findByText('You’ve given your place back');
    expect(screen.queryByRole('button', { name: 'Get my certificate page' })).toBeNull();
  });

  it('shows what became of the place when it was withdrawn or lapsed meanwhile', async () => {
    const { portal, press, network } = await openAsked();
    network.hold('GET /api/me/events');
    network.dropStreams();
    await portal.store.db.updateTable('results').set({ answer: 'lapsed' }).execute();
    await press('I’m in');
    await screen.findByText('Your place has lapsed');
    expect(screen.queryByRole('button', { name: 'I’m in' })).toBeNull();
  });
});

it('the requirements met are on each page after the review if the club shows them', async () => {
  const { portal, browser, reload } = await openPage('/timeline', {
    as: member({ track: 'web', submission: project }),
  });
  const admin = await signInAdministrator(portal);
  const met = portal.deps.content.tasks.web.requirements.map(({ title }) => title);
  await saveReview(admin, browser.uid, { opinion: { met: met.slice(0, 1) }, submissionReviewed: true });
  await reload();
  await screen.findByText(/Your submission has been reviewed/);
  const name = `Your project meets 1 of ${met.length} requirements:`;
  expect(screen.queryByRole('region', { name })).toBeNull();
  const settings = { ...(await resultsOf(admin)).settings, showRequirements: true };
  await writeState(portal.store.db, 'result-settings', settings);
  for (const path of ['/timeline', '/user-tasks', '/dashboard']) {
    await openPage(path, { portal, as: browser });
    const items = within(await screen.findByRole('region', { name })).getAllByRole('listitem');
    expect(textsOf(items), path).toEqual(
      met.map((title, index) => `${title} ${index === 0 ? 'met' : 'not met'}`),
    );
  }
});

it('an outcome on the review desk is set with undo, and after the release is corrected with a reason', async () => {
  const { browser, press, user, network } = await openPage('/admin/review', {
    as: administratorOf(submittedRecord({ uid: 'asha', fullName: 'Asha Rao' })),
    prepare: (network) => network.hold('GET /api/admin/outcomes/asha'),
  });
  // A choice before the page knows the outcome could replace another one.
  const choice = await screen.findByRole<HTMLButtonElement>('button', { name: 'Waitlisted' });
  expect(choice.disabled).toBe(true);
  network.release('GET /api/admin/outcomes/asha');
  const outcome = async () => (await browser.get('/api/admin/outcomes/asha')).body;
  const pressed = (name: string) =>
    expect.poll(() => screen.queryByRole('button', { name, pressed: true }) !== null).toBe(true);
  await pressed('No outcome');
  await press('Waitlisted');
  await pressed('Waitlisted');
  expect(await outcome()).toMatchObject({ outcome: 'waitlisted' });
  // Before that the page takes no command for the submission.
  await expect
    .poll(() => screen.queryByRole('article', { name: 'Asha Rao', busy: false }) !== null)
    .toBe(true);
  await user.keyboard('z');
  await pressed('No outcome');
  expect(await outcome()).toMatchObject({ outcome: null });
  await press('Selected');
  await pressed('Selected');
  await releaseNow(browser);
  await screen.findByText(/^Results are released: a change is a correction/);
  await press('Not selected');
  await screen.findByRole('heading', { name: 'Correct the result of Asha Rao?' });
  await screen.findByText('Selected → Not selected');
  await press('Correct the result');
  await screen.findByText('A reason is required');
  expect(await outcome()).toMatchObject({ correction: null });
});

it('corrects a released result after a question, pending on every page, until it is undone or ten minutes have passed', async () => {
  const page = await openPage('/admin/members/asha', {
    as: administratorOf(submittedRecord({ uid: 'asha', fullName: 'Asha Rao' })),
  });
  const { browser, portal, press, fill, user, network } = page;
  await decide(browser, ['asha'], 'selected');
  await releaseNow(browser);
  const ask = async () => {
    await press('Not selected');
    await fill({ Reason: 'Two members were confused', 'A sentence for the member (optional)': 'Sorry.' });
  };
  await screen.findByText(/^Results are released: a change is a correction/);
  await ask();
  await press('Keep the result');
  expect(await resultsOf(browser)).toMatchObject({ corrections: [] });
  await ask();
  const repair = network.fail('POST /api/admin/results/*');
  await press('Correct the result');
  await screen.findByText(/^The result was not corrected\./);
  repair();
  await press('Correct the result');
  const pending = 'Selected → Not selectedThe member sees it in 10 minutes.';
  const isPending = () => expect.poll(() => document.body.textContent?.includes(pending)).toBe(true);
  await isPending();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Waitlisted' }).disabled).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Results' }));
  await screen.findByRole('heading', { name: 'Pending corrections' });
  await isPending();
  await press('Undo the correction for Asha Rao');
  await screen.findByText('Correction undone. The member has seen nothing of it.');
  await expect.poll(() => screen.queryByRole('heading', { name: 'Pending corrections' })).toBeNull();
  await planCorrection(browser, 'asha', { outcome: 'waitlisted' });
  await screen.findByRole('heading', { name: 'Pending corrections' });
  await user.click(screen.getByRole('link', { name: 'Asha Rao' }));
  // A correction that was applied meanwhile can't be undone.
  const held = network.hold('GET /api/admin/outcomes/*');
  await makeCorrectionsDue(portal);
  await applyDueCorrections(portal.deps);
  await press('Undo the correction for Asha Rao');
  await screen.findByText(/^Not undone\. No correction is waiting/);
  held.release();
  await expect.poll(() => screen.queryByText(/The member sees it/)).toBeNull();
  await screen.findByText(/Result corrected: Selected → Waitlisted · Reason: Two members were confused/);
  await screen.findByText('Outcome set: No outcome → Selected');
});

it('keeps what was typed for a correction until it is sent or the result is kept', async () => {
  const page = await openPage('/admin/members/asha', {
    as: administratorOf(submittedRecord({ uid: 'asha', fullName: 'Asha Rao' })),
  });
  await decide(page.browser, ['asha'], 'selected');
  await releaseNow(page.browser);
  const reasonNow = () => screen.getByLabelText<HTMLInputElement>('Reason').value;
  await screen.findByText(/^Results are released: a change is a correction/);
  await page.press('Not selected');
  await page.fill({ Reason: 'Two members were confused' });
  const { press, user } = await page.reload();
  await screen.findByText(/^Results are released: a change is a correction/);
  // A reason is for one outcome.
  await press('Waitlisted');
  expect(reasonNow()).toBe('');
  await press('Keep the result');
  await press('Not selected');
  expect(reasonNow()).toBe('Two members were confused');
  await user.keyboard('{Escape}');
  await press('Not selected');
  await screen.findByText(/^We’ve kept what you typed/);
  await press('Keep the result');
  await press('Not selected');
  expect(reasonNow()).toBe('');
});

it('outcomes in the list are set for the first by requirements met, with undo', async () => {
  const { portal, browser, press, fill, network } = await openPage('/admin?sort=score&dir=desc', {
    as: administratorOf(
      submittedRecord({ uid: 'one', fullName: 'One' }),
      submittedRecord({ uid: 'two', fullName: 'Two' }),
      newRecord({ uid: 'none', fullName: 'None' }),
    ),
  });
  const title = portal.deps.content.tasks.web.requirements[0]?.title ?? '';
  await saveReview(browser, 'two', { opinion: { met: [title, 'No such requirement'] } });
  await screen.findByRole('link', { name: 'Two' });
  await press('Select');
  await fill({ 'How many': '1' });
  await press('Release the results of all 3...');
  await screen.findByText('None of these members has an outcome that is still to be released.');
  await press('Not yet');
  await press('Select the first');
  await screen.findByText('1 member selected');
  const repair = network.fail('PATCH /api/admin/outcomes');
  await press('Set outcome');
  await press('Set selected');
  await screen.findByText(unreachable);
  repair();
  const isBusy = () => screen.getByRole('button', { name: 'Set selected' }).getAttribute('aria-disabled');
  await expect.poll(isBusy).toBeNull();
  await press('Set selected');
  await screen.findByText('1 member: selected.');
  const outcomeOf = async (uid: string) => (await browser.get(`/api/admin/outcomes/${uid}`)).body;
  expect(await outcomeOf('two')).toMatchObject({ outcome: 'selected' });
  expect(await outcomeOf('one')).toMatchObject({ outcome: null });
  await press('Undo');
  await expect.poll(() => outcomeOf('two')).toMatchObject({ outcome: null });
  // The list shows what it has set, not yet what another page sets now.
  network.hold('GET /api/admin/members');
  network.dropStreams();
  await decide(browser, ['two'], 'not-selected');
  await press('Select the first');
  await screen.findByText('1 member selected');
  await press('Set outcome');
  await press('Set waitlisted');
  await screen.findByText(/An outcome was just changed on another page\./);
  expect(await outcomeOf('two')).toMatchObject({ outcome: 'not-selected' });
  network.hold('GET /api/admin/events');
  await browser.send('DELETE', '/api/admin/members/two', { body: { confirm: 'Two' } });
  await press('Set waitlisted');
  await screen.findByText(/1 member left and were skipped\.$/);
});
