import { TextField, type TextFieldProps } from './field.tsx';

/** An address is typed without capitals and suggestions. */
export function EmailField(props: TextFieldProps) {
  return <TextField type="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
