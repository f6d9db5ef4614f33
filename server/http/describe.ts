import { describeRoute, resolver } from 'hono-openapi';
import type * as z from 'zod/mini';
import type { Done } from '#domain/accounts.ts';

/** Documents a JSON response with the schema that the client parses it with. */
export function describeJson(summary: string, contract: z.ZodMiniType, status: 200 | 201 = 200) {
  return describeRoute({
    summary,
    responses: {
      [status]: { description: 'Success', content: { 'application/json': { schema: resolver(contract) } } },
    },
  });
}

/** Documents a response that is not JSON: a file or an event stream. */
export function describeStream(summary: string, mediaType: string) {
  return describeRoute({
    summary,
    responses: { 200: { description: 'Success', content: { [mediaType]: { schema: { type: 'string' } } } } },
  });
}

/** The response of a request that returns no data, once its work is done. */
export async function doneAfter(work: Promise<unknown>): Promise<Done> {
  await work;
  return { status: true };
}
