import { within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { confirmEmail } from '#tests/helpers/app.ts';
import { changesOf, storedRecord } from '#tests/helpers/records.ts';
import type { Progress } from '#tests/helpers/signed-in-member.ts';
import {
  administrator,
  member,
  openPage,
  screen,
  takePageClock,
  textsOf,
  visitor,
} from '#tests/pages/page.ts';

const submission = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};
const underReview = 'Your submission is under review.';
const graded = 'Your submission has been reviewed and graded. Stay tuned for the results!';
const saved = 'Development track updated successfully!';
const saveFailed = 'Failed to update development track. Please try again.';
const nothingSelected = 'Please select a development track';
const saveTrack = 'PUT /api/me/track';

function radio(name: string) {
  return screen.findByRole<HTMLInputElement>('radio', { name });
}

function saveButton() {
  return screen.queryByRole<HTMLButtonElement>('button', {
    name: /^(Save Selection|Update Track|Saving\.\.\.)$/,
  });
}

/** The tracks that the page marks as the current one. */
function currentTracks() {
  const marks = screen.queryAllByText('Your current track');
  return marks.map((mark) => mark.closest('label')?.querySelector('input')?.value);
}

describe('the greeting', () => {
  it('follows the local time, every 60 seconds', async () => {
    const clock = takePageClock(new Date(2026, 10, 20, 11, 58));
    await openPage('/dashboard', { as: member() });
    await screen.findByRole('heading', { name: 'Good morning, Asha Rao' });
    await clock.pass(180_000);
    await screen.findByRole('heading', { name: 'Good afternoon, Asha Rao' });
    await clock.pass(5 * 3_600_000);
    await screen.findByRole('heading', { name: 'Good evening, Asha Rao' });
  });

  it('uses the part of the email before the at-sign if there is no display name', async () => {
    const { registration } = (
      await openPage('/dashboard', {
        as: async (portal) => {
          const person = await member()(portal);
          const unnamed = portal.store.db.updateTable('user').set({ name: '' });
          await unnamed.where('id', '=', person.uid).execute();
          return person;
        },
      })
    ).browser;
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toMatch(new RegExp(`^Good \\w+, ${registration.email.split('@')[0]}$`));
  });
});

it.each([
  ['a visitor', visitor, '/login'],
  ['the administrator', administrator, '/admin-dashboard'],
])('leads %s elsewhere', async (_, as, path) => {
  const { address } = await openPage('/dashboard', { as });
  expect(address()).toBe(path);
});

it('links to the other pages', async () => {
  const { user, address } = await openPage('/dashboard', { as: member({ track: 'android' }) });
  const cards = within(await screen.findByRole('navigation', { name: 'Pages' })).getAllByRole('link');
  const hrefs = cards.map((card) => card.getAttribute('href'));
  expect(hrefs).toEqual(['/user-tasks', '/profile', '/timeline', '/contact', '/about']);
  for (const name of ['My Task', 'My Profile', 'Registration Timeline', 'Submit Project / Contact', 'About'])
    screen.getAllByRole('link', { name });
  await user.click(cards[2] as HTMLElement);
  await expect.poll(address).toBe('/timeline');
});

interface State {
  progress: Progress;
  status: string[];
  notice?: string;
  button: [text: string, href: string];
}

const states: Record<string, State> = {
  'a new member': {
    progress: {},
    status: ['Complete', 'Not selected', 'Not assigned', 'Not submitted'],
    button: ['View Task', '/user-tasks'],
  },
  'a track chosen': {
    progress: { track: 'ml' },
    status: ['Complete', 'Machine Learning', 'In progress', 'Not submitted'],
    button: ['View Task', '/user-tasks'],
  },
  'the task done': {
    progress: { track: 'ml', taskDone: true },
    status: ['Complete', 'Machine Learning', 'Completed', 'Not submitted'],
    button: ['Submit Project', '/contact'],
  },
  'a project sent before the task is done': {
    progress: { track: 'web', submission },
    status: ['Complete', 'Web Development', 'In progress', 'Under review'],
    notice: underReview,
    button: ['View Task', '/user-tasks'],
  },
  'a project under review': {
    progress: { track: 'game', taskDone: true, submission },
    status: ['Complete', 'Game Development', 'Completed', 'Under review'],
    notice: underReview,
    button: ['Submit Project', '/contact'],
  },
  'a reviewed project': {
    progress: {
      track: 'android',
      taskDone: true,
      submission,
      record: { submissionReviewed: true, graded: true },
    },
    status: ['Complete', 'Android Development', 'Completed', 'Reviewed and graded'],
    notice: graded,
    button: ['Submit Project', '/contact'],
  },
  'a recovered record': {
    progress: { record: { registrationComplete: false } },
    status: ['Not complete', 'Not selected', 'Not assigned', 'Not submitted'],
    button: ['View Task', '/user-tasks'],
  },
};

