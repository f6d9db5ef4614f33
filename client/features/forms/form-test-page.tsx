import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type FormOutcome, formService, isUnreached } from '#client/lib/form-service.ts';
import { useReconnect } from '#client/lib/reconnect.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import type { Problem } from '#client/lib/use-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { TextAreaField, TextField } from '#client/ui/field.tsx';
import { IconCircleCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { IconTile } from '#client/ui/tile.tsx';
import { contactFieldError } from '#domain/contact-form.ts';
import { formTestTexts as texts } from '#domain/form-test.ts';
import { DebugPanel, type Exchange, submitWatched } from './exchange.tsx';
import classes from './form-test-page.module.css';

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
      <PageHeading title={texts.title} subtitle={texts.subtitle} />
      <div className={layout.tiles}>
        {isSent ? (
          <Sent onAgain={() => setIsSent(false)} />
        ) : (
          <Panel title={texts.formTitle}>
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
    alert: texts.refused,
    detail: form.map(({ message }) => message).join(' '),
    fields: Object.fromEntries(faults),
  };
}

/** The test form (spec, point 2). */
function TestForm({ form }: { form: ReturnType<typeof useCheckedForm<typeof initialValues, unknown>> }) {
  return (
    <form className={layout.stackL} {...form.formProps}>
      <TextField
        label={texts.labels.name}
        required
        autoComplete="name"
        autoCapitalize="words"
        {...form.field('name')}
      />
      <TextField
        label={texts.labels.email}
        required
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <TextAreaField label={texts.labels.message} required rows={5} {...form.field('message')} />
      {form.alert && (
        <Notice tone="error">
          <p>{form.alert}</p>
          {form.detail && <p>{form.detail}</p>}
        </Notice>
      )}
      <SubmitButton busy={form.busy} busyLabel={texts.busy}>
        {texts.button}
      </SubmitButton>
    </form>
  );
}

/** Replaces the form once it is sent. It takes the focus because the focused button has disappeared. */
function Sent({ onAgain }: { onAgain: () => void }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => content.current?.focus(), []);
  return (
    <Panel>
      <div className={`${layout.stackL} ${classes.sent}`}>
        <IconTile icon={IconCircleCheck} tone="success" size="l" />
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
