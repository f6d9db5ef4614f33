import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface LoadFailureProps {
  title: string;
  /** Why, and what the user can do. */
  text: string;
  /** Loads again. Until the answer comes, the page shows that it loads, in place of this. */
  onRetry: () => void;
}

/** Replaces content that could not be loaded, and offers a retry. */
export function LoadFailure({ title, text, onRetry }: LoadFailureProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={IconPlugConnectedX}
        title={title}
        action={
          <Button leftSection={<IconRefresh size={18} stroke={1.8} aria-hidden="true" />} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}
