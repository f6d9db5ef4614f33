import { IconCircleCheck } from '@tabler/icons-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useReconnect } from '#client/lib/reconnect.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import { TextAreaField, TextField } from '#client/ui/field.tsx';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { contactFieldError } from '#domain/contact-form.ts';
import { type FormTestField, formTestTexts as texts } from '#domain/form-test.ts';
import { DebugPanel, type Exchange, submitWatched } from './exchange.tsx';
import { type FormOutcome, formService, isUnreached } from './form-service.ts';
import classes from './form-test-page.module.css';

/** /formspree-test: sends a message and shows the exchange (spec, points 2 and 4). */
export function Component() {
  const send = useMutation({
    mutationFn: (fields: Record<string, string>) => submitWatched(formService().testForm, fields),
  });
  const exchange = send.data;
  useReconnect(() => exchange && isUnreached(exchange.answer) && send.reset());
  // The exchange stays visible while another message is being written.
  const [finished, setFinished] = useState<Exchange>();

  return (
    <>
      <PageHeading title={texts.title} subtitle={texts.subtitle} />
      <div className={layout.tiles}>
        {exchange?.answer.sent && exchange !== finished ? (
          <Sent onAgain={() => setFinished(exchange)} />
        ) : (
          <Panel title={texts.formTitle}>
            <TestForm busy={send.isPending} outcome={exchange?.answer} onSend={send.mutate} />
          </Panel>
        )}
        <DebugPanel exchange={exchange} />
      </div>
    </>
  );
}

interface TestFormProps {
  busy: boolean;
  outcome: FormOutcome | undefined;
  onSend: (fields: Record<string, string>) => void;
}

const fieldNames = Object.keys(texts.labels) as FormTestField[];

/** The test form (spec, point 2). It validates nothing itself, so that it shows what the service answers. */
function TestForm({ busy, outcome, onSend }: TestFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const refused = outcome?.sent === false && !busy ? outcome : null;
  /** The fields that were changed since the last attempt. */
  const [corrected, setCorrected] = useState<readonly string[]>([]);

  useEffect(() => {
    const first = refused && fieldNames.find((name) => refused.fields[name]);
    const control = first && form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }, [refused]);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setCorrected([]);
    const { elements } = event.currentTarget;
    onSend(Object.fromEntries(fieldNames.map((name) => [name, typedIn(elements.namedItem(name))])));
  }

  function field(name: FormTestField) {
    const fault = corrected.includes(name) ? undefined : refused?.fields[name]?.[0];
    return {
      name,
      label: texts.labels[name],
      required: true,
      error: fault && contactFieldError(name, fault.message),
      onChange: () => setCorrected([...corrected, name]),
    };
  }

  return (
    <form ref={form} className={layout.stackL} noValidate onSubmit={onSubmit}>
      <TextField autoComplete="name" autoCapitalize="words" {...field('name')} />
      <TextField
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <TextAreaField rows={5} {...field('message')} />
      {refused && (
        <Notice tone="error">
          <p>{texts.refused}</p>
          {refused.form.map(({ code, message }) => (
            <p key={`${code} ${message}`}>{message}</p>
          ))}
        </Notice>
      )}
      <SubmitButton busy={busy} busyLabel={texts.busy}>
        {texts.button}
      </SubmitButton>
    </form>
  );
}

function typedIn(control: unknown): string {
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control.value : '';
}

/** Replaces the form once it is sent. It takes the focus because the focused button has disappeared. */
function Sent({ onAgain }: { onAgain: () => void }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => content.current?.focus(), []);
  return (
    <Panel>
      <div className={`${layout.stackXl} ${classes.sent}`}>
        <HexIcon icon={IconCircleCheck} tone="success" size="l" />
        <div ref={content} tabIndex={-1} role="status" className={layout.stackS}>
          <h2>{texts.sent}</h2>
          <p>{texts.sentDetail}</p>
        </div>
        <Button variant="default" onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
    </Panel>
  );
}
