import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface LoadFailureProps {
  title: string;
  /** Why, and what the user can do. */
  text: string;
  /** A retry is in progress. */
  busy: boolean;
  onRetry: () => void;
}

/** Replaces content that could not be loaded, and offers a retry. */
export function LoadFailure({ title, text, busy, onRetry }: LoadFailureProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={IconPlugConnectedX}
        title={title}
        action={
          <Button
            disabled={busy}
            leftSection={<IconRefresh size={18} stroke={1.8} aria-hidden="true" />}
            onClick={onRetry}
          >
            {busy ? 'Trying again...' : 'Try again'}
          </Button>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}
