import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';

/** Whether a retry was pressed. While it loads, its button is gone and the focus is on the part around it. */
let retried = false;

function moveOn() {
  retried = false;
}

interface RetryButtonProps {
  variant?: 'filled' | 'default';
  /** Loads again. Until the answer comes, the page shows that it loads, in place of the button. */
  onRetry: () => void;
}

/** Loads again. If that fails too, the button has the focus again, unless the user has moved on. */
export function RetryButton({ variant = 'filled', onRetry }: RetryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (retried && document.activeElement?.contains(button.current)) button.current?.focus();
    moveOn();
  }, []);

  function retry() {
    retried = true;
    for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, moveOn, { once: true });
    onRetry();
  }

  return (
    <Button
      ref={button}
      variant={variant}
      leftSection={<IconRefresh size={18} stroke={1.8} aria-hidden="true" />}
      onClick={retry}
    >
      Try again
    </Button>
  );
}
