import classes from './field.module.css';
import { type TextFieldProps, useField } from './field.tsx';
import { TickBox } from './tick-box.tsx';

type CheckFieldProps = Omit<TextFieldProps, 'type' | 'before' | 'after'>;

export function CheckField({ label, ...props }: CheckFieldProps) {
  const { control, wrap } = useField(props);
  return wrap(
    <span className={classes.check}>
      <TickBox {...control} />
      <label htmlFor={control.id}>{label}</label>
    </span>,
  );
}
