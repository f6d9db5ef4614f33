import classes from './long-select.module.css';
import { SelectField, type SelectFieldProps } from './select-field.tsx';
import typography from './typography.module.css';

/** Characters of an option that fit a narrow select, and a wide one. */
const narrow = 26;
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
              data-length={chosen.length > wide ? 'longest' : 'long'}
            >
              {chosen}
            </p>
          </div>
        )
      }
    />
  );
}
