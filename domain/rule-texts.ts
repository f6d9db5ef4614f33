import * as z from 'zod/mini';
import { counted } from './plural.ts';

const kinds: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** For a rule without a text: zod's own sentences name types but not the field. */
function textFor(issue: z.core.$ZodRawIssue): string {
  const name = issue.path?.length ? issue.path.map(String).join('.') : 'The input';
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is required`
        : `${name} must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${name} must be ${issue.values.map(String).join(' or ')}`;
    case 'too_big':
      return bound(name, 'at most', issue.maximum, issue.origin);
    case 'too_small':
      return bound(name, 'at least', issue.minimum, issue.origin);
    default:
      return `${name} is not valid`;
  }
}

function bound(name: string, side: 'at most' | 'at least', amount: number | bigint, origin: string): string {
  if (origin === 'array') return `${name} must have ${side} ${counted(Number(amount), 'entry', 'entries')}`;
  return `${name} must be ${side} ${amount}${origin === 'string' ? ' characters long' : ''}`;
}

z.config({ customError: textFor });
