import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { CheckField } from '#client/ui/check-field.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { LongSelect } from '#client/ui/long-select.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { registrationDepartments } from '#domain/member-choices.ts';
import { keepReturnPath, returnPath } from '#domain/pages.ts';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';
import { useRegister } from './mutations.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { personInputs, yearOptions } from './person-inputs.ts';
import { personTexts, registrationTexts } from './texts.ts';

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

const departmentOptions = [{ value: '', label: personTexts.chooseDepartment }, ...registrationDepartments];

// A visitor has no account, so what they type stays in the tab. Passwords are never stored.
const draft = { form: 'registration', owner: null, except: ['password', 'confirmPassword'] };

// As on the login page, the rules come when the form is being filled in.
const registrationRule = async () => (await import('#domain/registration.ts')).registration;

export function Component() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const register = useRegister();
  const form = useCheckedForm({
    initialValues,
    rule: registrationRule,
    toInput: (values) => ({ ...values, yearOfStudy: Number(values.yearOfStudy) }),
    draft,
    submit: async (input) => {
      const { user } = await register.mutateAsync(input);
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
          {registrationTexts.haveAccount}{' '}
          <TextLink to={`/login${keepReturnPath(query)}`}>{registrationTexts.signIn}</TextLink>
        </>
      }
    >
      <form {...form.formProps} className={classes.form}>
        <DraftNote form={form} text={registrationTexts.restored} />
        {form.alert && <Notice tone="error">{form.alert}</Notice>}
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
        <SubmitButton busy={form.busy} busyLabel={registrationTexts.busy}>
          {registrationTexts.button}
        </SubmitButton>
      </form>
    </AuthCard>
  );
}

interface RegistrationFieldsProps {
  field: ReturnType<typeof useCheckedForm<typeof initialValues, unknown>>['field'];
}

function RegistrationFields({ field }: RegistrationFieldsProps) {
  return (
    <div className={classes.columns}>
      <TextInput label={personTexts.fullName} {...personInputs.fullName} {...field('fullName')} />
      <TextInput label={registrationTexts.email} {...personInputs.email} {...field('email')} />
      <TextInput
        className={classes.whole ?? ''}
        label={personTexts.studentId}
        {...personInputs.studentId}
        {...field('studentId')}
      />
      <LongSelect
        className={classes.whole ?? ''}
        label={personTexts.department}
        required
        data={departmentOptions}
        {...field('department')}
      />
      <NativeSelect label={personTexts.yearOfStudy} required data={yearOptions} {...field('yearOfStudy')} />
      <TextInput
        label={personTexts.contactNumber}
        description={registrationTexts.contactNumber}
        {...personInputs.contactNumber}
        {...field('contactNumber')}
      />
      <NewPasswordFields
        password={{ label: registrationTexts.password, ...field('password') }}
        confirm={{ label: registrationTexts.confirmPassword, ...field('confirmPassword') }}
      />
    </div>
  );
}
