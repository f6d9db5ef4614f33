/** Letters that Unicode does not decompose, and what people type for them. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ł: 'l',
    ħ: 'h',
    ŧ: 't',
    ŋ: 'n',
    ı: 'i',
    ȷ: 'j',
  },
  ς: 'σ',
};
const specialLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Accents, and the vowel points of Arabic and Hebrew. The marks of other scripts, such as Devanagari, are letters. */
const accents = /[[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]&&\p{M}]/gv;
/** Characters of no width, changes of direction, control characters and halves of surrogate pairs. */
const invisible = /[[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cs}]--[\t-\r]]/gv;

/** A request's 64 KiB can become 400,000 characters: some characters stand for eighteen. */
const longestText = 65_536;

/**
 * A text as it is compared and sorted: plain lower-case letters in one form of Unicode, with single spaces. Turkish
 * `İ`, `I`, `ı` and `i` are one letter. Sorting by code point, it has the order of `Intl.Collator` for most names.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .slice(0, longestText)
    .replace(accents, '')
    .toLowerCase()
    .replace(specialLetters, (letter) => plainLetters[letter] ?? letter)
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Includes the modifier letters that serve as apostrophes. */
const punctuation = /[\p{P}\p{Sk}\u02b9-\u02c1]/gu;
const digitSeparators = /\+(?=\p{Nd})|(?<=\p{Nd}) +(?=\p{Nd})/gu;

/**
 * A normalized text without punctuation, and without anything between two digits. Stored and typed texts are compared
 * in this form: it has none of the wildcards of LIKE, which are punctuation.
 */
export function searchableText(text: string): string {
  return normalizeForSearch(text).replace(punctuation, '').replace(digitSeparators, '');
}

/** The words that a text must contain to match. A typed text of punctuation alone is a word that nothing contains. */
export function searchWords(typed: string): string[] {
  const words = normalizeForSearch(typed)
    .split(' ')
    .flatMap((word) => searchableText(word).split(' '));
  const present = [...new Set(words)].filter((word) => word !== '');
  return present.length === 0 && typed.trim() !== '' ? ['?'] : present;
}
