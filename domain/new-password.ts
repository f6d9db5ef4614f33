import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { limits } from './limits.ts';

/** The one form in which a password is hashed and compared, because another keyboard composes the same letters differently. */
export function normalPassword(typed: string): string {
  return typed.normalize('NFKC');
}

/** A new password: 6 to 128 characters (spec, points 5 and 9; the upper bound caps the cost of a hash). */
export const newPassword = boundedString(limits.passwordMax, {
  required: `Password must be at least ${limits.passwordMin} characters long`,
  tooLong: `Password must be at most ${limits.passwordMax} characters long`,
}).check(z.minLength(limits.passwordMin, `Password must be at least ${limits.passwordMin} characters long`));
