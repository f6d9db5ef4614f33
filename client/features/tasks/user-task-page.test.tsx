import { within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import android from '#content/tasks/android.json' with { type: 'json' };
import game from '#content/tasks/game.json' with { type: 'json' };
import ml from '#content/tasks/ml.json' with { type: 'json' };
import web from '#content/tasks/web.json' with { type: 'json' };
import { tracks } from '#domain/member-choices.ts';
import { storedRecord } from '#tests/helpers/records.ts';
import { member, openPage, screen, textsOf } from '#tests/pages/page.ts';

const tasks = { android, web, ml, game };
const submission = {
  githubLink: 'https://github.com/asha-rao/events-board',
  projectDescription: 'An events board for the campus.',
};
const done = 'PUT /api/me/task-completion';

async function card(name: string): Promise<ReturnType<typeof within>> {
  return within(await screen.findByRole('region', { name }));
}

describe('the task', () => {
  it.each(tracks)('of the member’s track is shown whole: %s', async (track) => {
    const task = tasks[track];
    await openPage('/user-tasks', { as: member({ track }) });
    await screen.findByRole('heading', { level: 2, name: task.title });
    const itemsOf = async (name: string) => textsOf((await card(name)).getAllByRole('listitem'));
    expect(await itemsOf('Requirements')).toEqual(
      task.requirements.map(({ title, description }, index) => `${index + 1}${title}Required${description}`),
    );
    expect(await itemsOf('Guidelines')).toEqual(task.guidelines);
    expect(await itemsOf('Tech Stack')).toEqual(task.techStack);
    expect(textsOf((await card('Task Status')).getAllByRole('definition'))).toEqual([
      'Active',
      'Flexible',
      'Intermediate',
    ]);
    const links: HTMLElement[] = (await card('Learning Resources')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      task.resources.map(({ name, link }) => [`${name} (opens in a new tab)`, link]),
    );
    for (const link of links) expect(link).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' });
  });

  it('is followed by the submission, to which a button leads', async () => {
    const { press } = await openPage('/user-tasks', { as: member({ track: 'web' }) });
    await press('Go to Submission');
    expect(document.activeElement?.textContent).toContain('Mark as Done');
  });
});

describe('Mark as Done', () => {
  it('is followed by the next step, which has the focus', async () => {
    const { portal, browser, user, press, address } = await openPage('/user-tasks', {
      as: member({ track: 'ml' }),
    });
    await press('Mark as Done');
    const next = await screen.findByRole('link', { name: 'Submit Project' });
    await expect.poll(() => document.activeElement).toBe(next);
    expect(screen.queryByRole('button', { name: 'Mark as Done' })).toBeNull();
    expect(screen.getAllByText('Task completed')).toHaveLength(2);
    expect(await storedRecord(portal.store, browser.uid)).toMatchObject({ taskCompleted: 1 });
    await user.keyboard('{Enter}');
    await expect.poll(address).toBe('/contact');
  });

  it('can be undone until something is submitted', async () => {
    const { portal, browser, press } = await openPage('/user-tasks', {
      as: member({ track: 'ml', taskDone: true }),
    });
    await press('Undo');
    const again = await screen.findByRole('button', { name: 'Mark as Done' });
    await expect.poll(() => document.activeElement).toBe(again);
    expect(screen.getAllByText(/In progress/)).toHaveLength(2);
    expect(await storedRecord(portal.store, browser.uid)).toMatchObject({ taskCompleted: 0 });
    await press('Mark as Done');
    await screen.findByRole('button', { name: 'Undo' });
    // On another device.
    await browser.put('/api/me/submission', submission);
    await expect.poll(() => screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    screen.getByRole('link', { name: 'Edit submission' });
  });

  it.each([
    ['Mark as Done', false, 'Your task wasn’t marked as done.', 'Undo'],
    ['Undo', true, 'Your task is still marked as done.', 'Mark as Done'],
  ] as const)(
    'says where it was pressed that it failed, and can be retried: %s',
    async (name, taskDone, text, after) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const { network, press } = await openPage('/user-tasks', { as: member({ track: 'ml', taskDone }) });
      const repair = network.fail(done);
      await press(name);
      const alert = await (await card('Submission')).findByRole('alert');
      expect(alert.textContent).toContain(`${text} The portal couldn’t be reached.`);
      expect(warn).toHaveBeenCalledWith('Marking the task as done failed', expect.anything());
      repair();
      await press(name);
      await screen.findByRole('button', { name: after });
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );
});

describe('the submission', () => {
  it('is shown with its feedback', async () => {
    const record = { feedback: 'Please add tests.', feedbackAt: '2026-10-30T09:00:00.000Z' };
    await openPage('/user-tasks', { as: member({ track: 'ml', taskDone: true, submission, record }) });
    await screen.findByText('Please add tests.');
    expect(screen.getByRole('link', { name: 'Submit again' }).getAttribute('href')).toBe('/contact?edit');
    const link = screen.getByRole('link', { name: /asha-rao\/events-board/ });
    expect(link).toMatchObject({ target: '_blank', rel: expect.stringMatching(/noopener/) });
  });

  it('is shown as reviewed although the task was never marked as done', async () => {
    const record = { submissionReviewed: true };
    await openPage('/user-tasks', { as: member({ track: 'ml', submission, record }) });
    expect(await screen.findAllByText('Reviewed')).toHaveLength(2);
    expect(screen.queryByText(/In progress/)).toBeNull();
    screen.getByRole('button', { name: 'Mark as Done' });
  });
});
