import type { MiddlewareHandler } from 'hono';
import { resolver, uniqueSymbol } from 'hono-openapi';
import type * as z from 'zod/mini';
import type { Done } from '#domain/accounts.ts';
import { apiError } from '#domain/errors.ts';

const refusal = {
  description: 'A refusal: its code says why, and `Retry-After` when to try again.',
  content: { 'application/json': { schema: resolver(apiError) } },
};

/** A route's part of the generated API description. It passes each request on without waiting for its answer. */
function describe(summary: string, status: number, content: object): MiddlewareHandler {
  const pass: MiddlewareHandler = (_c, next) => next();
  const responses = { [status]: { description: 'Success', content }, default: refusal };
  return Object.assign(pass, { [uniqueSymbol]: { spec: { summary, responses } } });
}

/** Documents a JSON response with the schema that the client parses it with. */
export function describeJson(summary: string, contract: z.ZodMiniType, status: 200 | 201 = 200) {
  return describe(summary, status, { 'application/json': { schema: resolver(contract) } });
}

/** Documents a response that is not JSON: a file or an event stream. */
export function describeStream(summary: string, mediaType: string) {
  return describe(summary, 200, { [mediaType]: { schema: { type: 'string' } } });
}

/** The response of a request that returns no data, once its work is done. */
export async function doneAfter(work: Promise<unknown>): Promise<Done> {
  await work;
  return { status: true };
}
