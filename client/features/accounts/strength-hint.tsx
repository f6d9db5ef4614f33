import { passwordStrength } from './password-strength.ts';
import { passwordTexts } from './registration-texts.ts';
import classes from './strength-hint.module.css';

/** A quiet line under a new password. It never blocks. */
export function StrengthHint({ password }: { password: string }) {
  const strength = passwordStrength(password);
  if (strength === 0) return null;
  return (
    <span className={classes.hint} data-strength={strength}>
      <span className={classes.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-on={bar <= strength || undefined} />
        ))}
      </span>
      {passwordTexts.strength[strength]}
    </span>
  );
}
