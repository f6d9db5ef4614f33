import { createClient, isSubmissionError } from '@formspree/core';
import * as z from 'zod/mini';
import { addAccount, connectionMessages, requestHooks, timeoutMs } from './api.ts';
import { readPortalState } from './portal-state.ts';
import { createMessageIds } from './random-id.ts';

const portalState = z.object({
  formService: z.object({ endpoint: z.nullable(z.string()), contactForm: z.string() }),
});

/** The form service that the portal uses, and the ids of its forms there. */
export interface FormService {
  /** An absolute URL without a trailing slash. The client would treat an empty one as the hosted service. */
  endpoint: string;
  contactForm: string;
  testForm: string;
}

/** The service that the server named in the page: its own, unless the operator configured another. */
export function formService(): FormService {
  const given = portalState.safeParse(readPortalState()).data?.formService;
  const contactForm = given?.contactForm ?? 'contact';
  if (!given?.endpoint) return { endpoint: window.location.origin, contactForm, testForm: 'test' };
  // A hosted service has only the one form that the operator created there.
  return { endpoint: given.endpoint.replace(/\/+$/, ''), contactForm, testForm: contactForm };
}

interface FormFault {
  code: string;
  message: string;
}

/** The result of submitting a form: where to continue, or its problems by field and for the form as a whole. */
export type FormOutcome =
  | { sent: true; next: string }
  | { sent: false; form: readonly FormFault[]; fields: Record<string, readonly FormFault[]> };

const ids = createMessageIds();
let client: ReturnType<typeof createClient> | undefined;
let explained: typeof fetch | undefined;
let status: number | null = null;

/** The HTTP status of the latest submission's response, which the client hides; null if there was none. */
export function latestStatus(): number | null {
  return status;
}

/**
 * Gives the client's requests a time-out and the account that the page shows, and a lost connection the text that it has everywhere. The client takes no
 * `fetch` and shows the message of what `fetch` throws, which differs between browsers.
 */
function explainLostConnection(): void {
  if (globalThis.fetch === explained) return;
  const original = globalThis.fetch.bind(globalThis);
  explained = async (address, options) => {
    const headers = new Headers(options?.headers);
    if (!headers.has('Formspree-Client')) return original(address, options);
    if (formService().endpoint === window.location.origin) addAccount(headers);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await original(address, { ...options, headers, signal });
      status = response.status;
      await response.clone().json();
      requestHooks.onResponse?.(response);
      return response;
    } catch {
      requestHooks.onResponse?.(null);
      throw new Error(connectionMessages.unreachable);
    }
  };
  globalThis.fetch = explained;
}

/** Whether the service could not be reached. */
export function isUnreached(outcome: FormOutcome): boolean {
  return !outcome.sent && outcome.form.some(({ message }) => message === connectionMessages.unreachable);
}

/**
 * Submits a form with the form service's own client. Never throws for a rejection or a network failure: the
 * client turns both into messages, which are shown as they are.
 */
export async function submitForm(formId: string, fields: Record<string, string>): Promise<FormOutcome> {
  explainLostConnection();
  client ??= createClient();
  status = null;
  const { endpoint } = formService();
  // A hosted service would take the id for an answer.
  const id = endpoint === window.location.origin && { _id: ids.idFor({ formId, fields }) };
  const result = await client.submitForm(formId, { ...fields, ...id }, { endpoint });
  if (!isSubmissionError(result)) {
    ids.sent();
    return { sent: true, next: result.next };
  }
  return {
    sent: false,
    form: result.getFormErrors(),
    fields: Object.fromEntries(result.getAllFieldErrors()),
  };
}
