import { describeRoute, resolver } from 'hono-openapi';
import type * as z from 'zod/mini';
import { formAccepted, formFailures, formRefused } from '#domain/forms.ts';

function json(description: string, contract: z.ZodMiniType) {
  return { description, content: { 'application/json': { schema: resolver(contract) } } };
}

const refused = json('A refusal: each invalid field is named with its code.', formRefused);

const fields = {
  type: 'object' as const,
  description:
    'The fields that `content/forms.json` declares for the form; others are kept too. `_gotcha` must stay empty, `_replyto`, `_subject` and `_next` steer the service, and a message with the `_id` (32 hexadecimal digits) of another is that one again.',
  additionalProperties: { type: 'string' as const },
};

/** Request and responses of sending a form. */
export const describeSubmission = describeRoute({
  summary: 'Takes a message of a form: stores it, then mails it.',
  description:
    'In the wire format of `@formspree/core`. Every answer is JSON, unless the request accepts `text/html` and not JSON: then it is a redirect or a page.',
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: fields },
      'multipart/form-data': { schema: fields },
      'application/x-www-form-urlencoded': { schema: fields },
    },
  },
  responses: {
    200: json('Stored.', formAccepted),
    303: { description: 'Stored; for a browser without JavaScript.' },
    default: refused,
  },
});

export const describePreflight = describeRoute({
  summary: 'Says whether a page of another website may send the form.',
  responses: { 204: { description: 'It may, if the answer names its origin.' } },
});

export const describeWrongMethod = describeRoute({
  summary: 'Send the form with POST.',
  responses: { 405: json(formFailures.postOnly, formRefused) },
});

export const describeThanks = describeRoute({
  summary: 'The page that a browser without JavaScript sees after sending the form.',
  responses: {
    200: { description: 'Thanks.', content: { 'text/html': { schema: { type: 'string' } } } },
    default: refused,
  },
});
