import * as z from 'zod/mini';
import { isoTime } from './members.ts';

/** An answer to a message of a form, as it was sent. */
export const sentAnswer = z.object({
  text: z.string(),
  at: isoTime,
  /** The name of the account that wrote it; null if it is gone. */
  by: z.nullable(z.string()),
  state: z.enum(['waiting', 'sent', 'refused']),
});

/** The response of `GET /api/admin/members/:uid/answers`, newest first. */
export const memberAnswers = z.object({
  answers: z.array(z.extend(sentAnswer, { message: z.string(), subject: z.string() })),
});

export const answerTexts = {
  someAdministrator: 'an administrator',
  answerSent: (by: string, at: string) => `By ${by}, ${at}`,
  answerStates: { waiting: 'Waits to be sent', sent: 'Sent', refused: 'Refused by the mail server' },
} as const;
