import { AuthCard } from '#client/session/auth-card.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { SecondFactorPanel } from './second-factor.tsx';
import { secondFactorTexts as texts } from './texts.ts';

/** At the first sign-in of a reviewer, who can also go on without one. */
export function OfferedFactor() {
  return (
    <AuthCard
      title={texts.title}
      subtitle={texts.offer}
      below={
        <ButtonLink to="/admin/review" replace variant="default">
          {texts.later}
        </ButtonLink>
      }
    >
      <SecondFactorPanel />
    </AuthCard>
  );
}
