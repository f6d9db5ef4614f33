import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailAddress, signIn } from './accounts.ts';
import { passwordResetForm } from './mailed-links.ts';
import { newPassword } from './new-password.ts';
import { check } from './validation.ts';

describe('emailAddress', () => {
  it.each([
    ['asha@students.example', 'asha@students.example'],
    [' Asha.Rao+SDC@Students.EXAMPLE\n', 'asha.rao+sdc@students.example'],
    ["o'brien@a-b.co.in", "o'brien@a-b.co.in"],
    ['a!{b}@b.co', 'a!{b}@b.co'],
    [
      'Asha@\u0909\u0926\u093e\u0939\u0930\u0923.\u092d\u093e\u0930\u0924',
      'asha@xn--p1b6ci4b4b3a.xn--h2brj9c',
    ],
    ['asha@xn--p1b6ci4b4b3a.XN--h2brj9c', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    ['asha@MÜNCHEN.de', 'asha@xn--mnchen-3ya.de'],
    ['a..b@b.co', 'a..b@b.co'],
    ['आशा@b.c', 'आशा@b.c'],
    ['a@1.2.3.4', 'a@1.2.3.4'],
  ])('accepts %j and converts it to one form', (typed, kept) => {
    expect(check(emailAddress, typed)).toEqual({ ok: true, value: kept });
  });

  it.each([
    'asha',
    'asha@',
    '@b.co',
    'a@b',
    'a b@c.de',
    'a@b c.de',
    'a@b@c.de',
    'a@b.co\r\nBcc: x@y.de',
    'a@.co',
    '<a>@b.co',
    'a@b.',
    'a,b@b.co',
    'a;b@b.co',
    'a\u202e@b.co',
    'a\0@b.co',
    // Mail servers take each of these to the mailbox of somebody else, or to no mailbox.
    ...[
      'asha(1)@b.co',
      '"asha"@b.co',
      'a\\sha@b.co',
      'asha@b.co.',
      'asha@b..co',
      'asha@[192.0.2.1]',
      'mailto:a@b.co',
    ],
  ])('rejects %j', (typed) => {
    expect(check(emailAddress, typed)).toEqual({
      ok: false,
      failure: { field: '', message: 'Please enter a valid email address' },
    });
  });

  it.each(['', '  ', null, undefined, 5, {}])('requires one: %j', (typed) => {
    expect(check(emailAddress, typed)).toEqual({
      ok: false,
      failure: { field: '', message: 'Email is required' },
    });
  });
});

it('a new password has 6 to 128 characters', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 140, unit: 'binary' }), (typed) => {
      const checked = check(newPassword, typed);
      const { length } = [...typed];
      expect(checked.ok).toBe(length >= 6 && length <= 128);
      if (checked.ok) expect(checked.value).toBe(typed);
    }),
  );
  expect(check(newPassword, '👋'.repeat(128))).toMatchObject({ ok: true });
  expect(check(newPassword, 'c'.repeat(129))).toMatchObject({
    failure: { message: 'Password must be at most 128 characters long' },
  });
});

describe('signIn', () => {
  it('accepts e-mail and password', () => {
    expect(check(signIn, { email: ' A@B.co', password: ' p ' })).toEqual({
      ok: true,
      value: { email: 'a@b.co', password: ' p ' },
    });
  });

  it.each([
    [{}, 'email', 'Email is required'],
    [{ email: 'a@b.co' }, 'password', 'Password is required'],
    [{ email: 'a@b.co', password: '' }, 'password', 'Password is required'],
    [{ email: 'a@b.co', password: 'x'.repeat(4_097) }, 'password', 'Invalid email or password'],
    [{ email: 'a@b.co', password: 'secret', rememberMe: false }, 'rememberMe', 'Unknown field: rememberMe'],
  ])('rejects %j', (form, field, message) => {
    expect(check(signIn, form)).toEqual({ ok: false, failure: { field, message } });
  });
});

it('the form of a password reset requires the new password twice', () => {
  const form = { newPassword: 'secret', confirmPassword: 'secret' };
  expect(check(passwordResetForm, form)).toEqual({ ok: true, value: form });
  expect(check(passwordResetForm, { ...form, confirmPassword: 'Secret' })).toEqual({
    ok: false,
    failure: { field: 'confirmPassword', message: 'Passwords do not match' },
  });
  expect(check(passwordResetForm, { newPassword: 'short', confirmPassword: 'other' })).toEqual({
    ok: false,
    failure: { field: 'newPassword', message: 'Password must be at least 6 characters long' },
  });
});
