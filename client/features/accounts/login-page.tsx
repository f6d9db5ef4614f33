import { useNavigate, useSearchParams } from 'react-router';
import { ApiFailure } from '#client/lib/api.ts';
import { useClub } from '#client/lib/club.ts';
import { AuthCard } from '#client/session/auth-card.tsx';
import { useSignIn } from '#client/session/mutations.ts';
import { ProviderLink } from '#client/session/provider-link.tsx';
import { useSessionUser } from '#client/session/queries.ts';
import { SignInForm, useSignInForm } from '#client/session/sign-in-form.tsx';
import { loginTexts } from '#client/session/texts.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { keepReturnPath, returnPath } from '#domain/pages.ts';

export function Component() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const signIn = useSignIn();
  /** Somebody who has signed in, until the next page is shown. */
  const user = useSessionUser();

  const form = useSignInForm(async (input) => {
    const { user } = await signIn.mutateAsync(input).catch(async (error: unknown) => {
      // The account was closed with its season, and the form to register again is filled in.
      if (error instanceof ApiFailure && error.code === 'ACCOUNT_CLOSED' && error.current)
        await navigate('/register', { state: error.current });
      throw error;
    });
    if (user) await navigate(returnPath(query, user), { replace: true });
  });

  return (
    <AuthCard
      title={loginTexts.title}
      subtitle={loginTexts.subtitle(useClub().shortName)}
      below={
        <>
          <span>{loginTexts.noAccount}</span>
          <ButtonLink to={`/register${keepReturnPath(query)}`}>{loginTexts.signUp}</ButtonLink>
        </>
      }
    >
      <SignInForm form={form} leaving={user !== null}>
        <TextLink to="/help">{loginTexts.help}</TextLink>
      </SignInForm>
      <ProviderLink />
    </AuthCard>
  );
}