/** A day in the reader's zone. */
function shownDay(at: string): string {
  return new Date(at).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
}

it('shows what the member did once all four steps are completed', async () => {
  const record = {
    createdAt: '2026-10-01T09:00:00.000Z',
    taskCompletedAt: '2026-10-26T09:00:00.000Z',
    submittedAt: '2026-10-28T09:00:00.000Z',
    submissionReviewed: true,
    graded: true,
  };
  await openPage('/dashboard', { as: member({ track: 'game', taskDone: true, submission, record }) });
  const card = within(await screen.findByRole('region', { name: 'Next Steps' }));
  card.getByText('4 of 4 steps completed');
  card.getByText(graded);
  expect(textsOf(card.getAllByRole('definition'))).toEqual([
    'Asha Rao',
    'Game Development',
    'asha-rao/events-board',
    ...[record.createdAt, record.taskCompletedAt, record.submittedAt].map(shownDay),
  ]);
});

it('leaves out of the receipt what a record from elsewhere does not have', async () => {
  const record = { submissionReviewed: true, submittedAt: null, taskCompletedAt: null };
  await openPage('/dashboard', { as: member({ track: 'game', taskDone: true, submission, record }) });
  const card = within(await screen.findByRole('region', { name: 'Next Steps' }));
  expect(textsOf(card.getAllByRole('term'))).toEqual(['member', 'track', 'project', 'joined']);
});

it.each(Object.entries(states))('shows the status and the next step of %s', async (_, state) => {
  await openPage('/dashboard', { as: member(state.progress) });
  const status = within(await screen.findByRole('region', { name: 'Account Status' }));
  expect(textsOf(status.getAllByRole('term'))).toEqual(['Registration', 'Track', 'Task', 'Submission']);
  expect(textsOf(status.getAllByRole('definition'))).toEqual(state.status);
  const next = within(screen.getByRole('region', { name: 'Next Steps' })).getByRole('link');
  expect([next.textContent, next.getAttribute('href')]).toEqual(state.button);
  const notices = [underReview, graded].filter((text) => screen.queryByText(text));
  expect(notices).toEqual(state.notice ? [state.notice] : []);
  expect(document.querySelectorAll('main [data-variant="filled"]')).toHaveLength(1);
});

describe('an address that is not confirmed', () => {
  it('is asked for until it is, and a link that cannot be sent says why', async () => {
    const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@sdc.example' };
    const { portal, browser, network, press } = await openPage('/dashboard', { as: member(), env });
    await screen.findByText(/^Confirm your email address: open/);
    const repair = network.fail('POST /api/me/confirmation-mail');
    await press('Send the link again');
    await screen.findByText(/^The portal couldn’t be reached/);
    repair();
    await confirmEmail(portal, browser.uid);
    await press('Send the link again');
    await expect.poll(() => screen.queryByText(/^Confirm your email address: open/)).toBeNull();
  });
});

