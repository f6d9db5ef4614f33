import { type KeyboardEvent, useState } from 'react';
import { IconEye, IconEyeOff } from '#client/ui/icons.tsx';
import { TextField, type TextFieldProps } from './field.tsx';
import iconButton from './icon-button.module.css';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'label'> {
  label: string;
}

/**
 * A password field with a show/hide button in the tab order, and a hint while Caps Lock is on. By default it is required, and for
 * the password that the browser keeps.
 */
export function PasswordField({ label, description, ...props }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const Icon = visible ? IconEyeOff : IconEye;
  function watchCapsLock(event: KeyboardEvent<HTMLInputElement>) {
    setCapsLock(event.getModifierState('CapsLock'));
  }
  return (
    <TextField
      required
      autoComplete="current-password"
      {...props}
      label={label}
      type={visible ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      description={capsLock ? <strong>Caps Lock is on</strong> : description}
      after={
        <button
          type="button"
          className={iconButton.button}
          aria-label={`${visible ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          onClick={() => setVisible(!visible)}
        >
          <Icon size={20} stroke={1.7} aria-hidden="true" />
        </button>
      }
    />
  );
}
