import { focusPart } from '#client/lib/focus-part.ts';
import { IconRefresh } from '#client/ui/page-icons.ts';
import { Button } from './button.tsx';

interface RetryButtonProps {
  variant?: 'filled' | 'default';
  /** Loads again. Until the answer comes, the page shows that it loads, in place of the button. */
  onRetry: () => void;
}

/** Loads again. The part of the page around it takes the focus, because its content is replaced. */
export function RetryButton({ variant = 'filled', onRetry }: RetryButtonProps) {
  return (
    <Button
      variant={variant}
      icon={IconRefresh}
      onClick={({ currentTarget }) => {
        const part = currentTarget.closest<HTMLElement>('dialog, [role=group], section, form, main');
        if (part) focusPart(part);
        onRetry();
      }}
    >
      Try again
    </Button>
  );
}
