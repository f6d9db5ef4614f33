import { type FormOutcome, formService, submitForm } from './form-service.ts';

/** The exchange of one form submission. */
export interface Exchange {
  url: string;
  /** The request body, as JSON. */
  body: Record<string, string>;
  /** HTTP status; null if there was no response or the browser does not expose it. */
  status: number | null;
  /** The response, as the client understood it. */
  answer: FormOutcome;
  /** From sending the request to having read the response. */
  milliseconds: number;
}

/** Milliseconds until the browser has a performance entry for a response that was just read. */
const entryTimeoutMs = 250;

/** Submits a form and reports the exchange. The client hides the status, so it is read from the browser's entries. */
export async function submitWatched(formId: string, body: Record<string, string>): Promise<Exchange> {
  const url = `${formService().endpoint}/f/${formId}`;
  const status = Promise.withResolvers<number | null>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName(url)) {
      if (entry instanceof PerformanceResourceTiming) status.resolve(entry.responseStatus || null);
    }
  });
  observer.observe({ type: 'resource' });
  try {
    const started = performance.now();
    const answer = await submitForm(formId, body);
    const milliseconds = Math.round(performance.now() - started);
    setTimeout(() => status.resolve(null), entryTimeoutMs);
    return { url, body, status: await status.promise, answer, milliseconds };
  } finally {
    observer.disconnect();
  }
}
