import type { Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { validator } from 'hono-openapi';
import type * as z from 'zod/mini';
import { emptyBody } from '#domain/accounts.ts';
import '#domain/rule-texts.ts';
import { limits } from '#domain/limits.ts';
import { firstFailure } from '#domain/validation.ts';
import type { PortalEnv } from './env.ts';
import { Refusal } from './refusal.ts';

/** The rule that a handler checks a part of the request against. */
export interface DeclaredInput {
  part: 'json' | 'query';
  rule: z.ZodMiniType;
}

const declarations = new WeakMap<object, DeclaredInput>();

/**
 * Validates the JSON body with a schema of `domain/`; the handler reads it with `c.req.valid('json')`. Rejects with
 * 400 INVALID_INPUT, the first failure's message and the invalid field.
 */
export function jsonBody<Rule extends z.ZodMiniType>(rule: Rule) {
  const validate = validator('json', rule, (result) => {
    if (!result.success) refuse(result.error);
  });
  const bounded: typeof validate = async (c, next) => {
    await boundBody(c);
    return validate(c, next);
  };
  declarations.set(bounded, { part: 'json', rule });
  // `validate` carries its rule into the generated API description.
  return Object.assign(bounded, validate);
}

/** For a request whose address says everything: its body is missing, or an empty object. */
export function noBody() {
  const validate = jsonBody(emptyBody);
  const lenient: typeof validate = async (c, next) =>
    (await c.req.text()) === '' ? next() : validate(c, next);
  declarations.set(lenient, { part: 'json', rule: emptyBody });
  return Object.assign(lenient, validate);
}

/** Validates the query string, which the route reads with `c.req.valid('query')`. */
export function queryString<Rule extends z.ZodMiniType>(rule: Rule) {
  const validate = validator('query', rule, (result) => {
    if (!result.success) refuse(result.error);
  });
  declarations.set(validate, { part: 'query', rule });
  return validate;
}

/** Every rule that the app checks its requests against, with its route. */
export function declaredInputs(app: Hono<PortalEnv>): (DeclaredInput & { route: string })[] {
  return app.routes.flatMap(({ method, path, handler }) => {
    const declared = declarations.get(handler);
    return declared ? { ...declared, route: `${method} ${path}` } : [];
  });
}

/** The body is kept as parsed, so that the rule reads the same value. */
async function boundBody(c: Context): Promise<void> {
  const body: unknown = await c.req.json().catch(() => {
    throw new HTTPException(400);
  });
  if (!isBoundedJson(body)) {
    throw new Refusal(400, 'INVALID_INPUT', 'The request body has too many parts.');
  }
}

/**
 * Whether a parsed JSON value is within `limits.json`. No body of the portal comes near it; anything over it is refused
 * before a rule reads it, so that neither depth nor number can cost more than the bytes that were sent.
 */
export function isBoundedJson(value: unknown): boolean {
  let values = 0;

  function fits(part: unknown, depth: number): boolean {
    if (typeof part !== 'object' || part === null) return true;
    if (depth > limits.json.depth) return false;
    const inner = Object.values(part);
    values += inner.length;
    return values <= limits.json.values && inner.every((one) => fits(one, depth + 1));
  }

  return fits(value, 1);
}

function refuse(issues: readonly unknown[]): never {
  // The validator types zod's issues as Standard Schema issues.
  const { field, message } = firstFailure(issues as readonly z.core.$ZodIssue[]);
  throw new Refusal(400, 'INVALID_INPUT', message, field ? { field } : {});
}
