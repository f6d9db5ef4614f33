import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { HexSpinner } from './hex-spinner.tsx';

interface SubmitButtonProps
  extends Pick<ComponentProps<typeof Button>, 'children' | 'disabled' | 'variant' | 'onClick'> {
  busy: boolean;
  /** The button's text while busy, such as 'Signing in...'. */
  busyLabel: string;
  /** Set this while another action of the form is running. */
  waiting?: boolean;
}

/** A form's submit button, with a busy text while the form is being submitted. */
export function SubmitButton({ busy, busyLabel, waiting, children, ...props }: SubmitButtonProps) {
  return (
    <Button
      variant="filled"
      {...props}
      type="submit"
      busy={busy || waiting}
      leftSection={busy && <HexSpinner size={18} />}
    >
      {busy ? busyLabel : children}
    </Button>
  );
}
