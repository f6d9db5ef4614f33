import type { Page } from '@playwright/test';
import { inTimeZone } from '#domain/days.ts';
import { submission } from '#tests/helpers/admin-pages.ts';
import { cleanUpFile } from '#tests/helpers/clean-up.ts';
import { test as base, expect } from '#tests/helpers/fixtures.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { type RemoteMember, registerRemotely } from '#tests/helpers/remote-visitor.ts';
import { send, startedUp } from '#tests/helpers/requests.ts';
import { startSmtp, type TestSmtp } from '#tests/helpers/smtp.ts';
import { withStore } from '#tests/helpers/with-store.ts';

/** An empty portal, as after the first start. */
const test = base.extend<{ club: Portal }>({
  club: async ({ ownPortal }, provide) =>
    provide(await ownPortal({ ADMIN_PASSWORD: '', ADMIN_EMAIL: '', RATE_LIMIT: 'off' })),
  baseURL: async ({ club }, provide) => provide(club.url),
});

// A year takes eight browsers, of which the last begins when most of the time is over.
test.describe.configure({ timeout: 300_000 });
test.afterAll(cleanUpFile);

const zone = 'Asia/Kolkata';
const passwords = {
  lead: 'a password of leads',
  reviewer: 'a password of reviewers',
  next: 'the next password',
};

interface Year {
  club: Portal;
  smtp: TestSmtp;
  lead: Page;
  newPage: () => Promise<Page>;
  /** Students in browsers: one is late and selected, the other waits for a place. */
  asha: Page;
  ravi: Page;
  emails: { asha: string; ravi: string };
  ashaUid: string;
  /** Students by the API, by name. */
  students: Map<string, RemoteMember>;
}

/** A time so many hours from now, as fields for a day and a time have it. */
function typed(hours: number): string {
  return inTimeZone(new Date(Date.now() + hours * 3_600_000).toISOString(), zone).slice(0, 16);
}

/** The names of students of a track. */
function named(track: string, ...numbers: number[]): string[] {
  return numbers.map((number) => `${track} Student ${String(number).padStart(2, '0')}`);
}

const selected = {
  'Web Development': named('Web', 1, 2, 3, 4),
  'Machine Learning': named('Ml', 1, 2, 3, 4),
  'Android Development': named('Android', 1, 2, 3),
};

function student({ students }: Year, name: string | undefined): RemoteMember {
  const found = students.get(name ?? '');
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
}

async function save(lead: Page): Promise<void> {
  await lead.getByRole('button', { name: 'Save', exact: true }).click();
  // 'Not saved.' has the same letters.
  await expect(lead.getByText('Saved.', { exact: true })).toBeVisible();
}

/** The address in the last email to somebody. */
async function mailedLink({ smtp }: Year, to: string, path: string): Promise<string> {
  const link = new RegExp(`https?://\\S+${path}\\?token=[\\w.-]+`);
  const find = () =>
    smtp.arrived
      .filter(({ recipients }) => recipients.includes(to))
      .flatMap(({ mail }) => link.exec(mail.text ?? '') ?? [])
      .at(-1);
  await expect.poll(find).toBeDefined();
  return find() ?? '';
}

async function setUp({ club, smtp, lead }: Year): Promise<void> {
  const [link = ''] = /http\S+\/setup\?token=\S+/.exec(club.logs()) ?? [];
  await lead.goto(link);
  await lead.getByLabel('Your Email').fill('lead@club.example');
  await lead.getByLabel('Password', { exact: true }).fill(passwords.lead);
  await lead.getByLabel('Name of the Club').fill('Rocket Club');
  await lead.getByLabel('Short Name').fill('RC');
  await lead.getByLabel('Set up the mail server next').check();
  await lead.getByRole('button', { name: 'Set Up' }).click();
  await expect(lead).toHaveURL(/\/admin\/settings\/mail$/);
  const server = new URL(smtp.url);
  await lead.getByLabel('Mail server', { exact: true }).fill(server.hostname);
  await lead.getByLabel('Encryption').selectOption({ label: 'None (usual port: 25)' });
  await lead.getByLabel('Port').fill(server.port);
  await lead.getByLabel('Sender').fill('RC <club@club.example>');
  await lead.getByRole('button', { name: 'Send Test Email' }).click();
  await expect(lead.getByText(/^The mail server accepted the email to lead@club\.example/)).toBeVisible();
  await save(lead);
}

