import { useSearchParams } from 'react-router';
import { useClub } from '#client/lib/club.ts';
import { ButtonAnchor } from '#client/ui/button.tsx';
import { keepReturnPath } from '#domain/pages.ts';
import classes from './auth-card.module.css';
import { loginTexts } from './texts.ts';

/** Signs in by the university's account, if the club has set one. */
export function ProviderLink() {
  const { provider } = useClub();
  const [query] = useSearchParams();
  return (
    provider && (
      <div className={classes.below}>
        <ButtonAnchor href={`/api/auth/provider${keepReturnPath(query)}`}>
          {loginTexts.provider(provider)}
        </ButtonAnchor>
      </div>
    )
  );
}
