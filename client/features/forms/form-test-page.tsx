import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  type FormOutcome,
  formService,
  isUnreached,
  latestStatus,
  submitForm,
} from '#client/lib/form-service.ts';
import { useReconnect } from '#client/lib/reconnect.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import type { Problem } from '#client/lib/use-problem.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import state from '#client/ui/empty-state.module.css';
import { TextAreaField, TextField } from '#client/ui/field.tsx';
import { IconCircleCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { IconTile } from '#client/ui/tile.tsx';
import typography from '#client/ui/typography.module.css';
import { contactFieldError } from '#domain/contact-form.ts';
import { formTestTexts } from '#domain/form-test.ts';

const initialValues = { name: '', email: '', message: '' };

/** The form refuses nothing itself, so that it shows what the service answers. */
const anything = z.record(z.string(), z.string());

/** /formspree-test: sends a message and shows the exchange (spec, points 2 and 4). */
export function Component() {
  const [exchange, setExchange] = useState<Exchange>();
  const [isSent, setIsSent] = useState(false);
  const form = useCheckedForm({ initialValues, rule: anything, submit });

  async function submit(fields: Record<string, string>): Promise<void> {
    setExchange(undefined);
    const made = await submitWatched(formService().testForm, fields);
    setExchange(made);
    if (!made.answer.sent) return form.refuse(problemIn(made.answer));
    form.reset();
    setIsSent(true);
  }

  useReconnect(() => {
    if (!exchange || !isUnreached(exchange.answer)) return;
    setExchange(undefined);
    form.clear();
  });

  return (
    <>
      <PageHeading title={formTestTexts.title} subtitle={formTestTexts.subtitle} />
      <div className={layout.tiles}>
        {isSent ? (
          <Sent onAgain={() => setIsSent(false)} />
        ) : (
          <Panel title={formTestTexts.formTitle}>
            <TestForm form={form} />
          </Panel>
        )}
        {/* The exchange stays visible while another message is being written. */}
        <DebugPanel exchange={exchange} />
      </div>
    </>
  );
}

type Refused = Extract<FormOutcome, { sent: false }>;

function problemIn({ form, fields }: Refused): Problem {
  const faults = (['name', 'email', 'message'] as const).flatMap((name) => {
    const [fault] = fields[name] ?? [];
    return fault ? [[name, contactFieldError(name, fault.message)]] : [];
  });
  return {
    alert: formTestTexts.refused,
    detail: form.map(({ message }) => message).join(' '),
    fields: Object.fromEntries(faults),
  };
}

/** The test form (spec, point 2). */
function TestForm({ form }: { form: ReturnType<typeof useCheckedForm<typeof initialValues, unknown>> }) {
  return (
    <CheckedForm form={form} button={formTestTexts.button} busyLabel={formTestTexts.busy}>
      <TextField
        label={formTestTexts.labels.name}
        required
        autoComplete="name"
        autoCapitalize="words"
        {...form.field('name')}
      />
      <TextField
        label={formTestTexts.labels.email}
        required
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <TextAreaField label={formTestTexts.labels.message} required rows={5} {...form.field('message')} />
    </CheckedForm>
  );
}

/** Replaces the form once it is sent. It takes the focus because the focused button has disappeared. */
function Sent({ onAgain }: { onAgain: () => void }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => content.current?.focus(), []);
  return (
    <Panel>
      <div className={`${layout.stackL} ${state.state}`}>
        <IconTile icon={IconCircleCheck} tone="success" size="l" />
        <div ref={content} tabIndex={-1} role="status" className={layout.stackS}>
          <h2>{formTestTexts.sent}</h2>
          <p>{formTestTexts.sentDetail}</p>
        </div>
        <Button onClick={onAgain}>{formTestTexts.again}</Button>
      </div>
    </Panel>
  );
}

/** The exchange of one form submission. */
interface Exchange {
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
async function submitWatched(formId: string, body: Record<string, string>): Promise<Exchange> {
  const started = performance.now();
  const answer = await submitForm(formId, body);
  const milliseconds = Math.round(performance.now() - started);
  return { url: `${formService().endpoint}/f/${formId}`, body, status: latestStatus(), answer, milliseconds };
}

const texts = formTestTexts.exchange;

/** Shows the last exchange: request, status, response and duration. */
function DebugPanel({ exchange }: { exchange: Exchange | undefined }) {
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
            <dd
              className={`${layout.card} ${layout.boxed} ${typography.written} ${typography.data}`}
              data-tone="neutral"
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