async function openByDate({ lead, asha }: Year): Promise<void> {
  await lead.getByRole('link', { name: 'Club', exact: true }).click();
  await lead.getByLabel('President', { exact: true }).fill('Meera Nair');
  await save(lead);
  await lead.getByRole('link', { name: 'Dates' }).click();
  await lead.getByLabel('Time zone').selectOption(zone);
  await lead.getByLabel('Registration opens').fill('2099-12-01T18:30');
  await save(lead);
  await asha.goto('/register');
  await expect(asha).toHaveTitle('Create your account · RC');
  await expect(asha.getByText('Registration opens on Tue 1 Dec, 18:30.')).toBeVisible();
  await lead.getByLabel('Registration opens').fill(typed(-1));
  await lead.getByLabel('Deadline for submissions').fill(typed(48));
  await lead.getByLabel('After the deadline').selectOption({ label: 'Take no more submissions' });
  await save(lead);
}

/** Registers a student in a browser. @returns their uid and address */
async function registerIn(page: Page, fullName: string): Promise<{ uid: string; email: string }> {
  const form = newRegistration({ fullName });
  await page.goto('/register');
  await startedUp(page);
  await page.getByLabel('Full Name').fill(form.fullName);
  await page.getByLabel('Email').fill(form.email);
  await page.getByLabel('Student ID').fill(form.studentId);
  await page.getByLabel('Department').selectOption(form.department);
  await page.getByLabel('Year of Study').selectOption({ label: '2nd Year' });
  await page.getByLabel('Contact Number').fill(form.contactNumber);
  await page.getByLabel('Password', { exact: true }).fill(form.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(form.password);
  await page.getByLabel(/I agree to the/).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByText('Web Development', { exact: true }).click();
  await page.getByRole('button', { name: 'Save Selection' }).click();
  await expect(page.getByText('Development track updated successfully!')).toBeVisible();
  const { uid } = (await (await page.request.get('/api/me')).json()) as { uid: string };
  return { uid, email: form.email };
}

/** 50 students, of whom 17 submit: all but one of those who will be selected, and six more. */
async function registerStudents(year: Year): Promise<void> {
  const { club, asha, ravi, students } = year;
  const inTracks = [
    ...named('Web', 1, 2, 3, 4, 5).map((name) => [name, 'web'] as const),
    ...named('Ml', 1, 2, 3, 4, 5, 6).map((name) => [name, 'ml'] as const),
    ...named('Android', 1, 2, 3, 4, 5).map((name) => [name, 'android'] as const),
  ];
  const undecided = named('New', ...Array.from({ length: 32 }, (_, index) => index + 1));
  const remotely = async (fullName: string) =>
    void students.set(fullName, await registerRemotely(club.url, club.url, { fullName }));
  const [first, second] = await Promise.all([
    registerIn(asha, 'Asha Rao'),
    registerIn(ravi, 'Ravi Menon'),
    ...[...inTracks.map(([name]) => name), ...undecided].map(remotely),
  ]);
  Object.assign(year, { ashaUid: first.uid, emails: { asha: first.email, ravi: second.email } });
  await Promise.all([
    send(ravi, club, 'PUT', '/api/me/submission', submission),
    ...inTracks.map(async ([name, developmentTrack]) => {
      const { send } = student(year, name);
      expect((await send('PUT', '/api/me/track', { developmentTrack })).status).toBe(200);
      expect((await send('PUT', '/api/me/submission', submission)).status).toBe(200);
    }),
  ]);
}

async function remind({ club, lead, asha, ravi }: Year): Promise<void> {
  await lead.getByRole('link', { name: 'Reminders' }).click();
  await lead.getByLabel('Remind members who have not submitted').check();
  await expect(
    lead.getByText('33 members would get it as things are now; 0 have got it.', { exact: false }),
  ).toBeVisible();
  await save(lead);
  // It looks for what is due every minute, and first when it starts.
  await club.restart();
  const text = /^You haven’t submitted your project yet\./;
  await expect(async () => {
    await asha.goto('/dashboard');
    await expect(asha.getByText(text)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await ravi.goto('/dashboard');
  await expect(ravi.getByText('Your submission is under review.')).toBeVisible();
  await expect(ravi.getByText(text)).toBeHidden();
}

/** One member gets longer; then the deadline passes. */
async function passDeadline({ lead, asha, ravi, ashaUid }: Year): Promise<void> {
  await lead.goto(`/admin/members/${ashaUid}`);
  await lead.getByLabel('Extend until').fill(typed(96));
  await lead.getByRole('button', { name: 'Extend', exact: true }).click();
  await expect(lead.getByText('Extended until')).toBeVisible();
  await lead.goto('/admin/settings/dates');
  await lead.getByLabel('Deadline for submissions').fill(typed(-1));
  await save(lead);
  await ravi.goto('/contact');
  await expect(ravi.getByText(/Projects can’t be submitted any more, but questions can\.$/)).toBeVisible();
  await asha.goto('/contact');
  await expect(asha.getByText('Your own deadline')).toBeVisible();
  await asha.getByLabel('GitHub Link (optional)').fill(submission.githubLink);
  await asha.getByLabel('Message', { exact: true }).fill('A board for campus events.');
  await asha.getByRole('button', { name: 'Submit Project' }).click();
  await expect(asha.getByRole('heading', { name: 'Project submitted' })).toBeVisible();
}

/** Three reviewers, invited by the lead, share the submissions. */
async function review(year: Year): Promise<void> {
  const { lead, asha, newPage } = year;
  await asha.goto('/dashboard');
  await expect(asha.getByText('Your submission is under review.')).toBeVisible();
  await lead.goto('/admin/reviewers');
  const reviewers: Page[] = [];
  for (const name of ['Noor', 'Dev', 'Sana']) {
    const email = `${name.toLowerCase()}@club.example`;
    await lead.getByLabel('Email', { exact: true }).fill(email);
    await lead.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(lead.getByText(`An invitation is on its way to ${email}.`, { exact: false })).toBeVisible();
    const page = await newPage();
    await page.goto(await mailedLink(year, email, '/join'));
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(passwords.reviewer);
    await page.getByRole('button', { name: 'Accept Invitation' }).click();
    await expect(page.getByText('18 left to review')).toBeVisible();
    reviewers.push(page);
  }
  await Promise.all(reviewers.map(reviewAll));
  await expect(asha.getByText('Stay tuned for the results!', { exact: false })).toBeVisible();
  for (const page of reviewers) await page.context().close();
}

async function reviewAll(page: Page): Promise<void> {
  const open = page.locator('article[aria-busy="false"][data-uid]');
  for (;;) {
    await open.waitFor();
    if (await page.getByText('Nothing left to review').isVisible()) return;
    await page.keyboard.press('e');
    // Somebody presses the key again if nothing has come of it.
    await page.waitForTimeout(250);
  }
}

/** Sets outcomes from a list of addresses. */
async function decide(lead: Page, emails: readonly string[], outcome: string): Promise<void> {
  await lead.getByRole('button', { name: 'Set outcomes from a list' }).click();
  const dialog = lead.getByRole('dialog', { name: 'Set outcomes from a list' });
  await dialog.getByLabel('Addresses or student IDs').fill(emails.join('\n'));
  await dialog.getByRole('button', { name: 'Find the members' }).click();
  await dialog.getByRole('button', { name: outcome, exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function release(year: Year): Promise<void> {
  const { lead, asha, ravi, emails } = year;
  const emailsOf = (names: readonly string[]) => names.map((name) => student(year, name).registration.email);
  await lead.goto('/admin/results');
  await decide(lead, [emails.asha, ...emailsOf(Object.values(selected).flat())], 'Selected');
  await decide(lead, [emails.ravi, ...emailsOf([...named('Web', 5), ...named('Ml', 5)])], 'Waitlisted');
  await decide(lead, emailsOf([...named('Ml', 6), ...named('Android', 4, 5)]), 'Not selected');
  await lead.getByText('Places', { exact: true }).click();
  for (const [track, places] of [
    ['Web Development', 5],
    ['Machine Learning', 4],
    ['Android Development', 3],
  ])
    await lead.getByLabel(`Places in ${track}`).fill(String(places));
  await lead.getByRole('button', { name: 'Save the places' }).click();
  await expect(lead.getByRole('row', { name: /^Web/ })).toContainText('5 of 5 places');
  for (const page of [asha, ravi]) await page.goto('/dashboard');
  for (const [track, count] of [
    ['Machine Learning', 6],
    ['Android Development', 5],
    ['Web Development', 7],
  ] as const) {
    // Nothing of a round that is still to come.
    await expect(asha.getByText('Stay tuned for the results!', { exact: false })).toBeVisible();
    await lead.getByLabel('Members', { exact: true }).selectOption({ label: track });
    await lead.getByRole('button', { name: 'Release...' }).click();
    await expect(
      lead.getByText(new RegExp(`^${count} members will see their result immediately`)),
    ).toBeVisible();
    await lead.getByLabel('Ask the selected members to confirm their places').check();
    await lead.getByRole('button', { name: 'Release them' }).click();
    await expect(lead.getByText(`${track}: ${count} members`)).toBeVisible();
  }
  await expect(asha.getByText(/^Do you take your place\?/)).toBeVisible();
  await expect(ravi.getByText('You’re on the waiting list')).toBeVisible();
}

/** Ten confirm their places. Two don’t answer in time, and one of two others who are offered these places takes it. */
async function confirmPlaces(year: Year): Promise<void> {
  const { club, lead, asha, ravi } = year;
  const [first, second, ...others] = Object.values(selected).flat();
  await asha.getByRole('button', { name: 'I’m in' }).click();
  await expect(asha.getByText('Your place is confirmed.')).toBeVisible();
  await asha.getByRole('button', { name: 'Get my certificate page' }).click();
  await expect(asha.getByRole('link', { name: 'Open my certificate page' })).toBeVisible();
  for (const name of others)
    expect((await student(year, name).send('POST', '/api/me/place', { answer: 'yes' })).status).toBe(200);
  const late = [first, second].map((name) => student(year, name).uid);
  await withStore(club, ({ db }) =>
    db
      .updateTable('results')
      .set({ answerUntil: '2026-01-01T00:00:00.000Z' })
      .where('uid', 'in', late)
      .execute(),
  );
  await club.restart();
  const row = lead.getByRole('row', { name: /^Web/ });
  await expect(async () => {
    await lead.goto('/admin/results');
    await expect(lead.getByText('Web Development: 2 places free')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText('3 of 5 places');
  for (const name of ['Ravi Menon', ...named('Web', 5)]) {
    await lead.getByRole('button', { name: `Offer the place to ${name}` }).click();
    await lead.getByRole('button', { name: 'Offer the place', exact: true }).last().click();
    await expect(lead.getByText(`The place is offered to ${name}.`)).toBeVisible();
  }
  await expect(row).toContainText('5 of 5 places');
  await ravi.goto('/dashboard');
  await ravi.getByRole('button', { name: 'I’m in' }).click();
  await expect(ravi.getByText('Your place is confirmed.')).toBeVisible();
  const [declines = ''] = named('Web', 5);
  expect((await student(year, declines).send('POST', '/api/me/place', { answer: 'no' })).status).toBe(200);
}

/** Two results are corrected. One of the corrections is undone before anybody sees it. */
async function correct(year: Year): Promise<void> {
  const { club, lead } = year;
  const [undone = '', applied = ''] = named('Android', 4, 5);
  for (const name of [undone, applied]) {
    await lead.goto(`/admin/members/${student(year, name).uid}`);
    await lead.getByRole('button', { name: 'Waitlisted', exact: true }).click();
    await lead.getByLabel('Reason').fill('Two members were confused');
    await lead.getByRole('button', { name: 'Correct the result' }).click();
    await expect(lead.getByRole('button', { name: `Undo the correction for ${name}` })).toBeVisible();
    if (name !== undone) continue;
    await lead.getByRole('button', { name: `Undo the correction for ${name}` }).click();
    await expect(lead.getByText('Correction undone. The member has seen nothing of it.')).toBeVisible();
  }
  await withStore(club, ({ db }) =>
    db.updateTable('result_corrections').set({ dueAt: '2026-01-01T00:00:00.000Z' }).execute(),
  );
  await expect(lead.getByText(/Result corrected: Not selected → Waitlisted/)).toBeVisible();
  const outcomeOf = async (name: string) => (await student(year, name).send('GET', '/api/me/result')).body;
  expect(await outcomeOf(undone)).toMatchObject({ outcome: 'not-selected' });
  expect(await outcomeOf(applied)).toMatchObject({ outcome: 'waitlisted' });
}

async function write({ lead, asha, ravi }: Year): Promise<void> {
  await lead.goto('/admin?track=web');
  await lead.getByRole('button', { name: 'Select', exact: true }).click();
  for (const name of ['Asha Rao', ...named('Web', 1, 2, 3, 4)])
    await lead.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  await lead.getByRole('button', { name: 'Write to members' }).click();
  await expect(lead.getByText('5 selected members')).toBeVisible();
  await lead.getByLabel('Message', { exact: true }).fill('We meet on Monday, {firstName}.');
  await lead.getByRole('button', { name: 'Send...' }).click();
  await lead.getByRole('button', { name: 'Send to 5 members' }).click();
  await asha.goto('/dashboard');
  await expect(asha.getByText('We meet on Monday, Asha.')).toBeVisible();
  await ravi.reload();
  await expect(ravi.getByText(/^We meet on Monday/)).toBeHidden();
}

/** Ten questions, answered one after the other. */
async function answer(year: Year): Promise<void> {
  const { lead, smtp } = year;
  const asking = named('New', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10).map((name) => student(year, name));
  for (const { send, registration } of asking) {
    const { fullName: name, email } = registration;
    const message = contactMessage({ name, email, message: `Where do we meet? ${name}` });
    expect((await send('POST', '/f/contact', message)).status).toBe(200);
  }
  await lead.goto('/admin/inbox?kind=open');
  for (const {
    registration: { fullName },
  } of asking) {
    await lead.getByRole('link', { name: fullName }).click();
    // The one before stays until this one is loaded.
    const message = lead.getByRole('article').filter({ hasText: `Where do we meet? ${fullName}` });
    await message.getByLabel('Answer', { exact: true }).fill(`In room 4, ${fullName}.`);
    await message.getByRole('button', { name: 'Send Answer' }).click();
    await expect(message.getByRole('region', { name: 'Answers' })).toContainText(`In room 4, ${fullName}.`);
  }
  const answered = () =>
    smtp.arrived.filter(({ mail, recipients }) =>
      asking.some(
        ({ registration: { email, fullName } }) =>
          recipients[0] === email && mail.text?.includes(`In room 4, ${fullName}.`),
      ),
    ).length;
  await expect.poll(answered).toBe(10);
}

/** A member of the club gets a role, and the season ends. @returns its name */
async function endSeason({ lead, asha }: Year): Promise<string> {
  const certificate = await asha.getByRole('link', { name: 'Open my certificate page' }).getAttribute('href');
  await lead.goto('/admin/seasons');
  const noted = lead.waitForResponse((response) => response.request().method() === 'PATCH');
  await lead.getByLabel('Role of Ravi Menon').fill('Web lead');
  await lead.getByLabel('Role of Ravi Menon').blur();
  await noted;
  await expect(lead.getByText('50 members: 39 accounts are closed.')).toBeVisible();
  await expect(
    lead.getByText('11 members of the club keep their accounts, with empty applications'),
  ).toBeVisible();
  await expect(lead.getByText(/^Still set for the next season: Deadline:/)).toBeVisible();
  const label = lead.getByText(/^To end it, type its name: /);
  const season = (await label.innerText()).replace('To end it, type its name: ', '');
  await lead.getByLabel(/^To end it/).fill(season);
  await lead.getByRole('button', { name: 'End the Season' }).click();
  await expect(lead.getByText(`The season ${season} has ended.`)).toBeVisible();
  await expect(lead.getByText('11 members: 0 accounts are closed.')).toBeVisible();
  await expect(asha.getByRole('button', { name: 'Save Selection' })).toBeVisible();
  await asha.goto(certificate ?? '');
  await expect(asha.getByRole('heading', { name: 'Asha Rao' })).toBeVisible();
  return season;
}

/** A member of the club becomes the next lead. @returns the page where they are */
async function handOver(year: Year): Promise<Page> {
  const { lead, ravi, emails, newPage } = year;
  await lead.goto('/admin/hand-over');
  await lead.getByLabel('Note', { exact: true }).fill('The room is booked until June.');
  await lead.getByRole('button', { name: 'Save Note' }).click();
  await lead.getByLabel('Their email').fill(emails.ravi);
  await lead.getByRole('button', { name: 'Send Link' }).click();
  await expect(lead.getByText(new RegExp(`^${emails.ravi} can take over until`))).toBeVisible();
  const next = await newPage();
  await next.goto(await mailedLink(year, emails.ravi, '/take-over'));
  await expect(
    next.getByText(/^Ravi Menon, your address moves to the administrator’s account/),
  ).toBeVisible();
  await next.getByLabel('New Password', { exact: true }).fill(passwords.next);
  await next.getByLabel('Confirm New Password', { exact: true }).fill(passwords.next);
  await next.getByRole('button', { name: 'Take Over' }).click();
  await expect(next.getByLabel('Note', { exact: true })).toHaveValue('The room is booked until June.');
  for (const page of [lead, ravi]) await expect(page).toHaveURL(/\/login/);
  return next;
}

async function lookBack(next: Page, season: string): Promise<void> {
  await next.goto('/admin/seasons');
  await expect(next.getByRole('row', { name: /Ravi Menon/ })).toContainText('Web Development');
  await next.getByRole('link', { name: season, exact: true }).click();
  await next.getByLabel('Search this season').fill('ml student 06');
  await expect(next.getByRole('button', { name: 'Asha Rao' })).toBeHidden();
  await next.getByRole('button', { name: 'Ml Student 06' }).click();
  await expect(next.getByRole('dialog', { name: 'Ml Student 06' })).toContainText('Not selected');
}

/** The second season opens, and somebody whose account was closed applies again. */
async function openAgain(year: Year, next: Page): Promise<void> {
  await next.goto('/admin/settings/dates');
  await next.getByLabel('Registration opens').fill(typed(-1));
  await next.getByLabel('Deadline for submissions').fill(typed(480));
  await save(next);
  await next.goto('/admin-dashboard');
  // Four panels are beside each other while the club is new.
  const { height = 0 } = (await next.getByText('Deadline for projects').boundingBox()) ?? {};
  expect(height).toBeLessThan(50);
  const page = await year.newPage();
  const { registration } = student(year, 'Ml Student 06');
  await page.goto('/login');
  await startedUp(page);
  await page.getByLabel('Email').fill(registration.email);
  await page.getByLabel('Password', { exact: true }).fill(registration.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText(/^The season is over, and your account was closed with it\./)).toBeVisible();
  await expect(page.getByLabel('Student ID')).toHaveValue(registration.studentId);
  await page.getByLabel('Password', { exact: true }).fill(registration.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(registration.password);
  await page.getByLabel(/I agree to the/).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('button', { name: 'Save Selection' })).toBeVisible();
  await next.goto('/admin');
  await expect(next.getByRole('link', { name: 'Ml Student 06' })).toBeVisible();
}

test('a club plays a year: from the printed link to the first member of the next season', {
  tag: '@engines',
}, async ({ club, problems, newPage, page: lead }) => {
  // A page that is open may lose its stream while the portal starts again.
  problems.allowLostServer();
  // A submission that another reviewer has open, or reviewed before the page knew, and an account that is closed.
  problems.allow(/status of 409 .*\/(claim|api\/admin\/reviews)\b|status of 403 .*\/sign-in/);
  const year: Year = {
    ...{ club, lead, newPage, asha: await newPage(), ravi: await newPage(), smtp: await startSmtp() },
    ...{ emails: { asha: '', ravi: '' }, ashaUid: '', students: new Map() },
  };
  await test.step('the lead sets the portal up by the printed link', () => setUp(year));
  await test.step('registration opens by a date', () => openByDate(year));
  await test.step('fifty students register', () => registerStudents(year));
  await test.step('members who have not submitted are reminded', () => remind(year));
  await test.step('one member gets longer than the deadline', () => passDeadline(year));
  await test.step('three reviewers share the reviews', () => review(year));
  await test.step('three tracks are released in three rounds', () => release(year));
  await test.step('places are confirmed, lapse and are offered on', () => confirmPlaces(year));
  await test.step('of two corrections one is undone', () => correct(year));
  await test.step('a message reaches the ticked members alone', () => write(year));
  await test.step('ten questions are answered', () => answer(year));
  const season = await test.step('the season ends', () => endSeason(year));
  const next = await test.step('the next lead takes over', () => handOver(year));
  await test.step('a member of last year is found', () => lookBack(next, season));
  await test.step('somebody registers again', () => openAgain(year, next));
});
