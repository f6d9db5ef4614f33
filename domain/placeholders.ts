/** Words in braces by which a text for several readers names each. */
export const placeholders = ['name', 'firstName', 'track'] as const;
export type Placeholder = (typeof placeholders)[number];

/** The values for placeholders; null where the reader has none. */
export type PlaceholderValues = Record<'name' | 'track', string | null>;

export function valueNeeded(placeholder: Placeholder): keyof PlaceholderValues {
  return placeholder === 'firstName' ? 'name' : placeholder;
}

/** The first word of a name that is more than an initial. */
export function firstNameOf(name: string): string {
  const words = name.split(/\s+/);
  return words.find((word) => word.replaceAll('.', '').length > 1) ?? name;
}

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
export const unknownPlaceholderText = (written: string) =>
  `There is no ${written}. Use {name}, {firstName} or {track}.`;

export function usesPlaceholder(text: string, placeholder: Placeholder): boolean {
  return text.includes(`{${placeholder}}`);
}

/** The text as its reader sees it. It is read once, so that no value is taken for a placeholder. */
export function filledIn(text: string, values: PlaceholderValues): string {
  return text.replace(inBraces, (whole, word: string) => {
    if (!isPlaceholder(word)) return whole;
    const value = values[valueNeeded(word)] ?? '';
    return word === 'firstName' ? firstNameOf(value) : value;
  });
}

/** The text for everybody, as in a chat: it names nobody, and only the track that all of its readers have. */
export function textForAll(text: string, track: string | null): string {
  return text.replace(inBraces, (whole, word: string, at: number) => {
    if (!isPlaceholder(word)) return whole;
    if (word === 'track') return track ?? 'your track';
    return at === 0 || text[at - 1] === '\n' ? 'Everyone' : 'everyone';
  });
}
