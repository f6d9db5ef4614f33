import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeState } from '#server/store/portal-state.ts';
import { type Person, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { decide, releaseNow, resultsOf } from '#tests/helpers/results.ts';
import type { Progress } from '#tests/helpers/signed-in-member.ts';
import { member, openPage, screen } from '#tests/pages/page.ts';

const submission = { githubLink: 'https://github.com/asha/board', projectDescription: 'It works.' };
const answered = { feedback: 'Please add tests.', feedbackAt: '2026-10-30T09:00:00.000Z' };
const done = { track: 'web', taskDone: true } as const;

/** The states of the table in docs/design.md. */
const states: Record<string, Progress> = {
  'no track': {},
  'track chosen': { track: 'web' },
  'task done': done,
  'under review': { ...done, submission },
  feedback: { ...done, submission, record: answered },
  reviewed: { ...done, submission, record: { submissionReviewed: true } },
  selected: { ...done, submission, record: { submissionReviewed: true } },
  'not selected': { ...done, submission, record: { submissionReviewed: true } },
  'not selected, with a link': { ...done, submission, record: { submissionReviewed: true } },
  'waiting list': { ...done, submission, record: { submissionReviewed: true } },
};
const columns = {
  Dashboard: '/dashboard',
  Timeline: '/timeline',
  'My Task': '/user-tasks',
  Contact: '/contact',
  Profile: '/profile',
};

/** Releases a result for this member, if the state has one; a selection has a link of the club, which is never filled. */
async function reach(state: string, portal: TestApp): Promise<Person> {
  const browser = await member(states[state] ?? {})(portal);
  const outcome = [
    ['selected', 'selected'],
    ['not selected', 'not-selected'],
    ['not selected, with a link', 'not-selected'],
    ['waiting list', 'waitlisted'],
  ] as const;
  const [, decided] = outcome.find(([name]) => name === state) ?? [];
  if (decided) {
    const admin = await signInAdministrator(portal);
    await decide(admin, [browser.uid], decided);
    const { settings } = await resultsOf(admin);
    const { texts } = settings;
    const chat = { link: 'https://chat.example/sdc', linkLabel: 'Join the chat' };
    Object.assign(texts.selected, chat);
    if (state.endsWith('link')) Object.assign(texts['not-selected'], chat);
    await writeState(portal.store.db, 'result-settings', { ...settings, texts });
    await releaseNow(admin);
  }
  return browser;
}

/** The rows of the table below 'One next action': the state, and the action of each page. */
function documented(): { state: string; actions: Record<string, string> }[] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'design.md'), 'utf8');
  const [, section = ''] = text.split('## One next action');
  const rows =
    section
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('|')) ?? [];
  const [head = [], , ...lines] = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return lines.map(([state = '', ...cells]) => ({
    state,
    actions: Object.fromEntries(
      cells.map((cell, index) => [head[index + 1] ?? '', cell.split(/[,(]/)[0]?.trim() ?? '']),
    ),
  }));
}

const rows = documented();

it('the table has every state and every page', () => {
  expect(rows.map(({ state }) => state)).toEqual(Object.keys(states));
  for (const { actions } of rows) expect(Object.keys(actions)).toEqual(Object.keys(columns));
});

describe.each(rows)('with $state', ({ state, actions }) => {
  it.each(Object.entries(columns))(
    '%s has the one filled button that the design names',
    async (page, path) => {
      await openPage(path, { as: (portal) => reach(state, portal) });
      const name = actions[page] ?? '';
      await screen.findByRole('heading', { level: 1 });
      await expect
        .poll(() =>
          [...document.querySelectorAll('main [data-variant="filled"]')].map((each) => each.textContent),
        )
        .toEqual(name === 'none' ? [] : [name]);
    },
  );
});
