import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { trimmedString } from '#domain/bounded.ts';
import { declaredRoutes } from '#server/http/access.ts';
import { declaredInputs } from '#server/http/input.ts';
import { openTestApp } from '#tests/helpers/app.ts';

/**
 * The parts of a rule that let in more than a stated amount: texts that do not begin with `boundedString`, lists
 * without a maximum, objects of any keys, anything at all. Each is named by its path.
 */
function unboundedParts(rule: z.core.$ZodType, path = '(body)'): string[] {
  const { def } = (rule as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return beginsWithItsBound(def) ? [] : [`${path}: text`];
    case 'array': {
      const bounded = def.checks?.some((check) => check._zod.def.check === 'max_length');
      return [...(bounded ? [] : [`${path}: list`]), ...unboundedParts(def.element, `${path}[]`)];
    }
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => unboundedParts(part, name));
    case 'union':
      return def.options.flatMap((option) => unboundedParts(option, path));
    case 'pipe':
      return unboundedParts(def.in, path);
    case 'optional':
    case 'nonoptional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return unboundedParts(def.innerType, path);
    // A number, also one read from a text of the address, which has a bound as a whole.
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return [];
    default:
      return [`${path}: ${def.type}`];
  }
}

/** Whether the length is looked at first, and ends the checking. A format such as `z.email()` looks before it. */
function beginsWithItsBound(def: z.core.$ZodStringDef): boolean {
  const first = def.checks?.[0]?._zod.def;
  return !('format' in def) && first?.check === 'max_length' && first.abort === true;
}

it('every text, list and object of every contract has a bound that comes first', async () => {
  const { app } = await openTestApp('sqlite');
  const inputs = declaredInputs(app);
  const unbounded = inputs.flatMap(({ route, part, rule }) =>
    unboundedParts(rule).map((one) => `${route}, ${part}: ${one}`),
  );
  expect(unbounded).toEqual([]);
});

it('every route of the API that writes reads its body by a contract', async () => {
  const { app } = await openTestApp('sqlite');
  const withBody = new Set(
    declaredInputs(app)
      .filter(({ part }) => part === 'json')
      .map(({ route }) => route),
  );
  const without = declaredRoutes(app)
    .filter(({ method, path }) => path.startsWith('/api/') && method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !withBody.has(route));
  expect(without).toEqual([]);
});

it('a text over its limit is read by nothing else', () => {
  const read: string[] = [];
  const rule = trimmedString(5).check(z.refine((text) => read.push(text) > 0));
  expect(rule.safeParse('x'.repeat(6)).success).toBe(false);
  expect(rule.safeParse('x'.repeat(9_000)).success).toBe(false);
  expect(read).toEqual([]);
});
