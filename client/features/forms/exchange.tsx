import { type FormOutcome, formService, latestStatus, submitForm } from '#client/lib/form-service.ts';
import { Badge } from '#client/ui/badge.tsx';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { formTestTexts } from '#domain/form-test.ts';
import classes from './form-test-page.module.css';

/** The exchange of one form submission. */
export interface Exchange {
  url: string;
  body: Record<string, string>;
  /** HTTP status; null if there was no response. */
  status: number | null;
  /** The response, as the client understood it. */
  answer: FormOutcome;
  /** From sending the request to having read the response. */
  milliseconds: number;
}

/** Submits a form and reports the exchange. */
export async function submitWatched(formId: string, body: Record<string, string>): Promise<Exchange> {
  const started = performance.now();
  const answer = await submitForm(formId, body);
  const milliseconds = Math.round(performance.now() - started);
  return { url: `${formService().endpoint}/f/${formId}`, body, status: latestStatus(), answer, milliseconds };
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
