import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { HexSpinner } from './hex-spinner.tsx';

interface SubmitButtonProps {
  busy: boolean;
  /** What the button says while busy, such as 'Signing in...'. */
  busyLabel: string;
  /** For when something else in the form is under way. */
  disabled?: boolean;
  children: ReactNode;
}

/** A form's submit button: disabled while busy, when it says so in words. */
export function SubmitButton({ busy, busyLabel, disabled = false, children }: SubmitButtonProps) {
  return (
    <Button type="submit" disabled={busy || disabled} leftSection={busy && <HexSpinner size={18} />}>
      {busy ? busyLabel : children}
    </Button>
  );
}
