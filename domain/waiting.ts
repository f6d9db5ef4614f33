import { counted } from './plural.ts';

/** A wait in words, rounded up, such as 'in 30 seconds' or 'in 2 minutes'. Milliseconds. */
export function waitText(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds < 60) return `in ${counted(seconds, 'second')}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `in ${counted(minutes, 'minute')}`;
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? `in ${counted(hours, 'hour')}` : `in ${counted(Math.ceil(hours / 24), 'day')}`;
}

/** Texts for requests rejected by a limit, each with the time to try again. */
export const waitMessages = {
  /** This sender or account has reached its limit. */
  sender: (wait: number) => `Too many attempts. Please try again ${waitText(wait)}.`,
  /** The portal as a whole has reached a limit. */
  portal: (wait: number) => `The portal is very busy right now. Please try again ${waitText(wait)}.`,
  emailChange: (wait: number) =>
    `The email address was changed too often. You can change it again ${waitText(wait)}.`,
  confirmationMail: (wait: number) =>
    `We have sent several links already. You can ask for another ${waitText(wait)}.`,
} as const;
