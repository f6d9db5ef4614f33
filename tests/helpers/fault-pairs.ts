import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { check } from '#domain/validation.ts';

/** One rule of a form: its field, its message, and inputs that break only this rule. */
export interface FormFault {
  field: string;
  message: string;
  broken: readonly unknown[];
}

/** For each fault, in the order of the form's rules: a test that it is reported alone, and before all that follow. */
export function testFaults(rule: z.ZodMiniType, form: object, faults: readonly FormFault[]): void {
  for (const [index, { field, message, broken }] of faults.entries()) {
    const later = faults.slice(index + 1).filter((other) => other.field !== field);
    it(`reports '${message}', alone and before what follows`, () => {
      const failed = { ok: false, failure: { field, message } };
      for (const value of broken) {
        const one = { ...form, [field]: value };
        expect(check(rule, one)).toEqual(failed);
        for (const other of later) {
          for (const worse of other.broken)
            expect(check(rule, { ...one, [other.field]: worse })).toEqual(failed);
        }
      }
    });
  }
}
