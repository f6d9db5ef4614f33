import { within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { addRecords, submittedRecord } from '#tests/helpers/made-records.ts';
import { changesOf, storedRecord } from '#tests/helpers/records.ts';
import { type Progress, writeRecord } from '#tests/helpers/signed-in-member.ts';
import { refusal } from '#tests/pages/network.ts';
import { administrator, member, openPage, screen, takePageClock, textsOf } from '#tests/pages/page.ts';

const titles = [
  'Create Account',
  'Select Development Track',
  'Complete Assigned Task',
  'Submit Project Details',
] as const;
const submission = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};
const done = 'PUT /api/me/task-completion';

async function step(title: (typeof titles)[number]): Promise<HTMLElement> {
  const item = (await screen.findByRole('heading', { level: 2, name: title })).closest('li');
  if (!item) throw new Error(`${title} is not in the list.`);
  return item;
}

async function statuses(): Promise<(string | null)[]> {
  await screen.findByText(/of 4 steps completed/);
  expect(textsOf(screen.getAllByRole('heading', { level: 2 }))).toEqual(titles);
  const items = await Promise.all(titles.map(step));
  return items.map((item) => {
    const { textContent } = within(item).getByText(/^(Completed|Current|Pending)$/);
    expect(item.getAttribute('aria-current')).toBe(textContent === 'Current' ? 'step' : null);
    return textContent;
  });
}

interface State {
  progress: Progress;
  shown: string[];
  /** In the last step, or beside the comb once that is the current one. */
  text: RegExp;
}

const states: Record<string, State> = {
  'a new member': {
    progress: {},
    shown: ['Completed', 'Current', 'Pending', 'Pending'],
    text: /Submit your project once the task is done\./,
  },
  'a track chosen': {
    progress: { track: 'web' },
    shown: ['Completed', 'Completed', 'Current', 'Pending'],
    text: /Submit your project once the task is done\./,
  },
  'the task done': {
    progress: { track: 'web', taskDone: true },
    shown: ['Completed', 'Completed', 'Completed', 'Current'],
    text: /Send us the link to your project/,
  },
  'a project sent before the task is done': {
    progress: { track: 'web', submission },
    shown: ['Completed', 'Completed', 'Current', 'Current'],
    text: /under review/,
  },
  'a project under review': {
    progress: { track: 'web', taskDone: true, submission },
    shown: ['Completed', 'Completed', 'Completed', 'Current'],
    text: /under review/,
  },
  'a reviewed project': {
    progress: { track: 'web', taskDone: true, submission, record: { submissionReviewed: true } },
    shown: ['Completed', 'Completed', 'Completed', 'Completed'],
    text: /results will be out soon/i,
  },
};

describe('the four steps', () => {
  it.each(Object.entries(states))('of %s', async (_, { progress, shown, text }) => {
    await openPage('/timeline', { as: member(progress) });
    expect(await statuses()).toEqual(shown);
    const completed = shown.filter((status) => status === 'Completed').length;
    screen.getByText(`${completed} of 4 steps completed`);
    expect(screen.getByRole('main').textContent).toMatch(text);
    const toDo = shown[2] === 'Current' ? 1 : 0;
    expect(screen.queryAllByRole('link', { name: 'Go to Task' })).toHaveLength(toDo);
    expect(screen.queryAllByRole('button', { name: 'Mark as Done' })).toHaveLength(toDo);
  });

  it('show the track, and when each step was completed', async () => {
    const record = {
      trackUpdatedAt: '2026-09-02T08:05:00.000Z',
      taskCompletedAt: '2026-10-03T21:15:00.000Z',
      submittedAt: '2026-10-04T06:30:00.000Z',
    };
    await openPage('/timeline', { as: member({ track: 'ml', taskDone: true, submission, record }) });
    const track = (await step('Select Development Track')).textContent;
    expect(track).toContain('Machine Learning');
    expect(track).toContain(shownDate(record.trackUpdatedAt));
    expect((await step('Complete Assigned Task')).textContent).toContain(shownDate(record.taskCompletedAt));
    expect(screen.getByRole('main').textContent).toContain('Submitted on Oct ');
  });

  it('link to the dashboard, the task and the contact page', async () => {
    const { user, address } = await openPage('/timeline', { as: member({ track: 'game' }) });
    expect((await screen.findByRole('link', { name: 'Go to Task' })).getAttribute('href')).toBe(
      '/user-tasks',
    );
    await user.click(screen.getByRole('button', { name: 'Mark as Done' }));
    const submit = await screen.findByRole('link', { name: 'Submit Project' });
    expect(submit.getAttribute('href')).toBe('/contact');
    await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
    await expect.poll(address).toBe('/dashboard');
  });
});

