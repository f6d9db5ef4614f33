import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { addRecords, submittedRecord } from '#tests/helpers/made-records.ts';
import { write } from '#tests/helpers/records.ts';
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

async function step(title: (typeof titles)[number]): Promise<HTMLElement> {
  const item = (await screen.findByRole('heading', { level: 2, name: title })).closest('li');
  if (!item) throw new Error(`${title} is not in the list.`);
  return item;
}

async function statuses(): Promise<(string | null)[]> {
  await screen.findByText(/of 4 steps completed/);
  expect(textsOf(screen.getAllByRole('heading', { level: 2 }))).toEqual(titles);
  const items = await Promise.all(titles.map(step));
  const found = items.map((item) => within(item).getByText(/^(Completed|Current|Pending)$/).textContent);
  // The next action belongs to the first of them.
  const next = items.filter((item) => item.getAttribute('aria-current') === 'step');
  expect(next).toEqual(items.filter((_item, index) => index === found.indexOf('Current')));
  return found;
}

it('leads a new member to the track picker of the dashboard, which has the focus', async () => {
  const { user } = await openPage('/timeline', { as: member() });
  expect(await statuses()).toEqual(['Completed', 'Current', 'Pending', 'Pending']);
  await user.click(screen.getByRole('link', { name: 'Choose a track' }));
  const [first] = await screen.findAllByRole('radio');
  await expect.poll(() => document.activeElement).toBe(first);
});

it('leads to the submission of somebody who has submitted before the task was done', async () => {
  await openPage('/timeline', { as: member({ track: 'web', submission }) });
  expect(await statuses()).toEqual(['Completed', 'Completed', 'Current', 'Current']);
  const link = screen.getByRole('link', { name: 'Edit submission' });
  expect(link.getAttribute('href')).toBe('/contact?edit');
  screen.getByRole('button', { name: 'Mark as Done' });
});

it('shows feedback with a review, which it does not take the place of', async () => {
  const record = { submissionReviewed: true, feedback: 'Well done.', feedbackAt: '2026-10-30T09:00:00.000Z' };
  await openPage('/timeline', { as: member({ track: 'web', taskDone: true, submission, record }) });
  await screen.findByText('4 of 4 steps completed');
  screen.getByText('Well done.');
  expect(screen.getAllByText('Your submission has been reviewed. Results will be out soon.')).toHaveLength(1);
});

it('marks the task as done, and focuses the next step', async () => {
  const { press } = await openPage('/timeline', { as: member({ track: 'android' }) });
  await press('Mark as Done');
  const next = await screen.findByRole('link', { name: 'Submit Project' });
  await expect.poll(() => document.activeElement).toBe(next);
  expect(next.getAttribute('href')).toBe('/contact');
  screen.getByText(/Send us the link to your project/);
  expect(await statuses()).toEqual(['Completed', 'Completed', 'Completed', 'Current']);
});

it('shows the place of the submission in the queue, as the queue moves', async () => {
  const clock = takePageClock();
  const { portal } = await openPage('/timeline', {
    as: async (portal) => {
      await addRecords(portal.store, [submittedRecord({ uid: 'before' })]);
      return member({ track: 'web', taskDone: true, submission })(portal);
    },
  });
  await screen.findByText('You’re number 2 in the queue.');
  await write(portal.store, 'before', { submissionReviewed: true }, 'review-changed');
  await clock.pass(60_000);
  await screen.findByText('You’re next in the queue.');
});

describe('without the record', () => {
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
