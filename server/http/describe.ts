import type { MiddlewareHandler } from 'hono';
import { resolver, uniqueSymbol } from 'hono-openapi';
import type * as z from 'zod/mini';
import type { Done } from '#domain/accounts.ts';

/** A route's part of the generated API description. It passes each request on without waiting for its answer. */
function describe(spec: object): MiddlewareHandler {
  const pass: MiddlewareHandler = (_c, next) => next();
  return Object.assign(pass, { [uniqueSymbol]: { spec } });
}

/** Documents a JSON response with the schema that the client parses it with. */
export function describeJson(summary: string, contract: z.ZodMiniType, status: 200 | 201 = 200) {
  return describe({
    summary,
    responses: {
      [status]: { description: 'Success', content: { 'application/json': { schema: resolver(contract) } } },
    },
  });
}

/** Documents a response that is not JSON: a file or an event stream. */
export function describeStream(summary: string, mediaType: string) {
  return describe({
    summary,
    responses: { 200: { description: 'Success', content: { [mediaType]: { schema: { type: 'string' } } } } },
  });
}

/** The response of a request that returns no data, once its work is done. */
export async function doneAfter(work: Promise<unknown>): Promise<Done> {
  await work;
  return { status: true };
}
