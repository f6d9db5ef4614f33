import { createClient, isSubmissionError } from '@formspree/core';
import { z } from 'zod';
import { readPortalState } from '#client/lib/portal-state.ts';

const portalState = z.object({
  formService: z.object({ endpoint: z.string().nullable(), contactForm: z.string() }),
});

/** Which form service the portal's forms go to, and what they are called there. */
export interface FormService {
  /** An absolute address without a trailing slash: given an empty one, the client would ask the hosted service. */
  endpoint: string;
  contactForm: string;
  testForm: string;
}

/** The service that the server names in the page: its own, unless the operator has chosen another. */
export function formService(): FormService {
  const given = portalState.safeParse(readPortalState()).data?.formService;
  const contactForm = given?.contactForm ?? 'contact';
  if (!given?.endpoint) return { endpoint: window.location.origin, contactForm, testForm: 'test' };
  // Another service knows the one form that its operator has made there.
  return { endpoint: given.endpoint.replace(/\/+$/, ''), contactForm, testForm: contactForm };
}

/** One thing wrong with what was sent. */
export interface FormFault {
  code: string;
  message: string;
}

/** What became of a form that was sent: where the service leads, or what is wrong, field by field and as a whole. */
export type FormOutcome =
  | { sent: true; next: string }
  | { sent: false; form: readonly FormFault[]; fields: Record<string, readonly FormFault[]> };

let client: ReturnType<typeof createClient> | undefined;

/**
 * Sends a form by the published client. Never throws for a refusal or for no answer: the client makes a text of
 * those, which is shown as it comes.
 */
export async function submitForm(formId: string, fields: Record<string, string>): Promise<FormOutcome> {
  client ??= createClient();
  const result = await client.submitForm(formId, { ...fields }, { endpoint: formService().endpoint });
  if (!isSubmissionError(result)) return { sent: true, next: result.next };
  return {
    sent: false,
    form: result.getFormErrors(),
    fields: Object.fromEntries(result.getAllFieldErrors()),
  };
}
