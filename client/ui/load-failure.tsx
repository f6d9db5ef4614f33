import { ApiFailure, failureMessage } from '#client/lib/api.ts';
import { IconFileUnknown, IconPlugConnectedX } from '#client/ui/page-icons.ts';
import { EmptyState } from './empty-state.tsx';
import { RetryButton } from './retry-button.tsx';

interface LoadFailureProps {
  title: string;
  error: unknown;
  text?: string;
  onRetry: () => void;
}

/** Replaces content that could not be loaded, and offers a retry unless the content does not exist. */
export function LoadFailure({ title, error, text = failureMessage(error), onRetry }: LoadFailureProps) {
  const missing = error instanceof ApiFailure && error.status === 404;
  return (
    <div role="alert">
      {missing ? (
        <EmptyState mark={IconFileUnknown} title={text} />
      ) : (
        <EmptyState mark={IconPlugConnectedX} title={title} action={<RetryButton onRetry={onRetry} />}>
          {text}
        </EmptyState>
      )}
    </div>
  );
}
