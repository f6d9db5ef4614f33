import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type * as z from 'zod/mini';
import { ApiFailure, failureMessage, request } from '#client/lib/api.ts';
import { useClub } from '#client/lib/club.ts';
import { isLostConnection } from '#client/lib/reconnect.ts';
import { useDraftForm } from '#client/lib/use-draft.ts';
import { choiceTexts, personInputs, yearOptions } from '#client/member-ui/person-inputs.ts';
import { AuthCard } from '#client/session/auth-card.tsx';
import { useBeginSession, useSignIn } from '#client/session/mutations.ts';
import { ProviderLink } from '#client/session/provider-link.tsx';
import { useSessionUser } from '#client/session/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LongSelect } from '#client/ui/long-select.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import type { Session } from '#domain/accounts.ts';
import { nationalNumber } from '#domain/contact-number.ts';
import { longLabel, memberFields } from '#domain/member-fields.ts';
import { myAccountMessages } from '#domain/my-account.ts';
import { keepReturnPath, returnPath } from '#domain/pages.ts';
import {
  type Newcomer,
  newcomer as newcomerAnswer,
  newcomerParameter,
  providerTexts,
} from '#domain/provider.ts';
import {
  formerDetails,
  type NewcomerRegistration,
  newcomerRegistration,
  type Registration,
  registration,
} from '#domain/registration.ts';
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

type Input = Registration | NewcomerRegistration;

// A visitor has no account, so what they type stays in the tab. Passwords are never stored.
const draft = { form: 'registration', owner: null, except: ['password', 'confirmPassword'] };

const newcomerQuery = queryOptions({
  queryKey: ['newcomer'] as const,
  queryFn: ({ signal }) => request('/api/auth/provider/newcomer', newcomerAnswer, { signal }),
  retry: false,
});

/** Somebody whom the provider knows has an address already, and needs no password. */
export function Component() {
  const [query] = useSearchParams();
  const { data, error } = useQuery({ ...newcomerQuery, enabled: query.has(newcomerParameter) });
  // Until the answer arrives, the page is the one that the server has sent.
  return (
    <RegisterPage key={data ? 'known' : 'new'} newcomer={data} failure={error && failureMessage(error)} />
  );
}

function RegisterPage({ newcomer, failure }: { newcomer: Newcomer | undefined; failure: string | null }) {
  const { recruitment } = useClub();
  /** The server's text once registration has closed while the page was open. */
  const [refused, setRefused] = useState<string | null>(null);
  const closed = refused ?? (recruitment.open ? null : `${recruitment.text}.`);
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const register = useRegistration();
  const registerNewcomer = useBeginSession<NewcomerRegistration>('/api/auth/provider/register');
  // Of somebody whose account was closed with a past season (login-page.tsx).
  const former = formerDetails.safeParse(useLocation().state).data;
  /** Somebody who has registered, until the next page is shown. */
  const user = useSessionUser();
  const form = useDraftForm({
    initialValues: {
      ...{ ...initialValues, ...former, yearOfStudy: String(former?.yearOfStudy ?? '') },
      ...(newcomer && { email: newcomer.email, fullName: newcomer.name }),
    },
    rule: (newcomer ? newcomerRegistration : registration) as z.ZodMiniType<Input>,
    toInput: ({ yearOfStudy, ...values }) => {
      const { email, password, confirmPassword, ...asked } = values;
      const known = newcomer ? {} : { email, password, confirmPassword };
      return { ...asked, ...known, yearOfStudy: Number(yearOfStudy) };
    },
    draft: newcomer ? { ...draft, except: [...draft.except, 'email'] } : draft,
    tidy: { contactNumber: nationalNumber },
    submit: async (input) => {
      const sent = 'email' in input ? register(input) : registerNewcomer.mutateAsync(input);
      const { user } = await sent.catch((error: unknown) => {
        if (error instanceof ApiFailure && error.code === 'RECRUITMENT_CLOSED') setRefused(error.message);
        throw error;
      });
      if (user) await navigate(returnPath(query, user), { replace: true });
    },
  });

  const notes = [
    ['error', failure],
    ['info', newcomer?.isTaken && providerTexts.taken(newcomer.email)],
    ['info', former && myAccountMessages.closed.season],
  ] as const;

  return (
    <AuthCard
      wide
      title={registrationTexts.title}
      subtitle={registrationTexts.subtitle}
      below={
        <>
          <span>{registrationTexts.haveAccount}</span>
          <ButtonLink to={`/login${keepReturnPath(query)}`}>{registrationTexts.signIn}</ButtonLink>
        </>
      }
    >
      {notes.map(
        ([tone, text]) =>
          text && (
            <div key={text} className={layout.place}>
              <Notice tone={tone}>{text}</Notice>
            </div>
          ),
      )}
      {closed === null ? (
        <>
          <RegistrationForm form={form} leaving={user !== null} isKnown={newcomer !== undefined} />
          {!newcomer && <ProviderLink />}
        </>
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
  form: ReturnType<typeof useDraftForm<typeof initialValues, Input>>;
  leaving: boolean;
  /** The provider knows the person. */
  isKnown: boolean;
}

function RegistrationForm({ form, leaving, isKnown }: RegistrationFormProps) {
  return (
    <CheckedForm
      form={{ ...form, busy: form.busy || leaving }}
      button={registrationTexts.button}
      busyLabel={registrationTexts.busy}
    >
      <DraftNote form={form} text={registrationTexts.restored} />
      <RegistrationFields field={form.field} isKnown={isKnown} />
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
    </CheckedForm>
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

interface FieldsProps extends Pick<RegistrationFormProps, 'isKnown'> {
  field: RegistrationFormProps['form']['field'];
}

function RegistrationFields({ field, isKnown }: FieldsProps) {
  const { departments } = useClub();
  return (
    <div className={layout.stack2Xl}>
      <Group title={registrationTexts.groups.you}>
        <TextField label={longLabel('fullName')} {...personInputs.fullName} {...field('fullName')} />
        <TextField
          label={memberFields.email.label}
          {...personInputs.email}
          autoComplete="username"
          readOnly={isKnown}
          {...field('email')}
        />
      </Group>
      <Group title={registrationTexts.groups.studies}>
        <TextField label={longLabel('studentId')} {...personInputs.studentId} {...field('studentId')} />
        <LongSelect
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
      {!isKnown && (
        <Group title={registrationTexts.groups.password}>
          <NewPasswordFields
            password={{ label: registrationTexts.password, ...field('password') }}
            confirm={{ label: registrationTexts.confirmPassword, ...field('confirmPassword') }}
          />
        </Group>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className={typography.heading}>{title}</legend>
      <div className={layout.columns}>{children}</div>
    </fieldset>
  );
}
