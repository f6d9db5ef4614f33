import { useNavigate, useSearchParams } from 'react-router';
import { useClub } from '#client/lib/club.ts';
import { AuthCard } from '#client/session/auth-card.tsx';
import { useSignIn } from '#client/session/mutations.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { SignInForm, useSignInForm } from '#client/session/sign-in-form.tsx';
import { loginTexts } from '#client/session/texts.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import type { Session } from '#domain/accounts.ts';
import { keepReturnPath, returnPath } from '#domain/pages.ts';

export function Component() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const signIn = useSignIn();
  /** Somebody who has signed in, until the next page is shown. */
  const user = useSessionUser();

  const enter = async ({ user }: Session) => {
    if (user) await navigate(returnPath(query, user), { replace: true });
  };
  const form = useSignInForm(async (input) => enter(await signIn.mutateAsync(input)));

  return (
    <AuthCard
      title={loginTexts.title}
      subtitle={loginTexts.subtitle(useClub().shortName)}
      below={
        <>
          <span>{loginTexts.noAccount}</span>
          <ButtonLink to={`/register${keepReturnPath(query)}`} variant="default">
            {loginTexts.signUp}
          </ButtonLink>
        </>
      }
    >
      <SignInForm form={form} leaving={user !== null} onPasskey={enter}>
        <TextLink to="/help">{loginTexts.help}</TextLink>
      </SignInForm>
    </AuthCard>
  );
}
