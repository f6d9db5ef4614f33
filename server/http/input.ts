import { validator } from 'hono-openapi';
import type { z } from 'zod';
import { firstFailure } from '#domain/validation.ts';
import { Refusal } from './refusal.ts';

/**
 * Validates the JSON body with a schema of `domain/`; the handler reads it with `c.req.valid('json')`. Rejects with
 * 400 INVALID_INPUT, the first failure's message and the invalid field.
 */
export function jsonBody<Rule extends z.ZodType>(rule: Rule) {
  return validator('json', rule, (result) => {
    if (!result.success) refuse(result.error);
  });
}

/** The same for the query string, read with `c.req.valid('query')`. */
export function queryString<Rule extends z.ZodType>(rule: Rule) {
  return validator('query', rule, (result) => {
    if (!result.success) refuse(result.error);
  });
}

function refuse(issues: readonly unknown[]): never {
  // The validator types zod's issues as Standard Schema issues.
  const { field, message } = firstFailure(issues as readonly z.core.$ZodIssue[]);
  throw new Refusal(400, 'INVALID_INPUT', message, field ? { field } : {});
}
