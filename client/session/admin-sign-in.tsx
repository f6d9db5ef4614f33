import { TextLink } from '#client/ui/text-link.tsx';
import { adminHeader } from '#domain/admin.ts';
import { AuthCard } from './auth-card.tsx';
import { type Credentials, useBeginSession } from './mutations.ts';
import { useSessionUser } from './queries.ts';
import { SignInForm, useSignInForm } from './sign-in-form.tsx';

const texts = {
  subtitle: 'Sign in as the administrator',
  signedIn: (email: string) => `You’re signed in as ${email}.`,
  toDashboard: 'Go to Dashboard',
  notAdministrator: 'Not the administrator?',
  signIn: 'Sign in to your account',
} as const;

/** The form at /admin for anyone who is not signed in as the administrator (spec, point 2, the variant). */
export function AdminSignIn() {
  const user = useSessionUser();
  // A member's valid credentials are refused like wrong ones.
  const signIn = useBeginSession<Credentials>('/api/admin/sign-in');
  const form = useSignInForm((input) => signIn.mutateAsync(input));

  return (
    <AuthCard
      title={adminHeader.title}
      subtitle={texts.subtitle}
      below={
        user ? (
          <>
            {texts.signedIn(user.email)} <TextLink to="/dashboard">{texts.toDashboard}</TextLink>
          </>
        ) : (
          <>
            {texts.notAdministrator} <TextLink to="/login">{texts.signIn}</TextLink>
          </>
        )
      }
    >
      <SignInForm form={form} />
    </AuthCard>
  );
}
