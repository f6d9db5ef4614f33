import { emailAddress } from './accounts.ts';
import { paddingMax, truncate } from './bounded.ts';
import type { FieldErrorCode, FieldType, Form, FormField, SubmissionError } from './forms.ts';
import { formMessages } from './forms.ts';
import { withoutReordering } from './invisible.ts';
import { limits } from './limits.ts';
import { cleanLink } from './project-link.ts';
import { cleanLine, cleanText, isBlank, isStorableLine, isStorableText } from './required-text.ts';
import { webAddress } from './web-address.ts';

/** The values by field name; null for a value that is not text, such as a JSON object. */
export type SentFields = ReadonlyMap<string, string | null>;

/** A message that a form accepts. */
export interface Submission {
  /** The form's own fields that have a value, in their order, then any others, each trimmed. */
  fields: [name: string, value: string][];
  /** The reply address: `_replyto`, else the first field of type email. */
  replyTo: string | null;
  /** `_subject`, else the field `subject`; null if neither was sent. */
  subject: string | null;
  /** `_id`, which the sender's page may choose, so that a message it repeats is stored once; else null. */
  id: string | null;
}

export type CheckedSubmission =
  | { ok: true; submission: Submission }
  | { ok: false; errors: SubmissionError[] };

/** Longest values, in characters. */
const longest: Record<FieldType, number> = {
  text: limits.name,
  multiline: limits.message,
  email: limits.email,
  url: limits.url,
  number: 50,
};

/** Errors of a field, as predicates: the page puts the field's name in front of them. */
const fieldMessages = {
  missing: 'is required',
  empty: 'should not be empty',
  email: 'should be an email',
  number: 'should be a number',
  url: 'should be a URL',
  text: 'should be text',
  line: 'should be text on one line',
  tooLong: (max: number) => `should be at most ${max.toLocaleString('en-US')} characters long`,
} as const;

/** Limits of undeclared fields: how many, and the length of their names and values. */
const undeclaredFields = { count: 20, name: 200, value: 2_000 } as const;

/** Fields that control the service. Others that begin with an underscore are ignored. */
const reserved = /^_/;

/** Whether the body has too many undeclared fields. */
export function hasTooManyFields(form: Form, sent: SentFields): boolean {
  return sent.size > form.fields.length + undeclaredFields.count;
}

/** Whether the hidden field is filled in: then a program wrote the message. */
export function isTrapped(sent: SentFields): boolean {
  return sent.has('_gotcha') && sent.get('_gotcha') !== '';
}

/**
 * Checks a submission against a form and reports all failures together, the first of each field. Fields that the
 * form does not declare are kept.
 */
export function checkSubmission(form: Form, sent: SentFields): CheckedSubmission {
  const named = [...sent].filter(([name]) => !reserved.test(name));
  if (named.length === 0) return { ok: false, errors: [{ code: 'EMPTY', message: formMessages.EMPTY }] };
  const replyField: FormField = { name: '_replyto', label: 'Email', type: 'email', required: false };
  const errors = [...form.fields, replyField].flatMap((field) => faultOf(field, sent) ?? []);
  const declared = new Set(form.fields.map(({ name }) => name));
  const others = named.filter(([name]) => !declared.has(name));
  for (const [name, value] of others) {
    const field = name.slice(0, undeclaredFields.name);
    if (value === null) errors.push({ code: 'TYPE_TEXT', field, message: fieldMessages.text });
    else if (isTooLong(value, undeclaredFields.value)) errors.push(tooLong(field, undeclaredFields.value));
  }
  if (errors.length > 0) return { ok: false, errors };
  const fields = new Map<string, string>();
  for (const field of form.fields) addField(fields, field.name, storedValue(field, sent) ?? '');
  for (const [name, value] of others) addField(fields, fieldName(name), storableText(value ?? '').trim());
  if (fields.size === 0) return { ok: false, errors: [{ code: 'EMPTY', message: formMessages.EMPTY }] };
  const [replyTo, subject] = [replyAddress(form, sent), subjectOf(sent)];
  return { ok: true, submission: { fields: [...fields], replyTo, subject, id: idOf(sent) } };
}

