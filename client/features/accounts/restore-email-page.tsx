import { useSearchParams } from 'react-router';
import { failureMessage } from '#client/lib/api.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';
import { useRestoreEmail } from './mutations.ts';

/** Where the notice to a former e-mail address leads. A button, since opening a link must change nothing. */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? '';
  const restore = useRestoreEmail();

  if (restore.isSuccess) {
    return (
      <AuthCard title="Email address restored">
        <div className={classes.form}>
          <Notice tone="success">
            Your account has its former email address again, and all devices are signed out. Your password no
            longer works: we have mailed you a link to choose a new one.
          </Notice>
          <ButtonLink to="/login">Sign In</ButtonLink>
        </div>
      </AuthCard>
    );
  }

  return (
    <AuthCard
      title="Restore your email address"
      subtitle="Your account gets its former email address back, all devices are signed out, and you choose a new password"
      below={<TextLink to="/login">Back to sign in</TextLink>}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!restore.isPending) restore.mutate({ token });
        }}
      >
        {restore.isError && <Notice tone="error">{failureMessage(restore.error)}</Notice>}
        <SubmitButton busy={restore.isPending} busyLabel="Restoring...">
          Restore Email Address
        </SubmitButton>
      </form>
    </AuthCard>
  );
}
