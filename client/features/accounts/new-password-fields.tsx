import type { ComponentProps } from 'react';
import { PasswordField } from '#client/ui/password-field.tsx';
import { StrengthHint } from './strength-hint.tsx';

type Field = Omit<ComponentProps<typeof PasswordField>, 'label'> & { label: string; value: string };

/** A new password with a hint on its strength, and the same once more. */
export function NewPasswordFields({ password, confirm }: { password: Field; confirm: Field }) {
  return (
    <>
      <PasswordField
        {...password}
        required
        autoComplete="new-password"
        description={<StrengthHint password={password.value} />}
      />
      <PasswordField {...confirm} required autoComplete="new-password" />
    </>
  );
}
