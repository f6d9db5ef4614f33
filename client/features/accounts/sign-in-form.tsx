import type { ReactNode, SubmitEvent } from 'react';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { signIn } from '#domain/accounts.ts';
import { signInTexts } from './texts.ts';

const initialValues = { email: '', password: '' };

/** The state of a sign-in form; `submit` signs in and opens the next page. */
export function useSignInForm(submit: (input: typeof initialValues) => Promise<unknown>) {
  return useCheckedForm({ initialValues, rule: signIn, submit });
}

interface SignInFormProps {
  form: ReturnType<typeof useSignInForm>;
  /** A sign-in is under way, as opposed to something else that the form sends. */
  busy: boolean;
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
  confirmation?: ReactNode;
  children?: ReactNode;
}

export function SignInForm({ form, busy, onSubmit, confirmation, children }: SignInFormProps) {
  return (
    <form {...form.formProps} {...(onSubmit && { onSubmit })} className={layout.stackL}>
      {form.alert && <Notice tone="error">{form.alert}</Notice>}
      {confirmation}
      <TextField
        label={signInTexts.email}
        type="email"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <PasswordField
        label={signInTexts.password}
        required
        autoComplete="current-password"
        {...form.field('password')}
      />
      <SubmitButton busy={busy} busyLabel={signInTexts.busy} waiting={form.busy}>
        {signInTexts.button}
      </SubmitButton>
      {children}
    </form>
  );
}
