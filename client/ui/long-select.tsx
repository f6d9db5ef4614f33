import classes from './long-select.module.css';
import { SelectField, type SelectFieldProps } from './select-field.tsx';
import typography from './typography.module.css';

/** Characters of an option that fit a select of 16, 20 and 30 rem. */
const narrow = 28;
const middle = 32;
const wide = 60;

export function LongSelect(props: Omit<SelectFieldProps, 'below'>) {
  const chosen = String(props.value ?? '');
  return (
    <SelectField
      {...props}
      below={
        chosen.length > narrow && (
          <div className={classes.container} aria-hidden="true">
            <p
              className={`${typography.note} ${classes.chosen}`}
              data-length={chosen.length > wide ? 'longest' : chosen.length > middle ? 'longer' : 'long'}
            >
              {chosen}
            </p>
          </div>
        )
      }
    />
  );
}
