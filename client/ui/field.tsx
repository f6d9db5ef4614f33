import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './field.module.css';

export interface FieldTexts {
  label?: ReactNode;
  /** Requirements that the label does not tell, below the control. */
  description?: ReactNode;
  /** The problem with the value; `true` marks the control without a text. */
  error?: ReactNode;
}

/** The props of a native control, without those that a field sets. */
export type Without<Props> = Omit<Props, 'className' | 'style' | 'size' | keyof FieldTexts>;

export type TextFieldProps = Without<ComponentProps<'input'>> &
  FieldTexts & {
    /** An icon in front of the text, which takes no presses. */
    before?: ReactNode;
    after?: ReactNode;
    /** Shown between the control and its description. */
    below?: ReactNode;
    className?: string;
  };

export function TextField(props: TextFieldProps) {
  const { control, wrap } = useField(props);
  const { before, after, below, type = 'text', ...rest } = control;
  return wrap(
    <>
      <span className={classes.box}>
        {before && <span className={classes.before}>{before}</span>}
        <input {...rest} type={type} className={classes.control} />
        {after && <span className={classes.after}>{after}</span>}
      </span>
      {below}
    </>,
  );
}

export function TextAreaField(
  props: Without<ComponentProps<'textarea'>> & FieldTexts & { className?: string },
) {
  const { control, wrap } = useField(props);
  return wrap(<textarea {...control} className={`${classes.control} ${classes.area}`} />);
}

/** Connects a control with its label, its description and its error, which screen readers then read with it. */
export function useField<Props extends FieldTexts & { id?: string | undefined; className?: string }>(
  props: Props,
) {
  const { label, description, error, className = '', ...rest } = props;
  const own = useId();
  const { id = own } = rest;
  const descriptionId = description ? `${id}-description` : undefined;
  const errorId = error && error !== true ? `${id}-error` : undefined;
  const control = {
    ...rest,
    id,
    ...((descriptionId || errorId) && {
      'aria-describedby': [errorId, descriptionId].filter(Boolean).join(' '),
    }),
    ...(error && { 'aria-invalid': true }),
  };
  function wrap(children: ReactNode) {
    return (
      <div className={`${classes.field} ${className}`}>
        {label && (
          <label className={classes.label} htmlFor={id}>
            {label}
          </label>
        )}
        {children}
        {descriptionId && (
          <p className={classes.description} id={descriptionId}>
            {description}
          </p>
        )}
        {errorId && (
          <p className={classes.error} id={errorId}>
            {error}
          </p>
        )}
      </div>
    );
  }
  return { control, wrap };
}

/** An address is typed without capitals and suggestions. */
export function EmailField(props: TextFieldProps) {
  return <TextField type="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
