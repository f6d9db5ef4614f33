import type { ReactNode } from 'react';
import type { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { Button } from './button.tsx';
import layout from './layout.module.css';
import { Notice } from './notice.tsx';
import { SubmitButton } from './submit-button.tsx';

interface CheckedFormProps {
  form: Pick<ReturnType<typeof useCheckedForm>, 'formProps' | 'alert' | 'busy'> & { detail?: ReactNode };
  button: string;
  busyLabel: string;
  /** A button that leaves the form, with its text. */
  cancel?: { label: string; onClick: () => void };
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
  const { form, button, busyLabel, cancel, quiet, alertFirst, className, children, ...rest } = props;
  const alert = form.alert && (
    <Notice tone="error">
      {form.detail ? [form.alert, form.detail].map((text) => <p key={`${text}`}>{text}</p>) : form.alert}
    </Notice>
  );
  const submit = (
    <SubmitButton {...(quiet && { variant: 'default' })} busy={form.busy} busyLabel={busyLabel}>
      {button}
    </SubmitButton>
  );
  return (
    <form {...form.formProps} {...rest} className={className ?? layout.stackL}>
      {alertFirst && alert}
      {children}
      {!alertFirst && alert}
      {quiet || cancel ? (
        <div className={layout.actions}>
          {submit}
          {cancel && (
            <Button busy={form.busy} onClick={cancel.onClick}>
              {cancel.label}
            </Button>
          )}
        </div>
      ) : (
        submit
      )}
    </form>
  );
}
