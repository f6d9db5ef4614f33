import { type FormOutcome, formService, submitForm } from './form-service.ts';

/** What travelled when a form was sent. */
export interface Exchange {
  url: string;
  /** What was sent, as JSON. */
  body: Record<string, string>;
  /** HTTP status; null where no answer came, or where the browser does not tell. */
  status: number | null;
  /** What the client understood of the answer. */
  answer: FormOutcome;
  /** From sending to having read the answer. */
  milliseconds: number;
}

/** Browsers put a request on record shortly after its answer was read; in milliseconds. */
const recordWithin = 250;

/** Sends a form and reports what travelled. The client keeps the status to itself, so the browser is asked. */
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
    setTimeout(() => status.resolve(null), recordWithin);
    return { url, body, status: await status.promise, answer, milliseconds };
  } finally {
    observer.disconnect();
  }
}
