import * as z from 'zod/mini';
import { unknownPlaceholder, unknownPlaceholderText } from './placeholders.ts';
import { requiredMultilineText, requiredText } from './required-text.ts';

const filled = z.refine<string>((text) => unknownPlaceholder(text) === null, {
  error: ({ input }) => unknownPlaceholderText(unknownPlaceholder(String(input)) ?? ''),
});

/** The club's choices about the end of a season. */
export const seasonSettings = z.strictObject({
  /** After how many years the personal data of a past season goes. */
  keepYears: z
    .int('must be a whole number of years')
    .check(z.gte(1, 'must be at least 1'), z.lte(10, 'must be at most 10')),
  /** The email to those whose account is closed. */
  subject: requiredText('The subject', 120).check(filled),
  text: requiredMultilineText('The email', 2_000).check(filled),
});
export type SeasonSettings = z.infer<typeof seasonSettings>;

export const defaultSeasonSettings: SeasonSettings = {
  keepYears: 3,
  subject: 'The season has ended',
  text: 'The season has ended, and your account is closed. Thank you for taking part!\n\nYou’re welcome to register again in the next season: sign in with your old password, and the form is filled in for you.',
};
