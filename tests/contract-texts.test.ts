import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { declaredInputs } from '#server/http/input.ts';
import { openTestApp } from './helpers/app.ts';

/** How zod's own sentences begin. They name types, but not the field. */
const ofZod =
  /^(Invalid (input|option|string|key|element|union|number|URL|email address|ISO)|Too (big|small)|Unrecognized)/;

const wrong = [undefined, null, '', 'no', 'x'.repeat(70_000), -1.5, 1e9, true, [], [5], {}, { a: 1 }];

it('every contract has a text of ours for each missing or mistyped field', async () => {
  const { app } = await openTestApp('sqlite');
  const texts = declaredInputs(app).flatMap(({ route, part, rule }) =>
    [...wrongInputs(rule)].flatMap((input) =>
      (rule.safeParse(input).error?.issues ?? []).map(
        ({ path, message }) => `${route}, ${part}, ${path.join('.')}: ${message}`,
      ),
    ),
  );
  expect(texts.length).toBeGreaterThan(1_000);
  expect([...new Set(texts)].filter((text) => ofZod.test(text.slice(text.indexOf(': ') + 2)))).toEqual([]);
});

it.each([
  ['/api/unsubscribe', {}, { field: 'token', message: 'This link isn’t complete.' }],
  ['/api/auth/sign-in/email', [], { message: 'The input must be an object' }],
])('%s with %j names what is wrong', async (path, body, fault) => {
  const { visitor } = await openTestApp('sqlite');
  const answer = await visitor().post(path, body);
  expect(answer).toMatchObject({ status: 400 });
  expect(answer.body).toEqual({ code: 'INVALID_INPUT', ...fault });
});

/** The contract's input with one field wrong at a time, and inputs that are no object of fields. */
function* wrongInputs(rule: z.ZodMiniType): Generator<unknown> {
  yield* wrong;
  if (!(rule instanceof z.ZodMiniObject)) return;
  for (const name of Object.keys(rule.shape)) {
    for (const value of wrong) yield { [name]: value };
  }
}
