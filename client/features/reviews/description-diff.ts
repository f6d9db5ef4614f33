export interface Piece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Longer texts are compared by their beginning; comparing takes time by the product of both. */
const longest = 600;

/** Characters of an unchanged passage that are shown beside a change. */
const context = 160;

/** The pieces with long unchanged passages reduced to what stands next to a change. */
export function shortenSame(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, index) => {
    const { kind, text } = piece;
    if (kind !== 'same' || text.length <= 3 * context) return piece;
    const start = index === 0 ? '' : text.slice(0, context);
    const end = index === pieces.length - 1 ? '' : text.slice(-context);
    return { kind, text: `${start} … ${end}` };
  });
}

/** The two texts merged, sentence by sentence. */
export function compareTexts(before: string, after: string): Piece[] {
  const a = sentences(before);
  const b = sentences(after);
  const common = commonLengths(a, b);
  const pieces: Piece[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [old = '', now = ''] = [a[i], b[j]];
    if (i < a.length && j < b.length && isSame(old, now)) {
      add(pieces, 'same', now);
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))) {
      add(pieces, 'removed', old);
      i += 1;
    } else {
      add(pieces, 'added', now);
      j += 1;
    }
  }
  return pieces;
}

/** Sentences and lines with the white space after them; a very long text's end is one piece. */
function sentences(text: string): string[] {
  const all = text.match(/[^\n.!?]*(?:[.!?]+(?=\s|$)|[.!?]|\n|$)\s*/g)?.filter(Boolean) ?? [];
  return all.length > longest ? [...all.slice(0, longest), all.slice(longest).join('')] : all;
}

/** `[i][j]`: the length of the longest common sequence of `a` from i and `b` from j. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    if (!row) continue;
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] = isSame(a[i], b[j])
        ? lengthAt(lengths, i + 1, j + 1) + 1
        : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
    }
  }
  return lengths;
}

/** White space at the end, such as before a sentence that follows, makes no difference. */
function isSame(one: string | undefined, other: string | undefined): boolean {
  return one?.trimEnd() === other?.trimEnd();
}

function lengthAt(lengths: readonly Uint16Array[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

function add(pieces: Piece[], kind: Piece['kind'], text: string): void {
  const last = pieces.at(-1);
  if (last?.kind === kind) last.text += text;
  else pieces.push({ kind, text });
}
