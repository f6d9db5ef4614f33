import type { ReactNode } from 'react';
import type { useCheckedForm } from '#client/lib/use-checked-form.ts';
import layout from './layout.module.css';
import { Notice } from './notice.tsx';
import { SubmitButton } from './submit-button.tsx';

interface CheckedFormProps {
  form: Pick<ReturnType<typeof useCheckedForm>, 'formProps' | 'alert' | 'busy'>;
  button: string;
  busyLabel: string;
  /** The button is not the main one of its page. */
  quiet?: boolean;
  /** A failure of the whole stands above the fields, as on the cards before signing in. */
  alertFirst?: boolean;
  className?: string | undefined;
  'aria-label'?: string;
  children: ReactNode;
}

/** The frame of a checked form: the failure of the whole, and the button that sends it. */
export function CheckedForm(props: CheckedFormProps) {
  const { form, button, busyLabel, quiet, alertFirst, className = layout.stackL, children, ...rest } = props;
  const alert = form.alert && <Notice tone="error">{form.alert}</Notice>;
  const submit = (
    <SubmitButton {...(quiet && { variant: 'default' })} busy={form.busy} busyLabel={busyLabel}>
      {button}
    </SubmitButton>
  );
  return (
    <form {...form.formProps} {...rest} className={className}>
      {alertFirst && alert}
      {children}
      {!alertFirst && alert}
      {quiet ? <div className={layout.row}>{submit}</div> : submit}
    </form>
  );
}
