import classes from './choice.module.css';
import typography from './typography.module.css';
import hidden from './visually-hidden.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  name: string;
  options: readonly { value: Value; label: string; count?: string | false | undefined }[];
  /** Null if none of the options is in force. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** In a toolbar: only screen readers read the label. */
  inline?: boolean;
}

/** A choice between a few short options, side by side. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, name, options, value, onChange, inline } = props;
  return (
    <fieldset className={classes.choice} data-inline={inline || undefined}>
      <legend className={inline ? hidden.hidden : typography.label}>{label}</legend>
      <div className={classes.options}>
        {options.map((option) => (
          <label key={option.value} className={classes.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.label}
              {option.count && <span className={classes.count}> {option.count}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
