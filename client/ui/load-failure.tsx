import { IconPlugConnectedX } from '@tabler/icons-react';
import { EmptyState } from './empty-state.tsx';
import { RetryButton } from './retry-button.tsx';

interface LoadFailureProps {
  title: string;
  /** Why, and what the user can do. */
  text: string;
  onRetry: () => void;
}

/** Replaces content that could not be loaded, and offers a retry. */
export function LoadFailure({ title, text, onRetry }: LoadFailureProps) {
  return (
    <div role="alert">
      <EmptyState icon={IconPlugConnectedX} title={title} action={<RetryButton onRetry={onRetry} />}>
        {text}
      </EmptyState>
    </div>
  );
}
