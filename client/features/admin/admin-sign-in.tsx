import { AuthCard } from '#client/features/accounts/auth-card.tsx';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { SignInForm, useSignInForm } from '#client/features/accounts/sign-in-form.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { adminHeader } from '#domain/admin.ts';
import { useAdminSignIn } from './mutations.ts';

/** The form at /admin for anyone who is not signed in as the administrator (spec, point 2, the variant). */
export function AdminSignIn() {
  const user = useSessionUser();
  const signIn = useAdminSignIn();
  const form = useSignInForm((input) => signIn.mutateAsync(input));

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
      <SignInForm form={form} busy={form.busy} />
    </AuthCard>
  );
}
