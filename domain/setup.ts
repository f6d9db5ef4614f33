import * as z from 'zod/mini';
import { emailAddress } from './accounts.ts';
import { mailedToken } from './mailed-links.ts';
import { newPassword } from './new-password.ts';
import { clubLine } from './required-text.ts';
import { timeZoneName } from './time-zone.ts';

/** The link that a start of an empty portal prints works for a day. */
export const setupLinkHours = 24;

/** The response of `POST /api/setup/check`: what is known before the set-up; null where the lead has to say. */
export const setupDefaults = z.object({
  email: z.nullable(z.string()),
  name: z.string(),
  shortName: z.string(),
  timeZone: z.nullable(z.string()),
  /** Whether the environment sets the mail server. */
  mailServer: z.boolean(),
});
export type SetupDefaults = z.infer<typeof setupDefaults>;

/** The body of `POST /api/setup`: the lead's account, and the first decisions of the club. */
export const setup = z.extend(mailedToken, {
  email: emailAddress,
  password: newPassword,
  name: clubLine,
  shortName: clubLine,
  timeZone: timeZoneName,
});
export type Setup = z.infer<typeof setup>;

export const setupTexts = {
  linkInvalid:
    'This link has expired or has already been used. If nobody has set the portal up yet, start it again: it prints a new link.',
} as const;
