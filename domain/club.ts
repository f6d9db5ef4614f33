import { z } from 'zod';

const text = z.string().trim().min(1);

/** For text that goes into a mail header, where a line break would start another header. */
const oneLine = text.regex(/^[^\r\n]*$/);

/** Null if the club has not filled it in; pages then omit the name. */
const personName = text.nullable();

const titledText = z.strictObject({ title: text, text });

const about = z.strictObject({
  /** The purpose of the club, one paragraph. */
  mission: text,
  /** Figures (spec, point 9): `value` is shown as written, such as '500+'. */
  stats: z.array(z.strictObject({ value: text, label: text })).min(1),
  reasons: z.array(titledText).min(1),
  /** The club's activities and their schedule (spec, point 9). */
  activities: z.array(z.strictObject({ title: text, schedule: text, text })).min(1),
  /** Teams that are looking for members (spec, point 9, 'Open roles'); may be empty. */
  openRoles: z.array(z.strictObject({ team: text, text })),
});

/**
 * The content of `content/club.json`: what spec points 2 and 9 leave to the club for the footer and for the About,
 * Contact and Terms pages. Text is trimmed and never empty; unknown fields are rejected.
 */
export const club = z.strictObject({
  /** The full name, shown in the footer. */
  name: text,
  /** The short name, such as 'SDC'. */
  shortName: text,
  /** Null omits the university. */
  university: text.nullable(),
  /** Named in the footer (spec, point 2, 'Dashboard'); `text` describes the president's responsibilities. */
  president: z.strictObject({ name: personName, text }),
  /** The other leading roles in the order of the About page; `text` describes the responsibilities. */
  leadership: z.array(z.strictObject({ role: text, name: personName, text })),
  /** The footer's text about whether the club accepts new members. */
  recruitmentStatus: text,
  /** The contact form's hidden subject (spec, point 3, 'Contact form submission'); one line. */
  contactSubject: oneLine,
  about,
  /** The contact page's FAQ (spec, point 2, 'Contact'). */
  faq: z.array(z.strictObject({ question: text, answer: text })).min(1),
  /** The numbered terms, exactly seven (spec, point 2, 'Terms'); the page adds the numbers. */
  terms: z.array(titledText).length(7),
});

export type Club = z.infer<typeof club>;
