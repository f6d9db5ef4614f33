import { describeRoute, resolver } from 'hono-openapi';
import type { z } from 'zod';

/** Documents what a route answers, from the contract that the client parses the answer with. */
export function describeJson(summary: string, contract: z.ZodType, status: 200 | 201 = 200) {
  return describeRoute({
    summary,
    responses: {
      [status]: { description: 'Success', content: { 'application/json': { schema: resolver(contract) } } },
    },
  });
}

/** The same for an answer that is no JSON: a file, or a stream of events. */
export function describeStream(summary: string, mediaType: string) {
  return describeRoute({
    summary,
    responses: { 200: { description: 'Success', content: { [mediaType]: { schema: { type: 'string' } } } } },
  });
}
