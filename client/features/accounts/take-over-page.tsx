import { useNavigate } from 'react-router';
import { request } from '#client/lib/api.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { AuthCard } from '#client/session/auth-card.tsx';
import { CheckedLink } from '#client/session/checked-link.tsx';
import { useBeginSession } from '#client/session/mutations.ts';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { handOverRefusals, type Successor, successor, type TakeOver } from '#domain/hand-over.ts';
import { passwordResetForm } from '#domain/mailed-links.ts';
import { resetTexts, takeOverTexts as texts } from './link-texts.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

/** /take-over: the page of the link for the next lead. */
export function Component() {
  const check = (token: string) =>
    request('/api/hand-over/check', successor, { method: 'POST', body: { token } });
  return (
    <CheckedLink check={check} texts={texts} invalid={handOverRefusals.linkInvalid}>
      {(token, named) => <TakeOverForm token={token} {...named} />}
    </CheckedLink>
  );
}

function TakeOverForm({ token, email, name }: Successor & { token: string }) {
  const navigate = useNavigate();
  const begin = useBeginSession<TakeOver>('/api/hand-over/accept');
  const form = useCheckedForm({
    initialValues: { newPassword: '', confirmPassword: '' },
    rule: passwordResetForm,
    submit: async ({ newPassword: password }) => {
      await begin.mutateAsync({ token, password });
      await navigate('/admin/hand-over', { replace: true });
    },
  });
  return (
    <AuthCard
      title={texts.title}
      subtitle={texts.subtitle(email)}
      below={<TextLink to="/login">{texts.login}</TextLink>}
    >
      <CheckedForm form={form} button={texts.button} busyLabel={texts.busy} alertFirst>
        {name !== null && <Notice tone="info">{texts.leaves(name)}</Notice>}
        {/* For the browser's list of passwords. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <NewPasswordFields
          password={{ label: resetTexts.newPassword, ...form.field('newPassword') }}
          confirm={{ label: resetTexts.confirmPassword, ...form.field('confirmPassword') }}
        />
      </CheckedForm>
    </AuthCard>
  );
}
