import { validator } from 'hono-openapi';
import type { z } from 'zod';
import { firstFailure } from '#domain/validation.ts';
import { Refusal } from './refusal.ts';

/**
 * Checks the JSON body against a rule of `domain/`; the handler reads it by `c.req.valid('json')`.
 * Refuses with 400 INVALID_INPUT, the first failure's message and the field at fault.
 */
export function jsonBody<Rule extends z.ZodType>(rule: Rule) {
  return validator('json', rule, (result) => {
    if (!result.success) refuse(result.error);
  });
}

/** The same for the query string, by `c.req.valid('query')`. */
export function queryString<Rule extends z.ZodType>(rule: Rule) {
  return validator('query', rule, (result) => {
    if (!result.success) refuse(result.error);
  });
}

function refuse(issues: readonly unknown[]): never {
  // The validator passes zod's own issues on under the general type of Standard Schema.
  const { field, message } = firstFailure(issues as readonly z.core.$ZodIssue[]);
  throw new Refusal(400, 'INVALID_INPUT', message, field ? { field } : {});
}
