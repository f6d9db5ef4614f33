import type { Page } from '@playwright/test';
import type { GroupMessage, OwnMessage } from '#domain/group-messages.ts';
import { answer, cut, press, refused, see, seeAlert } from '../acts.ts';
import { administrator, longName, trackChosen } from '../people.ts';
import type { ScreenState } from '../screen-state.ts';

const sent: GroupMessage = {
  id: 'a-message-of-this-club',
  subject: '',
  text: 'The room has changed: we meet in Lab 3, Block B, at 4 pm.\n\nThe map: https://club.example/rooms?floor=2',
  filter: { q: '', track: 'web', submitted: false },
  email: false,
  plannedFor: null,
  leftOut: 0,
  sentAt: '2025-11-02T09:30:00.000Z',
  sentBy: 'lead@club.example',
  recipients: 23,
  endsAt: '2999-12-01T18:29:59.999Z',
  correctedAt: '2025-11-02T10:30:00.000Z',
  withdrawnAt: null,
  emails: null,
};

const emails = {
  ...{ total: 2_000, sent: 391, waiting: 1_607, stopped: 0, failed: 2, givenUp: 2, perDay: 400 },
  ...{ refused: 0, refusedMembers: [], sendsMail: true, parked: false },
  expectedEnd: '2025-11-06T09:30:00.000Z',
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
  {
    ...sent,
    id: 'an-older-message-2',
    text: 'تغيّرت القاعة: نلتقي في المختبر 3.',
    emails: { ...emails, waiting: 0, stopped: 1_607, expectedEnd: null },
    filter: { q: 'محمد', sameStudentId: true, outcome: 'none' },
    endsAt: '2025-11-03T18:29:59.999Z',
  },
  {
    ...sent,
    id: 'an-older-message-3',
    text: `${'x'.repeat(300)} ${'and so on, for the rest of it. '.repeat(30)}`,
    withdrawnAt: sent.sentAt,
    correctedAt: null,
  },
];

const list = /\/api\/admin\/messages\?/;
const messages = { path: '/admin/messages', ...administrator } as const;

async function write(page: Page): Promise<void> {
  await page.locator('summary').click();
  await page.getByRole('button', { name: 'Track: Any' }).click();
  await page.getByLabel('Web Development').check();
  await page.keyboard.press('Escape');
  await page
    .getByLabel('Message', { exact: true })
    .fill('Hi {name}, see https://club.example/{track} before Friday.');
  await see(page, /^On the dashboard of/);
}

/** Messages to a group: the administrator's page, and the member's dashboard. */
export const groupMessageStates: readonly ScreenState[] = [
  {
    name: 'messages',
    isRecorded: true,
    ...messages,
    before: (page) => answer(page, list, { messages: all, nextCursor: sent.id }),
    reach: (page) => page.getByRole('list', { name: 'Sent messages' }).waitFor(),
  },
  { name: 'messages-writing', ...messages, reach: write },
  {
    name: 'messages-asking',
    after: 'messages-writing',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Send...' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'messages-by-email',
    isRecorded: true,
    ...messages,
    reach: async (page) => {
      await write(page);
      await page.getByLabel('Also send it by email').check();
    },
    shows: /no mail server/,
  },
  {
    name: 'messages-to-nobody',
    ...messages,
    path: '/admin/messages?q=nobody-of-that-name',
    shows: 'No member matches these filters.',
  },
  {
    name: 'messages-recipients-not-loaded',
    ...messages,
    complaints: refused,
    before: async (page) => {
      await answer(page, list, { messages: all.slice(0, 1), nextCursor: null });
      await cut(page, /\/recipients\?/);
    },
    reach: async (page) => {
      await press(page, 'Recipients');
      await seeAlert(page);
    },
  },
  {
    name: 'messages-correcting',
    ...messages,
    cutOff: true,
    before: (page) => answer(page, list, { messages: all, nextCursor: null }),
    reach: (page) => page.getByRole('button', { name: 'Correct', exact: true }).first().click(),
  },
  {
    name: 'messages-recipients',
    ...messages,
    cutOff: true,
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
            mail: 'sent',
          },
          {
            uid: 'b',
            fullName: longName,
            developmentTrack: null,
            email: 'v@students.example',
            dismissedAt: null,
            mail: 'refused',
          },
          {
            uid: 'c',
            fullName: 'محمد علي',
            developmentTrack: 'game',
            email: 'ali@students.example',
            dismissedAt: null,
            mail: null,
          },
        ],
      });
    },
    reach: (page) => page.getByRole('button', { name: 'Recipients' }).first().click(),
    shows: 'Asha Rao',
  },
  { name: 'messages-empty', ...messages, portal: 'nobody', shows: 'No messages sent yet.' },
  {
    name: 'dashboard-messages',
    isRecorded: true,
    path: '/dashboard',
    as: trackChosen,
    before: (page) => answer(page, /\/api\/me\/messages$/, { messages: all satisfies OwnMessage[] }),
    reach: (page) =>
      page
        .getByRole('button', { name: /^Dismiss/ })
        .last()
        .waitFor(),
  },
];
