import { TextInput } from '@mantine/core';
import auth from '#client/features/accounts/auth-card.module.css';
import { AuthCard } from '#client/features/accounts/auth-card.tsx';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { signIn as signInRule } from '#domain/accounts.ts';
import { adminHeader } from '#domain/admin.ts';
import { useAdminSignIn } from './mutations.ts';

const initialValues = { email: '', password: '' };

/** What /admin is for anyone who is not the administrator: a form to sign in as such (spec, point 2, the variant). */
export function AdminSignIn() {
  const user = useSessionUser();
  const signIn = useAdminSignIn();
  const form = useCheckedForm({
    initialValues,
    rule: signInRule,
    submit: (input) => signIn.mutateAsync(input),
  });

  return (
    <AuthCard
      title={adminHeader.title}
      subtitle="Sign in as the administrator"
      below={
        user ? (
          <>
            You are signed in as {user.email}. <TextLink to="/dashboard">Go to Dashboard</TextLink>
          </>
        ) : (
          <>
            Not the administrator? <TextLink to="/login">Sign in to your account</TextLink>
          </>
        )
      }
    >
      <form {...form.formProps} className={auth.form}>
        {form.alert && <Notice tone="error">{form.alert}</Notice>}
        <TextInput
          label="Email"
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
        <PasswordField
          label="Password"
          required
          autoComplete="current-password"
          {...form.field('password')}
        />
        <SubmitButton busy={form.busy} busyLabel="Signing in...">
          Sign In
        </SubmitButton>
      </form>
    </AuthCard>
  );
}
