import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { trimmedString } from './bounded.ts';
import { eachIfNamed, memberCorrection } from './corrections.ts';

it('leaves a field that is not named alone, even if its rule has a default', () => {
  const rule = eachIfNamed(
    z.strictObject({ name: trimmedString(20), pronouns: z._default(trimmedString(20), '') }),
  );
  expect(rule.parse({ name: 'Asha' })).toEqual({ name: 'Asha' });
  expect(rule.parse({ pronouns: 'she' })).toEqual({ pronouns: 'she' });
});

it('writes no field but those that are named', () => {
  expect(memberCorrection.parse({ studentId: 'A1', reason: 'x' })).toEqual({ studentId: 'A1', reason: 'x' });
});