describe('without the record', () => {
  it('says that it is loading, and shows no values', async () => {
    const { network } = await openPage('/dashboard', {
      as: member({ track: 'web' }),
      bare: true,
      prepare: ({ hold }) => void hold('GET /api/me'),
    });
    await screen.findByRole('heading', { level: 1, name: /Asha Rao$/ });
    screen.getByText('Loading...');
    expect(screen.queryByText(/Not selected|Not available|Please select/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(saveButton()).toBeNull();
    network.release('GET /api/me');
    await expect.poll(async () => (await radio('Web Development')).checked).toBe(true);
    expect(screen.queryByText('Loading...')).toBeNull();
  });

  it('logs a failure without an alert, and loads the record on retry', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { network, press } = await openPage('/dashboard', {
      as: member({ track: 'web' }),
      bare: true,
      prepare({ fail, hold }) {
        hold('GET /api/me/events');
        fail('GET /api/me');
      },
    });
    await screen.findAllByText('Not available');
    expect(textsOf(screen.getAllByRole('definition'))).toEqual(Array(4).fill('Not available'));
    expect(warn).toHaveBeenCalledWith('Loading user data on the dashboard failed', expect.anything());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(nothingSelected)).toBeNull();
    expect(currentTracks()).toEqual([]);
    network.release('GET /api/me');
    await press('Try again');
    await expect.poll(currentTracks).toEqual(['web']);
    expect(screen.queryByText('Not available')).toBeNull();
  });

  it('works for an account without a record', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { user } = await openPage('/dashboard', {
      as: async (portal) => {
        const person = await member({ track: 'web' })(portal);
        await portal.store.db.deleteFrom('members').where('uid', '=', person.uid).execute();
        return person;
      },
    });
    await screen.findAllByText('Not available');
    expect(screen.queryByRole('alert')).toBeNull();
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getAllByRole('link')).toHaveLength(4);
    const recovery = within(screen.getByRole('main')).getByRole('link', { name: 'Data Recovery' });
    expect(recovery.getAttribute('href')).toBe('/data-recovery');
    await user.click(await radio('Web Development'));
    await expect.poll(() => saveButton()?.disabled).toBe(false);
    await user.click(saveButton() as HTMLElement);
    expect((await screen.findByRole('alert')).textContent).toBe(saveFailed);
    expect((await radio('Web Development')).checked).toBe(true);
  });
});

