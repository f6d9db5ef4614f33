import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface LoadFailureProps {
  /** What could not be loaded. */
  title: string;
  /** Why, and what to do about it. */
  text: string;
  /** While another try is under way. */
  busy: boolean;
  onRetry: () => void;
}

/** What stands where the content of a page could not be loaded: says so, and tries again. */
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
