import { Badge } from '#client/ui/badge.tsx';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { formTestTexts } from '#domain/form-test.ts';
import { type FormOutcome, formService, submitForm } from './form-service.ts';
import classes from './form-test-page.module.css';

/** The exchange of one form submission. */
export interface Exchange {
  url: string;
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

const texts = formTestTexts.exchange;

/** Shows the last exchange: request, status, response and duration. */
export function DebugPanel({ exchange }: { exchange: Exchange | undefined }) {
  if (!exchange) {
    return (
      <Panel title={texts.title}>
        <p className={typography.soft}>{formTestTexts.nothingYet}</p>
      </Panel>
    );
  }
  const { url, body, status, answer, milliseconds } = exchange;
  const rows = [
    [texts.request, `${texts.sentTo(url)}\n${JSON.stringify(body, null, 2)}`],
    [texts.status, String(status ?? texts.unknownStatus)],
    [texts.answer, JSON.stringify(answer, null, 2)],
    [texts.time, texts.milliseconds(milliseconds.toLocaleString('en-US'))],
  ] as const;
  return (
    <Panel
      title={texts.title}
      aside={
        <Badge tone={answer.sent ? 'success' : 'warning'}>
          {answer.sent ? texts.accepted : texts.refused}
        </Badge>
      }
    >
      <dl className={layout.stackL}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className={typography.caption}>{label}</dt>
            <dd className={classes.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
