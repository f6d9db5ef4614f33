import type { Page } from '@playwright/test';
import type { GroupMessage, OwnMessage } from '#domain/group-messages.ts';
import { cut, hold, refused, see, seeAlert, seeHeading } from '../acts.ts';
import { administrator, longName, trackChosen } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const sent: GroupMessage = {
  id: 'a-message-of-this-club',
  text: 'The room has changed: we meet in Lab 3, Block B, at 4 pm.\n\nThe map: https://club.example/rooms?floor=2',
  filter: { q: '', track: 'web', submitted: false },
  email: false,
  sentAt: '2026-11-02T09:30:00.000Z',
  sentBy: 'lead@club.example',
  recipients: 23,
  endsAt: '2999-12-01T18:29:59.999Z',
  correctedAt: '2026-11-02T10:30:00.000Z',
  withdrawnAt: null,
  emails: null,
};

const emails = {
  ...{ total: 2_000, sent: 391, waiting: 1_607, stopped: 0, failed: 2, perDay: 400 },
  expectedEnd: '2026-11-06T09:30:00.000Z',
};

const all: GroupMessage[] = [
  sent,
  {
    ...sent,
    id: 'an-older-message-1',
    emails,
    filter: { q: '' },
    recipients: 2_000,
    correctedAt: null,
    endsAt: null,
  },
  { ...sent, id: 'an-older-message-2', text: 'x'.repeat(300), withdrawnAt: sent.sentAt, correctedAt: null },
];

const own: OwnMessage[] = all.map(({ id, text, sentAt, correctedAt, endsAt }) => ({
  ...{ id, text, sentAt, correctedAt, endsAt },
}));

function answer(page: Page, path: RegExp, json: unknown): Promise<unknown> {
  return page.route(path, (route) => route.fulfill({ json }));
}

const list = /\/api\/admin\/messages$/;
const path = '/admin/messages';

async function write(page: Page): Promise<void> {
  await page.getByLabel('Track', { exact: true }).selectOption('Web Development');
  await page
    .getByLabel('Message', { exact: true })
    .fill('Hi {name}, see https://club.example/{track} before Friday.');
  await see(page, /sees it on the dashboard$/);
}

/** Messages to a group: the administrator's page, and the member's dashboard. */
export const groupMessageStates: readonly ScreenState[] = [
  {
    name: 'messages',
    path,
    ...administrator,
    before: (page) => answer(page, list, { messages: all, nextCursor: sent.id }),
    reach: (page) => page.getByRole('list', { name: 'Sent messages' }).waitFor(),
  },
  { name: 'messages-writing', path, ...administrator, reach: write },
  {
    name: 'messages-gap',
    path,
    ...administrator,
    reach: async (page) => {
      await page.getByLabel('Message', { exact: true }).fill('Your {track} task');
      await seeAlert(page);
    },
  },
  {
    name: 'messages-asking',
    path,
    ...administrator,
    reach: async (page) => {
      await write(page);
      await page.getByRole('button', { name: 'Send...' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'messages-correcting',
    path,
    ...administrator,
    before: (page) => answer(page, list, { messages: all, nextCursor: null }),
    reach: (page) => page.getByRole('button', { name: 'Correct', exact: true }).first().click(),
  },
  {
    name: 'messages-recipients',
    path,
    ...administrator,
    before: async (page) => {
      await answer(page, list, { messages: all, nextCursor: null });
      await answer(page, /\/recipients\?/, {
        total: 22,
        recipients: [
          {
            uid: 'a',
            fullName: 'Asha Rao',
            developmentTrack: 'web',
            email: 'asha@students.example',
            dismissedAt: sent.sentAt,
          },
          {
            uid: 'b',
            fullName: longName,
            developmentTrack: null,
            email: 'v@students.example',
            dismissedAt: null,
          },
        ],
      });
    },
    reach: async (page) => {
      await page.getByRole('button', { name: 'Recipients' }).first().click();
      await see(page, 'Asha Rao');
    },
  },
  {
    name: 'messages-empty',
    path,
    ...administrator,
    portal: 'nobody',
    reach: (page) => see(page, 'No message was sent yet.'),
  },
  {
    name: 'messages-not-loaded',
    path,
    ...administrator,
    complaints: refused,
    before: (page) => cut(page, list),
    reach: (page) => seeAlert(page),
  },
  {
    name: 'messages-loading',
    path,
    ...administrator,
    before: (page) => hold(page, list),
    reach: (page) => seeHeading(page, 'Messages'),
  },
  {
    name: 'dashboard-messages',
    path: '/dashboard',
    as: trackChosen,
    before: (page) => answer(page, /\/api\/me\/messages$/, { messages: own }),
    reach: (page) =>
      page
        .getByRole('button', { name: /^Dismiss/ })
        .last()
        .waitFor(),
  },
];
