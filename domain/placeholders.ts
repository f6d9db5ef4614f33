/** Words in braces by which a text for several readers names each: `{name}` and `{track}`. */
export const placeholders = ['name', 'track'] as const;
export type Placeholder = (typeof placeholders)[number];

/** The value of each placeholder; null where the reader has none. */
export type PlaceholderValues = Record<Placeholder, string | null>;

/** Long words in braces are not meant as placeholders. */
const inBraces = /\{(\w{1,30})\}/g;

function isPlaceholder(word: string): word is Placeholder {
  return placeholders.some((known) => known === word);
}

/** The first word in braces that is no placeholder, as it stands in the text; null if there is none. */
export function unknownPlaceholder(text: string): string | null {
  for (const [whole, word = ''] of text.matchAll(inBraces)) if (!isPlaceholder(word)) return whole;
  return null;
}

/** The refusal of a text with such a word. */
export const unknownPlaceholderText = (written: string) => `There is no ${written}. Use {name} or {track}.`;

export function usesPlaceholder(text: string, placeholder: Placeholder): boolean {
  return text.includes(`{${placeholder}}`);
}

/** The text as its reader sees it. It is read once, so that no value is taken for a placeholder. */
export function filledIn(text: string, values: PlaceholderValues): string {
  return text.replace(inBraces, (whole, word: string) =>
    isPlaceholder(word) ? (values[word] ?? '') : whole,
  );
}
