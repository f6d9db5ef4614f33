export const dateOrders = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

const yearFirst = /^(?<year>\d{4})[-/.](?<month>\d\d?)[-/.](?<day>\d\d?)(?!\d)/;
const yearLast = {
  'day-first': /^(?<day>\d\d?)[-/.](?<month>\d\d?)[-/.](?<year>\d{4})(?!\d)/,
  'month-first': /^(?<month>\d\d?)[-/.](?<day>\d\d?)[-/.](?<year>\d{4})(?!\d)/,
};
const named = /[a-z]{3}.*\b\d{4}\b|\b\d{4}\b.*[a-z]{3}/i;
const zone = /(?:Z|UTC|GMT)|[\d\s][+-]\d\d?:?\d\d\b/;

/** Whether a date is written with numbers only and the year last, so that its day and month can be mistaken. */
export function isAmbiguous(text: string): boolean {
  return yearLast['day-first'].test(text.trim());
}

/**
 * The time in a text, in ISO 8601 and UTC. A time without a zone is in UTC, as form services write it. Null for a text that
 * is no date, and for an ambiguous one without an order.
 */
export function timeIn(text: string, order?: DateOrder): string | null {
  const trimmed = text.trim();
  const numbers = yearFirst.exec(trimmed) ?? (order && yearLast[order].exec(trimmed));
  if (!numbers && (isAmbiguous(trimmed) || !named.test(trimmed))) return null;
  let date = trimmed;
  if (numbers) {
    const { year, month, day } = numbers.groups ?? {};
    // JavaScript would take 31 February for 3 March.
    if (new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() !== Number(day))
      return null;
    date = `${year}/${month}/${day} ${trimmed.slice(numbers[0].length).replace(/^[\s,T]+/, '')}`;
  }
  const withSpace = date.replace(/(\d)([AP]M)\b/i, '$1 $2');
  const time = new Date(zone.test(withSpace) ? withSpace : `${withSpace} UTC`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
