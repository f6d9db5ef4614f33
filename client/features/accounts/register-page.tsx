import { type ReactNode, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiFailure } from '#client/lib/api.ts';
import { useClub } from '#client/lib/club.ts';
import { isLostConnection } from '#client/lib/reconnect.ts';
import { useDraftForm } from '#client/lib/use-draft.ts';
import { choiceTexts, personInputs, yearOptions } from '#client/member-ui/person-inputs.ts';
import { AuthCard } from '#client/session/auth-card.tsx';
import { useBeginSession, useSignIn } from '#client/session/mutations.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LongSelect } from '#client/ui/long-select.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import type { Session } from '#domain/accounts.ts';
import { nationalNumber } from '#domain/contact-number.ts';
import { longLabel, memberFields } from '#domain/member-fields.ts';
import { myAccountMessages } from '#domain/my-account.ts';
import { keepReturnPath, returnPath } from '#domain/pages.ts';
import { formerDetails, type Registration, registration } from '#domain/registration.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { registrationTexts } from './registration-texts.ts';

const initialValues = {
  fullName: '',
  email: '',
  studentId: '',
  department: '',
  yearOfStudy: '',
  contactNumber: '',
  password: '',
  confirmPassword: '',
  agreeToTerms: false,
};

// A visitor has no account, so what they type stays in the tab. Passwords are never stored.
const draft = { form: 'registration', owner: null, except: ['password', 'confirmPassword'] };

export function Component() {
  const { recruitment } = useClub();
  /** The server's text once registration has closed while the page was open. */
  const [refused, setRefused] = useState<string | null>(null);
  const closed = refused ?? (recruitment.open ? null : `${recruitment.text}.`);
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const register = useRegistration();
  // Of somebody whose account was closed with a past season (login-page.tsx).
  const former = formerDetails.safeParse(useLocation().state).data;
  /** Somebody who has registered, until the next page is shown. */
  const user = useSessionUser();
  const form = useDraftForm({
    initialValues: { ...initialValues, ...former, yearOfStudy: String(former?.yearOfStudy ?? '') },
    rule: registration,
    toInput: (values) => ({ ...values, yearOfStudy: Number(values.yearOfStudy) }),
    draft,
    tidy: { contactNumber: nationalNumber },
    submit: async (input) => {
      const { user } = await register(input).catch((error: unknown) => {
        if (error instanceof ApiFailure && error.code === 'RECRUITMENT_CLOSED') setRefused(error.message);
        throw error;
      });
      if (user) await navigate(returnPath(query, user), { replace: true });
    },
  });

  return (
    <AuthCard
      wide
      title={registrationTexts.title}
      subtitle={registrationTexts.subtitle}
      below={
        <>
          <span>{registrationTexts.haveAccount}</span>
          <ButtonLink to={`/login${keepReturnPath(query)}`} variant="default">
            {registrationTexts.signIn}
          </ButtonLink>
        </>
      }
    >
      {former && <Notice tone="info">{myAccountMessages.closed.season}</Notice>}
      {closed === null ? (
        <RegistrationForm form={form} leaving={user !== null} />
      ) : (
        <Notice tone={refused ? 'error' : 'info'}>
          <p>{closed}</p>
          {form.dirty && <p>{registrationTexts.closed}</p>}
        </Notice>
      )}
    </AuthCard>
  );
}

interface RegistrationFormProps {
  form: ReturnType<typeof useDraftForm<typeof initialValues, Registration>>;
  leaving: boolean;
}

function RegistrationForm({ form, leaving }: RegistrationFormProps) {
  return (
    <form {...form.formProps} className={layout.stackL}>
      <DraftNote form={form} text={registrationTexts.restored} />
      <RegistrationFields field={form.field} />
      <CheckField
        required
        label={
          <>
            {registrationTexts.agree}{' '}
            <TextLink to="/terms" target="_blank" rel="noopener">
              {registrationTexts.terms}
            </TextLink>
          </>
        }
        {...form.checkField('agreeToTerms')}
      />
      {/* Beside the button that was pressed: the top of the form is out of view. */}
      {form.alert && <Notice tone="error">{form.alert}</Notice>}
      <SubmitButton busy={form.busy || leaving} busyLabel={registrationTexts.busy}>
        {registrationTexts.button}
      </SubmitButton>
    </form>
  );
}

/** Creates the account. If the first answer is lost, it may exist the next time: its password then signs in. */
function useRegistration() {
  const wasLost = useRef(false);
  const register = useBeginSession<Registration>('/api/register');
  const signIn = useSignIn();
  return async (form: Registration): Promise<Session> => {
    try {
      return await register.mutateAsync(form);
    } catch (error) {
      const mayExist = wasLost.current && error instanceof ApiFailure && error.code === 'EMAIL_TAKEN';
      wasLost.current ||= isLostConnection(error);
      if (!mayExist) throw error;
      return signIn.mutateAsync({ email: form.email, password: form.password }).catch(() => {
        throw error;
      });
    }
  };
}

function RegistrationFields({ field }: Pick<RegistrationFormProps['form'], 'field'>) {
  const { departments } = useClub();
  return (
    <div className={layout.stack2Xl}>
      <Group title={registrationTexts.groups.you}>
        <TextField label={longLabel('fullName')} {...personInputs.fullName} {...field('fullName')} />
        <TextField
          label={memberFields.email.label}
          {...personInputs.email}
          autoComplete="username"
          {...field('email')}
        />
      </Group>
      <Group title={registrationTexts.groups.studies}>
        <TextField
          className={layout.whole ?? ''}
          label={longLabel('studentId')}
          {...personInputs.studentId}
          {...field('studentId')}
        />
        <LongSelect
          className={layout.whole ?? ''}
          label={longLabel('department')}
          required
          options={[{ value: '', label: choiceTexts.department }, ...departments.registration]}
          {...field('department')}
        />
        <SelectField
          label={longLabel('yearOfStudy')}
          required
          options={yearOptions}
          {...field('yearOfStudy')}
        />
        <TextField
          label={longLabel('contactNumber')}
          description={registrationTexts.contactNumber}
          {...personInputs.contactNumber}
          {...field('contactNumber')}
        />
      </Group>
      <Group title={registrationTexts.groups.password}>
        <NewPasswordFields
          password={{ label: registrationTexts.password, ...field('password') }}
          confirm={{ label: registrationTexts.confirmPassword, ...field('confirmPassword') }}
        />
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className={typography.fact}>{title}</legend>
      <div className={layout.columns}>{children}</div>
    </fieldset>
  );
}
