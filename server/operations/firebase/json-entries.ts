import { refuse } from './faults.ts';
import { textChunks } from './text-file.ts';

/** One value of a JSON file, by its name in an object or its index in an array, and the line where it begins. */
export interface JsonEntry {
  key: string;
  line: number;
  value: unknown;
}

/** Longest text of one entry, in characters. */
const longestEntry = 1024 * 1024;

/**
 * The entries of the object or array that `path` leads to from the root of a JSON file, in the file's order. Memory
 * holds one entry at a time, whatever the file's size. Throws ImportError, with file and line, for what is not JSON.
 * @param onOther is called with the names beside the path, which are skipped
 */
export async function* jsonEntries(
  file: string,
  path: readonly string[],
  onOther: (name: string) => void = () => {},
  chunks: AsyncIterable<string> | Iterable<string> = textChunks(file),
): AsyncGenerator<JsonEntry> {
  const splitter = new JsonSplitter(file, path, onOther);
  for await (const chunk of chunks) yield* splitter.take(chunk);
  splitter.end();
}

/** The names in the root object of a JSON file. */
export async function jsonNames(file: string): Promise<string[]> {
  const names: string[] = [];
  const splitter = new JsonSplitter(file, ['\0'], (name) => names.push(name));
  for await (const chunk of textChunks(file)) splitter.take(chunk);
  splitter.end();
  return names;
}

const closing: Record<string, string> = { '{': '}', '[': ']' };

/**
 * Finds where entries begin and end by counting brackets outside of strings; each entry is then parsed as a whole.
 * `#matched` is the number of names of the path that were found; only the level below is parsed.
 */
class JsonSplitter {
  readonly #file: string;
  readonly #path: readonly string[];
  readonly #onOther: (name: string) => void;
  readonly #open: string[] = [];
  #matched = 0;
  #line = 1;
  #inString = false;
  #escaped = false;
  /** The part of an entry that is being read; `rest` skips an unwanted value. */
  #state: 'key' | 'value' | 'rest' = 'rest';
  #key = '';
  #index = 0;
  #text = '';
  #isBlank = true;
  #startLine = 1;
  #ended = false;

  constructor(file: string, path: readonly string[], onOther: (name: string) => void) {
    this.#file = file;
    this.#path = path;
    this.#onOther = onOther;
  }

  /** @returns the entries that end in this chunk of the file */
  take(chunk: string): JsonEntry[] {
    const entries: JsonEntry[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const character = chunk.charCodeAt(at);
      if (character === 10) this.#line += 1;
      if (this.#inString) {
        this.#readString(character);
        continue;
      }
      if (!isStructural(character)) {
        if (this.#open.length === 0 && character > 32) this.#refuseOutside();
        continue;
      }
      if (character === 34) this.#inString = true;
      else {
        this.#collect(chunk.slice(from, at));
        from = this.#structure(chunk.charAt(at), entries) ? at + 1 : at;
      }
    }
    this.#collect(chunk.slice(from));
    return entries;
  }

  end(): void {
    if (!this.#ended) this.#refuse('ends in the middle; was it copied whole?');
  }

  #readString(character: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (character === 92) this.#escaped = true;
    else if (character === 34) this.#inString = false;
  }

  #collect(text: string): void {
    if (this.#state === 'rest' || text === '') return;
    if (this.#isBlank) {
      const rest = text.trimStart();
      this.#isBlank = rest === '';
      this.#startLine = this.#line - (rest.match(/\n/g)?.length ?? 0);
    }
    this.#text += text;
    if (this.#text.length > longestEntry) this.#refuse('has an entry of more than a million characters');
  }

  get #isWatched(): boolean {
    return this.#open.length === this.#matched + 1;
  }

  /** Handles a bracket, comma or colon. @returns whether it is outside the collected text */
  #structure(character: string, entries: JsonEntry[]): boolean {
    if (this.#ended) this.#refuseOutside();
    if (character === '{' || character === '[') return this.#enter(character);
    if (character === '}' || character === ']') return this.#leave(character, entries);
    if (this.#open.length === 0) this.#refuseOutside();
    if (!this.#isWatched) return this.#state === 'rest';
    if (character === ':' && this.#state === 'key') this.#finishKey();
    else if (character === ',') this.#finishValue(entries);
    else if (this.#state === 'value') return false;
    return true;
  }

  #enter(bracket: string): boolean {
    const wanted =
      this.#open.length === 0 ||
      (this.#isWatched && this.#matched < this.#path.length && this.#key === this.#path[this.#matched]);
    if (this.#open.length > 0 && wanted) this.#matched += 1;
    this.#open.push(closing[bracket] ?? '');
    if (wanted) this.#begin();
    return this.#state === 'rest' || wanted;
  }

  #leave(bracket: string, entries: JsonEntry[]): boolean {
    if (this.#open.at(-1) !== bracket) this.#refuse(`has a ${bracket} that does not fit`);
    const watched = this.#isWatched;
    if (watched) this.#finishValue(entries);
    this.#open.pop();
    if (this.#open.length === 0) this.#ended = true;
    if (watched) {
      this.#matched = Math.max(0, this.#matched - 1);
      this.#state = 'rest';
    }
    return this.#state === 'rest';
  }

  /** At the start of an object or array that is parsed. */
  #begin(): void {
    this.#index = 0;
    this.#startEntry();
  }

  #startEntry(): void {
    this.#clear();
    const inObject = this.#open.at(-1) === '}';
    this.#state = inObject ? 'key' : 'value';
    if (!inObject) this.#key = String(this.#index);
    this.#skipUnlessWanted();
  }

  #finishKey(): void {
    const key = this.#parse();
    if (typeof key !== 'string') this.#refuse('has a name that is no text');
    this.#key = key;
    this.#clear();
    this.#state = 'value';
    this.#skipUnlessWanted();
  }

  /** Only values at the end of the path are collected. */
  #skipUnlessWanted(): void {
    if (this.#state !== 'value' || this.#matched === this.#path.length) return;
    if (this.#key !== this.#path[this.#matched]) this.#onOther(this.#key);
    this.#state = 'rest';
  }

  #clear(): void {
    this.#text = '';
    this.#isBlank = true;
  }

  #finishValue(entries: JsonEntry[]): void {
    const isEmptyArray = this.#isBlank && this.#open.at(-1) === ']' && this.#index === 0;
    if (this.#state === 'value' && !isEmptyArray) {
      entries.push({ key: this.#key, line: this.#startLine, value: this.#parse() });
    } else if (this.#state === 'key' && !this.#isBlank) this.#refuse('has a name without a value');
    this.#index += 1;
    this.#startEntry();
  }

  #parse(): unknown {
    try {
      return JSON.parse(this.#text);
    } catch {
      return this.#refuse('is not valid JSON', this.#startLine);
    }
  }

  #refuseOutside(): never {
    return this.#refuse(this.#ended ? 'continues after its end' : 'does not begin with {, as JSON does');
  }

  #refuse(what: string, line = this.#line): never {
    return refuse(`${this.#file}, line ${line}`, what);
  }
}

/** " , : [ ] { } */
function isStructural(character: number): boolean {
  return (
    character === 34 ||
    character === 44 ||
    character === 58 ||
    character === 91 ||
    character === 93 ||
    character === 123 ||
    character === 125
  );
}