/** The name of a field that no form declares, as it is stored. */
export function fieldName(name: string): string {
  return truncate(storableLine(name.slice(0, 2 * undeclaredFields.name)), undeclaredFields.name);
}

/** Adds a value under its name. A second field whose stored name is the same gets a number: no answer replaces another. */
export function addField(fields: Map<string, string>, name: string, value: string): void {
  if (value === '') return;
  let free = name;
  for (let number = 2; fields.has(free); number += 1) free = `${name} (${number})`;
  fields.set(free, value);
}

/** Checks the length before anything else reads the text. */
function isTooLong(value: string, max: number): boolean {
  return value.length > 2 * max + paddingMax || [...value.trim()].length > max;
}

function tooLong(field: string, max: number): SubmissionError {
  return { code: 'TYPE_TEXT', field, message: fieldMessages.tooLong(max) };
}

const cleaned: Partial<Record<FieldType, (value: string) => string>> = {
  text: cleanLine,
  multiline: cleanText,
  url: cleanLink,
};

/** The value as it is stored; empty if nothing of it is visible. */
function storedValue({ name, type }: FormField, sent: SentFields): string | undefined {
  const value = sent.get(name) ?? undefined;
  if (value === undefined) return undefined;
  const text = (cleaned[type] ?? String)(value).trim();
  return isBlank(text) ? '' : text;
}

function faultOf(field: FormField, sent: SentFields): SubmissionError | null {
  const value = sent.get(field.name);
  const max = longest[field.type];
  if (value && isTooLong(value, max)) return tooLong(field.name, max);
  const text = storedValue(field, sent);
  if (value === undefined) return field.required ? fault('REQUIRED_FIELD_MISSING', 'missing') : null;
  if (text === '') return field.required ? fault('REQUIRED_FIELD_EMPTY', 'empty') : null;
  if (text === undefined) return fault('TYPE_TEXT', 'text');
  const rule = typeRules[field.type];
  return rule.holds(text) ? null : fault(rule.code, rule.message);

  function fault(code: FieldErrorCode, message: Exclude<keyof typeof fieldMessages, 'tooLong'>) {
    return { code, field: field.name, message: fieldMessages[message] };
  }
}

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** The wire format has no code for a web address: a wrong one gets the code for text (docs/decisions/forms.md). */
const typeRules = {
  text: { holds: isStorableLine, code: 'TYPE_TEXT', message: 'line' },
  multiline: { holds: isStorableText, code: 'TYPE_TEXT', message: 'text' },
  email: { holds: (text) => emailAddress.safeParse(text).success, code: 'TYPE_EMAIL', message: 'email' },
  url: {
    holds: (text) => isStorableLine(text) && webAddress(text) !== null,
    code: 'TYPE_TEXT',
    message: 'url',
  },
  number: { holds: (text) => decimal.test(text), code: 'TYPE_NUMERIC', message: 'number' },
} as const satisfies Record<
  FieldType,
  { holds: (text: string) => boolean; code: FieldErrorCode; message: keyof typeof fieldMessages }
>;

function replyAddress(form: Form, sent: SentFields): string | null {
  const names = ['_replyto', ...form.fields.filter(({ type }) => type === 'email').map(({ name }) => name)];
  for (const name of names) {
    const value = sent.get(name)?.trim();
    if (value) return value;
  }
  return null;
}

function idOf(sent: SentFields): string | null {
  const id = sent.get('_id') ?? '';
  return /^[0-9a-f]{32}$/.test(id.slice(0, 40)) ? id : null;
}

function subjectOf(sent: SentFields): string | null {
  const text = line(sent.get('_subject')) || line(sent.get('subject'));
  return text.slice(0, limits.name).toWellFormed() || null;

  function line(value: string | null | undefined): string {
    return storableLine((value ?? '').slice(0, limits.name + paddingMax));
  }
}

/**
 * One line that a mail header, a CSV row and both engines can hold: control characters become a space. Empty if nothing
 * of it is visible.
 */
export function storableLine(text: string): string {
  const line = withoutReordering(text.toWellFormed())
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  return isBlank(line) ? '' : line;
}

/** Text of several lines that both engines can hold: control characters become spaces, but for line breaks and tabs. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, ' ');
}
