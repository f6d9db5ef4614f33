import { describe, expect, it } from 'vitest';
import { checkSubmission, isTrapped, storableLine } from './form-submission.ts';
import type { Form, FormField } from './forms.ts';

function field(name: string, type: FormField['type'], required = false): FormField {
  return { name, label: name, type, required };
}

const form: Form = {
  id: 'contact',
  title: 'Contact form',
  active: true,
  subject: null,
  mailTo: null,
  receipt: false,
  allowedOrigins: [],
  fields: [
    field('name', 'text', true),
    field('email', 'email', true),
    field('githubLink', 'url'),
    field('year', 'number'),
    field('message', 'multiline', true),
    field('subject', 'text'),
  ],
};
const good = { name: 'Asha', email: 'asha@students.example', message: 'Hello' };

function check(sent: Record<string, string | null>) {
  return checkSubmission(form, new Map(Object.entries(sent)));
}

/** The faults as `field code message`. */
function faults(sent: Record<string, string | null>): string[] {
  const checked = check(sent);
  if (checked.ok) return [];
  return checked.errors.map((error) =>
    'field' in error ? `${error.field} ${error.code} ${error.message}` : `${error.code} ${error.message}`,
  );
}

describe('a submission', () => {
  it('keeps the values in the order of the form, trimmed, without empty ones', () => {
    expect(check({ ...good, message: ' one\n\ttwo ', githubLink: ' ', subject: 'About' })).toEqual({
      ok: true,
      submission: {
        fields: [
          ['name', 'Asha'],
          ['email', 'asha@students.example'],
          ['message', 'one\n\ttwo'],
          ['subject', 'About'],
        ],
        replyTo: 'asha@students.example',
        subject: 'About',
        id: null,
      },
    });
  });

  it.each([
    ['0123456789abcdef0123456789abcdef', true],
    ['0123', false],
    ['0123456789abcdef0123456789abcdef0123456789', false],
  ])('has the id of its page: %s', (id, isTaken) => {
    expect(check({ ...good, _id: id })).toMatchObject({ submission: { id: isTaken ? id : null } });
  });

  it('keeps undeclared fields, without characters that cannot be stored', () => {
    const checked = check({ ...good, 'phone\n': '98\u0000 76', _language: 'en' });
    expect(checked).toMatchObject({ ok: true });
    if (checked.ok) expect(checked.submission.fields.at(-1)).toEqual(['phone', '98  76']);
  });

  it.each([
    ['begin with the same 200 characters', [`${'How '.repeat(50)}often?`, `${'How '.repeat(50)}long?`]],
    ['differ in what cannot be stored only', ['How\t?', 'How\u0000?']],
    ['have the name of a field of the form', ['name ', 'name\n']],
    ['have no name that can be stored', ['\u0001', '\u0002']],
  ])('keeps both answers to questions that %s', (_, [first = '', second = '']) => {
    const checked = check({ ...good, [first]: 'one', [second]: 'two' });
    const fields = new Map(checked.ok ? checked.submission.fields : []);
    expect([...fields.values()]).toEqual([...Object.values(good), 'one', 'two']);
  });

  it('takes nothing invisible for an answer, and removes what would reorder a line', () => {
    expect(faults({ ...good, name: '\u200b', message: '\u2060\n' })).toEqual([
      'name REQUIRED_FIELD_EMPTY should not be empty',
      'message REQUIRED_FIELD_EMPTY should not be empty',
    ]);
    expect(check({ ...good, name: '\u202eAsha', _subject: '\u2066Hi' })).toMatchObject({
      submission: { fields: expect.arrayContaining([['name', 'Asha']]), subject: 'Hi' },
    });
  });

  it('reports the errors of all fields together', () => {
    expect(faults({ name: ' ', email: 'nobody', githubLink: 'javascript:alert(1)', year: 'two' })).toEqual([
      'name REQUIRED_FIELD_EMPTY should not be empty',
      'email TYPE_EMAIL should be an email',
      'githubLink TYPE_TEXT should be a URL',
      'year TYPE_NUMERIC should be a number',
      'message REQUIRED_FIELD_MISSING is required',
    ]);
  });

  it.each([
    ['an object', { name: null }, 'name TYPE_TEXT should be text'],
    ['an object in a field that nobody declared', { other: null }, 'other TYPE_TEXT should be text'],
    ['a control character in a name', { name: 'a\0' }, 'name TYPE_TEXT should be text on one line'],
    ['half a character', { message: '\uD800' }, 'message TYPE_TEXT should be text'],
    ['an address to reply to that is none', { _replyto: 'x' }, '_replyto TYPE_EMAIL should be an email'],
  ])('is refused for %s', (_, change, fault) => {
    expect(faults({ ...good, ...change })).toEqual([fault]);
  });

  it('takes a line break in a name for a space', () => {
    const checked = check({ ...good, name: 'a\r\nBcc: b@c.example' });
    expect(checked).toMatchObject({
      submission: { fields: expect.arrayContaining([['name', 'a Bcc: b@c.example']]) },
    });
  });

  it('takes a number of up to 50 characters', () => {
    expect(faults({ ...good, year: '1'.repeat(50) })).toEqual([]);
    expect(faults({ ...good, year: '1'.repeat(51) })).toHaveLength(1);
  });

  it.each(['7', '-1.5', '1e3', '.5'])('takes %s for a number', (year) => {
    expect(faults({ ...good, year })).toEqual([]);
  });

  it.each(['0x10', 'Infinity', '1,5', '--1'])('takes %s for none', (year) => {
    expect(faults({ ...good, year })).toEqual(['year TYPE_NUMERIC should be a number']);
  });

  it('is empty without fields, and if no field has a value', () => {
    expect(faults({})).toEqual(['EMPTY The form is empty.']);
    expect(faults({ _next: '/about' })).toEqual(['EMPTY The form is empty.']);
    const free = { ...form, fields: [field('note', 'text')] };
    expect(checkSubmission(free, new Map([['note', ' ']]))).toMatchObject({ ok: false });
  });

  it('takes the reply address from _replyto and the subject from _subject, in one line', () => {
    expect(
      check({ ...good, _replyto: 'other@x.example', _subject: 'One\r\nBcc: two', subject: 'x' }),
    ).toMatchObject({
      submission: { replyTo: 'other@x.example', subject: 'One Bcc: two' },
    });
  });
});

it.each([
  [undefined, false],
  ['', false],
  ['http://spam.example', true],
  [null, true],
])('the hidden field filled with %s reveals a program: %s', (value, trapped) => {
  expect(isTrapped(new Map(value === undefined ? [] : [['_gotcha', value]]))).toBe(trapped);
});

it('turns any text into one line', () => {
  expect(storableLine(' a\r\nb\u2028c\u0007 \uD800')).toBe('a b c  \uFFFD');
});
