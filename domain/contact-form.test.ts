import { describe, expect, it } from 'vitest';
import { type FormFault, testFaults } from '#tests/helpers/fault-pairs.ts';
import { contactFieldError, contactForm, isContactField, projectUrl, submission } from './contact-form.ts';
import { check } from './validation.ts';

const longestUrl = `https://a.example/${'x'.repeat(2_048 - 18)}`;

it('knows its fields, and takes no property of every object for one', () => {
  expect(['name', 'githubLink', 'toString', '__proto__', 'constructor'].filter(isContactField)).toEqual([
    'name',
    'githubLink',
  ]);
});

describe('projectUrl', () => {
  it.each([
    'https://github.com/asha/project',
    'http://localhost:8080/a?b=c#d',
    'HTTPS://GitHub.com/Asha',
    'https://bücher.example/ü',
    longestUrl,
  ])('accepts %j unchanged', (link) => {
    expect(check(projectUrl, link)).toEqual({ ok: true, value: link });
  });

  it('trims whitespace', () => {
    expect(check(projectUrl, ' https://a.example \n')).toEqual({ ok: true, value: 'https://a.example' });
  });

  it.each([
    'javascript:alert(1)',
    ' javascript://a.example/%0Aalert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://a.example',
    'github.com/asha',
    '//github.com/asha',
    'https:github.com',
    'https://',
    'https://a b.example',
    'https://a.example/a\nb',
    'https://a.example/\0',
    'https://a.example/\ud800',
    '',
    null,
    5,
  ])('rejects %j, also in a submission', (githubLink) => {
    const message = 'GitHub link must be a full address, such as https://github.com/you/your-project';
    expect(check(projectUrl, githubLink)).toEqual({ ok: false, failure: { field: '', message } });
    const failure = { field: 'githubLink', message };
    expect(check(submission, { githubLink, projectDescription: 'x' })).toEqual({ ok: false, failure });
  });
});

describe('contactForm', () => {
  const form = { name: 'Asha', email: 'a@b.co', githubLink: '', message: 'Hello\nthere' };

  it('works without a link', () => {
    expect(check(contactForm, form)).toEqual({ ok: true, value: form });
  });

  it.each([
    ['name', 'a'.repeat(201), 'Name must be at most 200 characters long'],
    ['name', 'Asha\0', 'Name contains a character that cannot be stored: U+0000 after “Asha”'],
    ['email', 'asha', 'Please enter a valid email address'],
    ['message', 'a'.repeat(10_001), 'Message must be at most 10,000 characters long'],
  ])('rejects a wrong %s: %j', (field, value, message) => {
    expect(check(contactForm, { ...form, [field]: value })).toEqual({
      ok: false,
      failure: { field, message },
    });
  });

  const faults: FormFault[] = [
    { field: 'name', message: 'Name is required', broken: ['', ' ', null, 5] },
    { field: 'email', message: 'Email is required', broken: ['', ' ', null, 5] },
    {
      field: 'githubLink',
      message: 'GitHub link must be a full address, such as https://github.com/you/your-project',
      broken: ['github', 'javascript:alert(1)', null, 5],
    },
    { field: 'message', message: 'Message is required', broken: ['', ' ', null, 5] },
  ];

  testFaults(contactForm, form, faults);
});

it.each([
  ['name', 'is required', 'Name is required'],
  ['email', 'should be an email', 'Email should be an email'],
  ['githubLink', 'should be a URL', 'GitHub link should be a URL'],
  ['message', 'should not be empty', 'Message should not be empty'],
  ['message', 'Message is required', 'Message is required'],
] as const)('puts the name of %s in front of "%s", unless it is there', (field, message, expected) => {
  expect(contactFieldError(field, message)).toBe(expected);
});
