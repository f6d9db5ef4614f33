import * as z from 'zod/mini';
import { boundedString, trimmedString } from './bounded.ts';
import type { Club } from './club.ts';
import { filledIn, unknownPlaceholder, unknownPlaceholderText } from './placeholders.ts';
import { cleanText, optionalLine, requiredMultilineText, requiredText, storable } from './required-text.ts';
import { webAddress } from './web-address.ts';

/** Maximum lengths in characters. */
const resultTextLimits = { line: 120, text: 2_000, link: 500, season: 60 } as const;

/** The words in which `{name}` and `{track}` stand for the member's. */
const filledFields = ['title', 'text', 'next', 'subject', 'email'] as const;

/** The words that the club has for one outcome. */
const outcomeTexts = z
  .strictObject({
    /** Of the panel on dashboard and timeline. */
    title: requiredText('The title', resultTextLimits.line),
    text: requiredMultilineText('The text', resultTextLimits.text),
    /** The next step; empty if there is none. */
    next: trimmedString(resultTextLimits.text).check(z.overwrite(cleanText), storable('The next step')),
    link: optionalLine('The link', resultTextLimits.link).check(
      z.refine((link) => link === '' || webAddress(link) !== null, 'The link must begin with https://'),
    ),
    linkLabel: optionalLine('The text of the link', resultTextLimits.line),
    /** A day such as 2026-12-01; empty if there is none. */
    date: boundedString(10).check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/, 'Choose a day')),
    subject: requiredText('The subject', resultTextLimits.line),
    /** Paragraphs of the email. */
    email: requiredMultilineText('The email', resultTextLimits.text),
  })
  .check(({ value, issues }) => {
    for (const field of filledFields) {
      const unknown = unknownPlaceholder(value[field]);
      if (unknown === null) continue;
      issues.push({
        ...{ code: 'custom', input: value[field], path: [field] },
        message: unknownPlaceholderText(unknown),
      });
    }
  });
export type OutcomeTexts = z.infer<typeof outcomeTexts>;

/** The club's choices about the results of a season. */
export const resultSettings = z.strictObject({
  /** On certificates, such as '2026'. */
  season: requiredText('The season', resultTextLimits.season),
  /** Whether members see which requirements their reviewed submission meets. */
  showRequirements: z.boolean(),
  texts: z.strictObject({
    selected: outcomeTexts,
    waitlisted: outcomeTexts,
    'not-selected': outcomeTexts,
  }),
});
export type ResultSettings = z.infer<typeof resultSettings>;

/** The settings until the club has changed them. */
export function defaultResultSettings({ shortName }: Pick<Club, 'shortName'>, year: string): ResultSettings {
  const nothing = { next: '', link: '', linkLabel: '', date: '' };
  return {
    season: year,
    showRequirements: false,
    texts: {
      selected: {
        ...nothing,
        title: 'You’re in!',
        text: `You’ve been selected. Welcome to ${shortName}!`,
        next: 'We’ll write to you about the first meeting.',
        subject: `You’re in: ${shortName} has selected you`,
        email: `You’ve been selected for ${shortName} ({track}). Welcome!\n\nYour dashboard says what comes next.`,
      },
      waitlisted: {
        ...nothing,
        title: 'You’re on the waiting list',
        text: 'Your project was good, and there were more good projects than places. We’ll write to you as soon as a place is free.',
        subject: `You’re on the waiting list of ${shortName}`,
        email: `You’re on the waiting list of ${shortName} ({track}). We’ll write to you as soon as a place is free.`,
      },
      'not-selected': {
        ...nothing,
        title: 'Not this time',
        text: 'We couldn’t offer you a place this season. Thank you for your work; our workshops are open to everyone.',
        subject: `Your result from ${shortName}`,
        email: `Thank you for your project ({track}). We couldn’t offer you a place at ${shortName} this season. Our workshops stay open to you, and you can register again next season.`,
      },
    },
  };
}

/** 'Dear {name},' as the first line and paragraph. */
const ownGreeting = /^[^\n]{0,40}\{(?:name|firstName)\}[^\n]{0,10}\n\s*\n/;

interface ResultReader {
  /** Null where it must not be said. */
  name: string | null;
  track: string | null;
}

/** The words as this member reads them. */
export function resultTextsFor<Texts extends Partial<OutcomeTexts>>(
  texts: Texts,
  { name, track }: ResultReader,
): Texts {
  const values = { name: name ?? 'member', track: track ?? 'no track' };
  const filled = filledFields.flatMap((field) => {
    const text = texts[field];
    return text === undefined ? [] : [[field, filledIn(text, values).trim()]];
  });
  return { ...texts, ...Object.fromEntries(filled) };
}

/** The parts of the email about a result, for the server that sends it and the page that previews it. */
export function resultEmail(
  texts: Pick<OutcomeTexts, 'subject' | 'email'>,
  reader: ResultReader,
): { subject: string; greeting: string; paragraphs: string[] } {
  const { subject, email } = resultTextsFor(texts, reader);
  const paragraphs = email
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const [own = '', ...rest] = paragraphs;
  if (ownGreeting.test(texts.email.trim())) return { subject, greeting: own, paragraphs: rest };
  // The name stays out of an email to an address that nobody has confirmed: its sender could choose it.
  const greeting = reader.name === null ? 'Hello,' : `Hello ${reader.name},`;
  return { subject, greeting, paragraphs };
}

/** Texts of the page that a selected member may show to anybody. */
export const certificateTexts = {
  title: (name: string) => `Certificate of ${name}`,
  kind: 'Certificate of selection',
  text: (club: string) => `was selected as a member of the ${club}.`,
  track: 'Track',
  season: 'Season',
  date: 'Date',
  genuine:
    'This certificate is genuine if you read it at this address. It disappears if it is no longer valid.',
  missingTitle: 'There’s no certificate here',
  missing: 'The address may be incomplete, or the certificate is no longer valid.',
} as const;
