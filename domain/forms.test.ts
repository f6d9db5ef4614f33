import { describe, expect, it } from 'vitest';
import { formsFile } from './forms.ts';

const declared = {
  id: 'contact',
  title: 'Contact form',
  active: true,
  subject: null,
  mailTo: 'CONTACT_INBOX',
  receipt: true,
  allowedOrigins: ['https://club.example.edu', 'http://localhost:8080'],
  fields: [
    { name: 'email', label: 'Email', type: 'email', required: true },
    { name: 'age', label: 'Age', type: 'number', required: false },
  ],
};

function faultOf(change: object): string {
  const parsed = formsFile.safeParse({ project: 'sdc', forms: [{ ...declared, ...change }] });
  const issue = parsed.error?.issues[0];
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'none';
}

describe('a declaration of forms', () => {
  it('is accepted', () => {
    const file = { project: 'sdc', forms: [declared, { ...declared, id: 'other', mailTo: 'a@b.example' }] };
    expect(formsFile.parse(file)).toEqual(file);
  });

  it.each([
    ['an id that fits no address', { id: 'my form' }, 'forms.0.id: must be 1 to 64 letters'],
    [
      'a name that steers the service',
      { fields: [{ ...declared.fields[0], name: '_next' }] },
      'name: must begin',
    ],
    [
      'a field named twice',
      { fields: [declared.fields[0], declared.fields[0]] },
      'fields: must not name a field',
    ],
    ['an unknown type', { fields: [{ ...declared.fields[0], type: 'date' }] }, 'forms.0.fields.0.type: '],
    [
      'a receipt without an address',
      { fields: [declared.fields[1]] },
      'receipt: needs a field of type email',
    ],
    ['an origin with a path', { allowedOrigins: ['https://a.example/x'] }, 'must be an origin'],
    ['mail to nobody', { mailTo: 'the leads' }, 'mailTo: must be CONTACT_INBOX or an email address'],
    ['a subject of two lines', { subject: 'a\nBcc: b' }, 'forms.0.subject: '],
    [
      'a field without a label',
      { fields: [{ ...declared.fields[0], label: ' ' }] },
      'forms.0.fields.0.label: ',
    ],
  ])('is refused with %s', (_, change, fault) => {
    expect(faultOf(change)).toContain(fault);
  });
});
