import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { TextAreaField, TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { contactFieldError } from '#domain/contact-form.ts';
import { type FormTestField, formTestTexts } from '#domain/form-test.ts';
import type { FormOutcome } from './form-service.ts';
import classes from './test-form.module.css';

type Values = Record<FormTestField, string>;
const empty: Values = { name: '', email: '', message: '' };
const fieldNames = Object.keys(empty) as FormTestField[];

interface TestFormProps {
  busy: boolean;
  /** The outcome of the last attempt. */
  outcome: FormOutcome | undefined;
  onSend: (values: Values) => void;
}

/** The test form (spec, point 2). It validates nothing itself, so that it shows what the service answers. */
export function TestForm({ busy, outcome, onSend }: TestFormProps) {
  const [values, setValues] = useState(empty);
  const form = useRef<HTMLFormElement>(null);
  const refused = outcome?.sent === false && !busy ? outcome : null;
  /** The fields that were changed since this outcome. */
  const [corrected, setCorrected] = useState<{ outcome: FormOutcome | undefined; names: FormTestField[] }>({
    outcome,
    names: [],
  });

  useEffect(() => {
    const first = refused && fieldNames.find((name) => refused.fields[name]);
    const control = first && form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }, [refused]);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!busy) onSend(values);
  }

  function field(name: FormTestField) {
    const names = corrected.outcome === outcome ? corrected.names : [];
    const fault = names.includes(name) ? undefined : refused?.fields[name]?.[0];
    return {
      name,
      label: formTestTexts.labels[name],
      required: true,
      value: values[name],
      error: fault && contactFieldError(name, fault.message),
      ...(fault && { 'aria-invalid': true }),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        const { value } = event.currentTarget;
        setValues((former) => ({ ...former, [name]: value }));
        setCorrected({ outcome, names: [...names, name] });
      },
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
          <p>{formTestTexts.refused}</p>
          {refused.form.map(({ code, message }) => (
            <p key={`${code} ${message}`} className={classes.detail}>
              {message}
            </p>
          ))}
        </Notice>
      )}
      <SubmitButton busy={busy} busyLabel={formTestTexts.busy}>
        {formTestTexts.button}
      </SubmitButton>
    </form>
  );
}