/** A day in the reader's zone: 'Sep 2, 2026'. */
function shownDate(at: string): string {
  return new Date(at).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
}

describe('Mark as Done', () => {
  it('marks the task once for a double click, shows progress, and focuses the next step', async () => {
    const { portal, browser, network, user } = await openPage('/timeline', {
      as: member({ track: 'android' }),
    });
    const held = network.hold(done);
    await user.dblClick(await screen.findByRole('button', { name: 'Mark as Done' }));
    expect((await screen.findByRole('button', { name: 'Marking...' })).getAttribute('aria-disabled')).toBe(
      'true',
    );
    held.release();
    const next = await screen.findByRole('link', { name: 'Submit Project' });
    await expect.poll(() => document.activeElement).toBe(next);
    expect(await statuses()).toEqual(['Completed', 'Completed', 'Completed', 'Current']);
    expect(network.requests.filter((request) => request === done)).toHaveLength(1);
    expect(await storedRecord(portal.store, browser.uid)).toMatchObject({
      taskCompleted: 1,
      taskCompletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    const kinds = (await changesOf(portal.store, browser.uid)).map(({ kind }) => kind);
    expect(kinds).toEqual(['registered', 'track-selected', 'task-completed']);
  });

  it('shows a failure below the button, logs its details, and can be retried', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { portal, browser, network, user, press } = await openPage('/timeline', {
      as: member({ track: 'android' }),
    });
    const repair = network.fail(done);
    (await screen.findByRole('button', { name: 'Mark as Done' })).focus();
    await user.keyboard(' ');
    const alert = await within(screen.getByRole('region', { name: 'Complete Assigned Task' })).findByRole(
      'alert',
    );
    expect(alert.textContent).toContain('Your task wasn’t marked as done. The portal couldn’t be reached.');
    expect(warn).toHaveBeenCalledWith('Marking the task as done failed', expect.anything());
    const again = await screen.findByRole('button', { name: 'Mark as Done' });
    await expect.poll(() => document.activeElement).toBe(again);
    expect(await statuses()).toEqual(['Completed', 'Completed', 'Current', 'Pending']);
    expect(await storedRecord(portal.store, browser.uid)).toMatchObject({ taskCompleted: 0 });
    repair();
    await press('Mark as Done');
    await screen.findByRole('link', { name: 'Submit Project' });
    expect(await statuses()).toEqual(['Completed', 'Completed', 'Completed', 'Current']);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the next action', () => {
  const answered = { feedback: 'Please add tests.', feedbackAt: '2026-10-30T09:00:00.000Z' };

  it.each([
    ['a new member', {}, 'Choose a track', '/dashboard#track'],
    ['a task to do', { track: 'web' }, 'Go to Task', '/user-tasks'],
    ['a project to submit', { track: 'web', taskDone: true }, 'Submit Project', '/contact'],
    [
      'a submission under review',
      { track: 'web', taskDone: true, submission },
      'Edit submission',
      '/contact?edit',
    ],
    [
      'feedback',
      { track: 'web', taskDone: true, submission, record: answered },
      'Submit again',
      '/contact?edit',
    ],
  ] satisfies [string, Progress, string, string][])(
    'is one main button, for %s',
    async (_, progress, label, target) => {
      await openPage('/timeline', { as: member(progress) });
      const link = await screen.findByRole('link', { name: label });
      expect(link.getAttribute('href')).toBe(target);
      expect(document.querySelectorAll('main [data-variant="filled"]')).toHaveLength(1);
      expect(link.getAttribute('data-variant')).toBe('filled');
    },
  );

  it('shows feedback as the headline, and the notice of the spec beside its step', async () => {
    await openPage('/timeline', {
      as: member({ track: 'web', taskDone: true, submission, record: answered }),
    });
    await screen.findByRole('heading', { name: 'Feedback on your submission' });
    screen.getByText('Please add tests.');
    for (const link of screen.getAllByRole('link', { name: 'Submit again' }))
      expect(link.getAttribute('href')).toBe('/contact?edit');
    expect((await step('Submit Project Details')).textContent).toContain('Your submission is under review.');
  });
});

describe('the submission', () => {
  it('shows the repository and the description', async () => {
    await openPage('/timeline', { as: member({ track: 'web', taskDone: true, submission }) });
    const last = within(await screen.findByRole('region', { name: 'Submit Project Details' }));
    const link = last.getByRole('link', { name: /asha-rao\/events-board.*opens in a new tab/ });
    expect(link.getAttribute('href')).toBe(submission.githubLink);
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toMatch(/noopener/);
    last.getByText(submission.projectDescription);
    expect(last.queryByRole('button')).toBeNull();
  });

  it('shows its place in the queue, as the queue moves', async () => {
    const clock = takePageClock();
    const { portal } = await openPage('/timeline', {
      as: async (portal) => {
        await addRecords(portal.store, [submittedRecord({ uid: 'before' })]);
        return member({ track: 'web', taskDone: true, submission })(portal);
      },
    });
    await screen.findByText('You’re number 2 in the queue.');
    await writeRecord(portal.store, 'before', { submissionReviewed: true });
    await clock.pass(60_000);
    await screen.findByText('You’re next in the queue.');
  });

  it('shows descriptions as plain text', async () => {
    const projectDescription = '<img src=x onerror="alert(1)"> The end.';
    await openPage('/timeline', {
      as: member({ track: 'web', taskDone: true, submission: { ...submission, projectDescription } }),
    });
    const last = await screen.findByRole('region', { name: 'Submit Project Details' });
    expect(last.textContent).toContain(projectDescription);
    expect(last.querySelector('img')).toBeNull();
  });
});

describe('without the record', () => {
  it('leads a visitor to sign in, and back', async () => {
    const { portal, address, fill, press } = await openPage('/timeline');
    expect(address()).toBe('/login?from=%2Ftimeline');
    const { registration } = await member()(portal);
    await fill({ Email: registration.email, Password: registration.password });
    await press('Sign In');
    await expect.poll(address).toBe('/timeline');
    expect(await statuses()).toEqual(['Completed', 'Current', 'Pending', 'Pending']);
  });

  it('says that it is loading', async () => {
    const { network } = await openPage('/timeline', {
      as: member({ track: 'web' }),
      bare: true,
      prepare: ({ hold }) => void hold('GET /api/me'),
    });
    await screen.findByRole('heading', { level: 1, name: 'Registration Timeline' });
    screen.getByText('Loading...');
    expect(screen.queryAllByRole('listitem')).toEqual([]);
    network.release('GET /api/me');
    expect(await statuses()).toEqual(['Completed', 'Completed', 'Current', 'Pending']);
  });

  it('asks again by itself after an error of the server', async () => {
    const { network } = await openPage('/timeline', {
      as: member({ track: 'web' }),
      bare: true,
      prepare({ fail, hold }) {
        hold('GET /api/me/events');
        fail('GET /api/me', () => refusal(500, 'INTERNAL', 'Something went wrong.'));
      },
    });
    const asked = () => network.requests.filter((request) => request === 'GET /api/me').length;
    await expect.poll(asked).toBe(2);
  });

  it('shows a failure to load, and loads on retry', async () => {
    const { network, press } = await openPage('/timeline', {
      as: member({ track: 'web' }),
      bare: true,
      prepare({ fail, hold }) {
        hold('GET /api/me/events');
        fail('GET /api/me');
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Your timeline couldn’t be loaded');
    expect(screen.queryAllByRole('listitem')).toEqual([]);
    network.release('GET /api/me');
    await press('Try again');
    expect(await statuses()).toEqual(['Completed', 'Completed', 'Current', 'Pending']);
  });

  it('says that the account has no record', async () => {
    await openPage('/timeline', { as: administrator });
    expect((await screen.findByRole('alert')).textContent).toBe(
      'User data not found. Please contact support.',
    );
    expect(await statuses()).toEqual(['Completed', 'Current', 'Pending', 'Pending']);
    screen.getByRole('link', { name: 'Go to Admin Dashboard' });
    expect(screen.queryByRole('link', { name: 'Data Recovery' })).toBeNull();
  });
});
