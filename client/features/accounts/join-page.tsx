import { useNavigate } from 'react-router';
import { request } from '#client/lib/api.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { AuthCard } from '#client/session/auth-card.tsx';
import { CheckedLink } from '#client/session/checked-link.tsx';
import { useBeginSession } from '#client/session/mutations.ts';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { TextField } from '#client/ui/field.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import {
  type Acceptance,
  type Invited,
  invited,
  knownReviewer,
  newReviewer,
  reviewerRefusals,
} from '#domain/reviewers.ts';
import { joinTexts as texts } from './link-texts.ts';

/** /join: the page of an invitation to review. */
export function Component() {
  const check = (token: string) =>
    request('/api/reviewers/check', invited, { method: 'POST', body: { token } });
  return (
    <CheckedLink check={check} texts={texts} invalid={reviewerRefusals.linkInvalid}>
      {(token, invitation) => <JoinForm token={token} invitation={invitation} />}
    </CheckedLink>
  );
}

function JoinForm({ token, invitation: { email, name } }: { token: string; invitation: Invited }) {
  const navigate = useNavigate();
  const begin = useBeginSession<Acceptance>('/api/reviewers/accept');
  const form = useCheckedForm({
    initialValues: { name: name ?? '', password: '' },
    rule: name === null ? newReviewer : knownReviewer,
    ...(name !== null && { toInput: ({ password }) => ({ password }) }),
    submit: async (input) => {
      await begin.mutateAsync({ token, ...input });
      await navigate('/admin/review', { replace: true, state: 'joined' });
    },
  });
  return (
    <AuthCard
      title={texts.title}
      subtitle={name === null ? texts.asNew(email) : texts.asKnown(name, email)}
      below={<TextLink to="/login">{texts.login}</TextLink>}
    >
      <CheckedForm form={form} button={texts.join} busyLabel={texts.joining} alertFirst>
        {/* For the browser's list of passwords. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        {name === null && (
          <TextField
            label={texts.name}
            description={texts.nameHint}
            required
            autoComplete="name"
            {...form.field('name')}
          />
        )}
        <PasswordField
          label={texts.password}
          description={name === null ? texts.passwordHint : texts.ownPasswordHint}
          autoComplete={name === null ? 'new-password' : 'current-password'}
          {...form.field('password')}
        />
      </CheckedForm>
    </AuthCard>
  );
}
