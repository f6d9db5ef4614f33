import layout from '#client/ui/layout.module.css';
import { passwordStrength } from './password-strength.ts';
import { passwordTexts } from './registration-texts.ts';
import classes from './strength-hint.module.css';

const tones = { 1: 'error', 2: 'warning', 3: 'success', 4: 'success' } as const;

/** A quiet line under a new password. It never blocks. */
export function StrengthHint({ password }: { password: string }) {
  const strength = passwordStrength(password);
  if (strength === 0) return null;
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
