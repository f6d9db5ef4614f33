import { expect, it } from 'vitest';
import { durationText } from './answers.ts';
import { inboxMessages } from './form-inbox.ts';
import { plural } from './plural.ts';
import { recoveryMessages } from './recovery.ts';
import { deskTexts } from './review-texts.ts';
import { waitText } from './waiting.ts';

it('is the word for one only where there is one', () => {
  expect([0, 1, 2].map((count) => plural(count, 'user'))).toEqual(['users', 'user', 'users']);
  expect([0, 1, 2].map((count) => plural(count, 'entry', 'entries'))).toEqual([
    'entries',
    'entry',
    'entries',
  ]);
});

it.each<[string, (count: number) => string | null, string, string]>([
  ['a duration', (n) => durationText(n * 60), '1 minute', '2 minutes'],
  ['a wait', (n) => waitText(n * 1000), 'in 1 second', 'in 2 seconds'],
  ['deleted messages', inboxMessages.deleted, '1 message deleted.', '2 messages deleted.'],
  [
    'members of the database',
    recoveryMessages.databaseRead,
    'Database read successful! The users node holds 1 user',
    'Database read successful! The users node holds 2 users',
  ],
  [
    'the same repository',
    deskTexts.same,
    'Another member submitted the same repository.',
    '2 other members submitted the same repository.',
  ],
])('%s: one and two', (_name, text, one, two) => {
  expect([text(1), text(2)]).toEqual([one, two]);
});
