import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { HexSpinner } from './hex-spinner.tsx';

interface SubmitButtonProps {
  busy: boolean;
  /** The button's text while busy, such as 'Signing in...'. */
  busyLabel: string;
  /** Set this while another action of the form is running. */
  waiting?: boolean;
  /** There is nothing to submit. */
  disabled?: boolean;
  /** `filled`, unless the main action of the page is another one. */
  variant?: 'filled' | 'default';
  children: ReactNode;
}

/** A form's submit button, with a busy text while the form is being submitted. */
export function SubmitButton({
  busy,
  busyLabel,
  waiting = false,
  disabled = false,
  variant = 'filled',
  children,
}: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant={variant}
      busy={busy || waiting}
      disabled={disabled}
      leftSection={busy && <HexSpinner size={18} />}
    >
      {busy ? busyLabel : children}
    </Button>
  );
}
