import * as z from 'zod/mini';
import { trimmedString } from './bounded.ts';
import { withoutReordering } from './invisible.ts';

const controlCharacter = /\p{Cc}/u;

/** Whether both engines, CSV and mail headers can represent a text: well-formed, without control characters. */
export function isStorableLine(text: string): boolean {
  return text.isWellFormed() && !controlCharacter.test(text);
}

const controlCharacterButLayout = /[^\P{Cc}\t\n\r]/u;

/** Whether both engines can represent a text of several lines: well-formed, its only control characters line breaks and tabs. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !controlCharacterButLayout.test(text);
}

const visibleCharacter = /[^\p{Default_Ignorable_Code_Point}\s\u2800]/u;

/** Whether a reader sees nothing of a text: it is empty, or has only spaces and characters of no width. */
export function isBlank(text: string): boolean {
  return !visibleCharacter.test(text);
}

/**
 * A required single-line text: trimmed, not blank, at most `max` characters, without control characters (they would
 * break mail headers, CSV rows and PostgreSQL text). Characters that reorder others are removed.
 */
export function requiredText(label: string, max: number) {
  return storableText(label, max, { forbidden: controlCharacter, clean: withoutReordering });
}

/** Like `requiredText`, but allows line breaks, tabs and changes of direction, which end with their line. */
export function requiredMultilineText(label: string, max: number) {
  return storableText(label, max, { forbidden: controlCharacterButLayout, clean: (text) => text });
}

interface TextKind {
  forbidden: RegExp;
  clean: (text: string) => string;
}

function storableText(label: string, max: number, { forbidden, clean }: TextKind) {
  return trimmedString(max, {
    required: `${label} is required`,
    // Formatted only when needed: the first number costs more than all the other rules together.
    tooLong: () => `${label} must be at most ${max.toLocaleString('en-US')} characters long`,
  }).check(
    z.overwrite((text) => clean(text).trim()),
    z.refine((text) => !isBlank(text), { error: `${label} is required`, abort: true }),
    z.refine((text) => text.isWellFormed() && !forbidden.test(text), {
      message: `${label} contains characters that cannot be stored`,
    }),
  );
}
