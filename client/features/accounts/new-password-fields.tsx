import type { ComponentProps } from 'react';
import { PasswordField } from '#client/ui/password-field.tsx';
import { limits } from '#domain/limits.ts';
import { passwordTexts } from './registration-texts.ts';
import { StrengthHint } from './strength-hint.tsx';

type Field = Omit<ComponentProps<typeof PasswordField>, 'label'> & { label: string; value: string };

/** A new password with its requirement and a hint on its strength, and its confirmation. */
export function NewPasswordFields({ password, confirm }: { password: Field; confirm: Field }) {
  return (
    <>
      <PasswordField
        {...password}
        required
        autoComplete="new-password"
        description={
          password.value.length < limits.passwordMin ? (
            passwordTexts.required
          ) : (
            <StrengthHint password={password.value} />
          )
        }
      />
      <PasswordField {...confirm} required autoComplete="new-password" />
    </>
  );
}
