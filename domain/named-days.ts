const months =
  'January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec';
const day = '(?:[12]\\d|3[01]|0?[1-9])';
const named = new RegExp(
  `\\b(?:${day}(?:st|nd|rd|th)? (?:of )?(?:${months})|(?:${months})\\.? ${day}(?:st|nd|rd|th)?|\\d{4}-\\d{2}-\\d{2})\\b`,
  'gi',
);

/** The days that a text names, such as '18 December', each once: words of last season name days that are past. */
export function namedDays(text: string): string[] {
  return [...new Set(text.match(named) ?? [])].slice(0, 10);
}
