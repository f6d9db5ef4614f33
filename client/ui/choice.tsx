import classes from './choice.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  name: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice between a few short options, side by side. */
export function Choice<Value extends string>({ label, name, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.label}>{label}</legend>
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
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
