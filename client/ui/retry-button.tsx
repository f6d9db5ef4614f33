import { IconRefresh } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';

/** Whether a retry button was removed while it had the focus, which is then on the part of the page around it. */
let hadFocus = false;

function moveOn() {
  hadFocus = false;
}

function rememberFocus() {
  hadFocus = true;
  for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, moveOn, { once: true });
}

interface RetryButtonProps {
  variant?: 'filled' | 'default';
  /** Loads again. Until the answer comes, the page shows that it loads, in place of the button. */
  onRetry: () => void;
}

/**
 * Loads again. If that fails too, whether the user or the page itself tried, the button has the focus again, unless
 * the user has moved on.
 */
export function RetryButton({ variant = 'filled', onRetry }: RetryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);

  // A layout effect is cleaned up before the button leaves the page and loses the focus.
  useLayoutEffect(() => {
    const element = button.current;
    if (hadFocus && document.activeElement?.contains(element)) element?.focus();
    moveOn();
    return () => {
      if (document.activeElement === element) rememberFocus();
    };
  }, []);

  return (
    <Button
      ref={button}
      variant={variant}
      leftSection={<IconRefresh size={18} stroke={1.8} aria-hidden="true" />}
      onClick={onRetry}
    >
      Try again
    </Button>
  );
}
