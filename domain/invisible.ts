/** Characters that change the direction of what follows them. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Without the invisible characters that change the direction of what follows them: in a name, they would reverse the
 * rest of every sentence, table row and mail that shows it.
 */
export function withoutReordering(text: string): string {
  return text.replace(reordering, '');
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Texts of people with commas between. Those from right to left would otherwise change places with their neighbours. */
export function listed(texts: readonly string[]): string {
  return texts.map((text) => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)).join(', ');
}

/** Those, and characters of no width. The joiners of Persian and Hindi, and of emoji, are parts of words. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A web address as it was meant: copied from a chat or a PDF, it often has such characters at its end. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}
