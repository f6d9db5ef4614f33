import { z } from 'zod';

const text = z.string().trim().min(1);

/** For text that ends up in a mail header, where a line break would start another header. */
const oneLine = text.regex(/^[^\r\n]*$/);

/** Null where the club has not filled the person in: pages then leave the name out. */
const personName = text.nullable();

const titledText = z.strictObject({ title: text, text });

const about = z.strictObject({
  /** What the club is for, in a paragraph. */
  mission: text,
  /** The figures (spec, point 9): `value` is shown as written, such as '500+'. */
  stats: z.array(z.strictObject({ value: text, label: text })).min(1),
  /** Reasons to join. */
  reasons: z.array(titledText).min(1),
  /** What the club does and when (spec, point 9). */
  activities: z.array(z.strictObject({ title: text, schedule: text, text })).min(1),
  /** Teams that are looking for members (spec, point 9, 'Open roles'); empty when none is. */
  openRoles: z.array(z.strictObject({ team: text, text })),
});

/**
 * What the portal says about the club, as `content/club.json` holds it. Text is trimmed and never empty;
 * unknown fields are refused. The file holds what spec points 2 and 9 leave to the club: the footer, the
 * About, Contact and Terms pages, and the people.
 */
export const club = z.strictObject({
  /** The full name, as the footer shows it. */
  name: text,
  /** The short name, such as 'SDC'. */
  shortName: text,
  /** The university's name; null leaves it out. */
  university: text.nullable(),
  /** Named in the footer (spec, point 2, 'Dashboard'); `text` says what the president looks after. */
  president: z.strictObject({ name: personName, text }),
  /** The other leading roles, in the order the About page shows them; `text` says what each looks after. */
  leadership: z.array(z.strictObject({ role: text, name: personName, text })),
  /** The footer's words on whether the club takes new members. */
  recruitmentStatus: text,
  /** The contact form's hidden subject field (spec, point 3, 'Contact form submission'); one line. */
  contactSubject: oneLine,
  about,
  /** The contact page's FAQ (spec, point 2, 'Contact'). */
  faq: z.array(z.strictObject({ question: text, answer: text })).min(1),
  /** The numbered terms, exactly seven (spec, point 2, 'Terms'); the page adds the numbers. */
  terms: z.array(titledText).length(7),
});

export type Club = z.infer<typeof club>;
