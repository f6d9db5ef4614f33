import type { ComponentProps } from 'react';
import layout from '#client/ui/layout.module.css';
import { PasswordField } from '#client/ui/password-field.tsx';
import { limits } from '#domain/limits.ts';
import { passwordTexts } from './registration-texts.ts';
import classes from './strength-hint.module.css';

type Field = Omit<ComponentProps<typeof PasswordField>, 'label'> & { label: string; value: string };

/** A new password with its requirement and a hint on its strength, and its confirmation. */
export function NewPasswordFields({ password, confirm }: { password: Field; confirm: Field }) {
  return (
    <>
      <PasswordField
        {...password}
        autoComplete="new-password"
        description={
          password.value.length < limits.passwordMin ? (
            passwordTexts.required
          ) : (
            <StrengthHint password={password.value} />
          )
        }
      />
      <PasswordField {...confirm} autoComplete="new-password" />
    </>
  );
}

const tones = { 1: 'error', 2: 'warning', 3: 'success', 4: 'success' } as const;

/** A quiet line under a new password. It never blocks. */
function StrengthHint({ password }: { password: string }) {
  const strength = passwordStrength(password);
  return (
    <span className={layout.media}>
      <span className={classes.bars} data-tone={tones[strength]} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-on={bar <= strength || undefined} />
        ))}
      </span>
      {passwordTexts.strength[strength]}
    </span>
  );
}

/** How hard a password is to guess, from 1 to 4. A hint only: nothing depends on it. */
export function passwordStrength(password: string): 1 | 2 | 3 | 4 {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
  const different = new Set(password.toLowerCase()).size;
  if (password.length < 8 || different < 5) return 1;
  if (password.length >= 16 && different >= 9) return 4;
  if (password.length >= 12 && kinds >= 3) return 4;
  return password.length >= 12 || kinds >= 3 ? 3 : 2;
}