describe('the track picker', () => {
  it('saves a first track, once for a double click, and offers the next step', async () => {
    const { portal, browser, network, user, address } = await openPage('/dashboard', { as: member() });
    expect(await screen.findAllByRole('radio')).toHaveLength(4);
    screen.getByRole('radiogroup', { name: 'Development track' });
    screen.getByText(nothingSelected);
    expect(saveButton()).toMatchObject({ textContent: 'Save Selection', disabled: true });
    expect(screen.queryByRole('link', { name: 'My Task' })).toBeNull();
    await screen.findByText('Task: Campus Events Board');

    await user.click(await screen.findByText('Web Development'));
    expect((await radio('Web Development')).checked).toBe(true);
    expect(screen.queryByText(nothingSelected)).toBeNull();
    const held = network.hold(saveTrack);
    await user.dblClick(saveButton() as HTMLElement);
    await expect.poll(() => saveButton()?.textContent).toBe('Saving...');
    expect(saveButton()?.getAttribute('aria-disabled')).toBe('true');
    expect(currentTracks()).toEqual([]);
    held.release();
    await screen.findByText(saved);
    await expect.poll(saveButton).toMatchObject({ textContent: 'Update Track', disabled: true });
    expect(currentTracks()).toEqual(['web']);
    expect(network.requests.filter((request) => request === saveTrack)).toHaveLength(1);
    expect(await storedRecord(portal.store, browser.uid)).toMatchObject({
      developmentTrack: 'web',
      trackUpdatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    const kinds = (await changesOf(portal.store, browser.uid)).map(({ kind }) => kind);
    expect(kinds).toEqual(['registered', 'track-selected']);

    await screen.findByRole('link', { name: 'My Task' });
    const picker = within(screen.getByRole('region', { name: 'Development Track' }));
    await user.click(picker.getByRole('link', { name: 'View Task' }));
    await expect.poll(address).toBe('/user-tasks');
  });

  it('is enabled only for a track that is not the current one', async () => {
    const page = await openPage('/dashboard', { as: member({ track: 'ml' }) });
    await expect.poll(currentTracks).toEqual(['ml']);
    expect(saveButton()).toMatchObject({ textContent: 'Update Track', disabled: true });
    await page.user.click(await radio('Game Development'));
    expect(saveButton()?.disabled).toBe(false);
    expect(currentTracks()).toEqual(['ml']);
    await page.user.click(await radio('Machine Learning'));
    expect(saveButton()?.disabled).toBe(true);
    await page.user.click(await radio('Android Development'));
    await page.press('Update Track');
    await expect.poll(currentTracks).toEqual(['android']);
    expect(saveButton()?.disabled).toBe(true);
    await page.reload();
    await expect.poll(currentTracks).toEqual(['android']);
    expect((await radio('Android Development')).checked).toBe(true);
  });

  it('keeps the choice and the focus of somebody who was faster than the record', async () => {
    const { network, user } = await openPage('/dashboard', {
      as: member(),
      bare: true,
      prepare: ({ hold }) => void hold('GET /api/me'),
    });
    await user.click(await radio('Machine Learning'));
    expect(document.activeElement).toBe(await radio('Machine Learning'));
    network.release('GET /api/me');
    await expect.poll(() => saveButton()?.disabled).toBe(false);
    expect(document.activeElement).toBe(await radio('Machine Learning'));
    expect((await radio('Machine Learning')).checked).toBe(true);
  });

  it('shows the success message for 3 seconds', async () => {
    const clock = takePageClock();
    const { user, press } = await openPage('/dashboard', { as: member({ track: 'web' }) });
    await user.click(await radio('Machine Learning'));
    await press('Update Track');
    await screen.findByText(saved);
    await clock.pass(1_000);
    screen.getByText(saved);
    await clock.pass(2_000);
    await expect.poll(() => screen.queryByText(saved)).toBeNull();
    expect((await radio('Machine Learning')).checked).toBe(true);
  });

  it('keeps the choice when the connection drops, and saves it on retry', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { portal, browser, network, user, press } = await openPage('/dashboard', {
      as: member({ track: 'web' }),
    });
    const repair = network.fail(saveTrack);
    await user.click(await radio('Game Development'));
    await press('Update Track');
    expect((await screen.findByRole('alert')).textContent).toBe(saveFailed);
    expect(warn).toHaveBeenCalledWith('Updating the development track failed', expect.anything());
    expect((await radio('Game Development')).checked).toBe(true);
    await expect.poll(saveButton).toMatchObject({ disabled: false });
    expect(document.activeElement).toBe(saveButton());
    expect(currentTracks()).toEqual(['web']);
    repair();
    await press('Update Track');
    await screen.findByText(saved);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await storedRecord(portal.store, browser.uid)).toMatchObject({ developmentTrack: 'game' });
  });

  it('keeps another choice that is made while one is being saved', async () => {
    const { network, user, press } = await openPage('/dashboard', { as: member({ track: 'web' }) });
    await user.click(await radio('Machine Learning'));
    await press('Update Track');
    await screen.findByText(saved);
    await user.click(await radio('Game Development'));
    const held = network.hold(saveTrack);
    await press('Update Track');
    await held.sent;
    expect(screen.queryByText(saved)).toBeNull();
    await user.click(await radio('Android Development'));
    held.release();
    await expect.poll(currentTracks).toEqual(['game']);
    expect((await radio('Android Development')).checked).toBe(true);
  });

  it('explains Enter without a choice', async () => {
    const { user } = await openPage('/dashboard', { as: member() });
    (await radio('Android Development')).focus();
    await user.keyboard('{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(nothingSelected);
    await user.click(await radio('Web Development'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leads to the login page when the session has ended, and back', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { browser, user, press, fill, address } = await openPage('/dashboard', {
      as: member(),
      prepare: ({ hold }) => void hold('GET /api/me/events'),
    });
    await user.click(await radio('Web Development'));
    browser.cookies.clear();
    await press('Save Selection');
    await expect.poll(address).toBe('/login');
    const { email, password } = browser.registration;
    await fill({ Email: email, Password: password });
    await press('Sign In');
    await expect.poll(address).toBe('/dashboard');
  });

  it('shows at once what another device of the member chose', async () => {
    const { browser } = await openPage('/dashboard', { as: member({ track: 'web' }) });
    await expect.poll(currentTracks).toEqual(['web']);
    await browser.put('/api/me/track', { developmentTrack: 'game' });
    await expect.poll(currentTracks).toEqual(['game']);
  });
});
