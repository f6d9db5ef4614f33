import type { ComponentProps, ReactNode } from 'react';
import { IconSelector } from '#client/ui/page-icons.ts';
import classes from './field.module.css';
import { type FieldTexts, useField, type Without } from './field.tsx';

export type SelectFieldProps = Without<ComponentProps<'select'>> &
  FieldTexts & {
    options: readonly (string | { value: string; label: string })[];
    before?: ReactNode;
    /** Shown between the control and its description. */
    below?: ReactNode;
    className?: string;
  };

export function SelectField(props: SelectFieldProps) {
  const { control, wrap } = useField(props);
  const { options, before, below, ...rest } = control;
  return wrap(
    <>
      <span className={classes.box}>
        {before && <span className={classes.before}>{before}</span>}
        <select {...rest} className={classes.control}>
          {options.map((option) => {
            const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
            return (
              <option key={value} value={value}>
                {label}
              </option>
            );
          })}
        </select>
        <span className={classes.after}>
          <IconSelector size={18} stroke={1.7} aria-hidden="true" />
        </span>
      </span>
      {below}
    </>,
  );
}
