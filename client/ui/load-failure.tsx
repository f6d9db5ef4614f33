import type { ReactNode } from 'react';
import { ApiFailure, failureMessage } from '#client/lib/api.ts';
import { IconFileUnknown, IconPlugConnectedX, IconRefresh } from '#client/ui/page-icons.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';
import hidden from './visually-hidden.module.css';

/** Loads again. Until the answer comes, the page shows that it loads, in place of the button. */
export function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button icon={IconRefresh} onClick={onRetry}>
      Try again
    </Button>
  );
}

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

/** Announces to screen readers what the skeletons beside it show. Takes no space in the layout. */
export function LoadingNote() {
  return (
    <div role="status" className={hidden.hidden}>
      Loading...
    </div>
  );
}

export interface UnloadedProps {
  query: { error: unknown; refetch: () => unknown };
  /** The title if it could not be loaded. */
  failed: string;
  /** The skeleton, in the shape of the data. */
  children?: ReactNode;
}

/** In place of data that is not there: that it is being loaded, or why it could not be. */
export function Unloaded({ query: { error, refetch }, failed, children }: UnloadedProps) {
  if (error) return <LoadFailure title={failed} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <LoadingNote />
      {children}
    </>
  );
}

interface LoadedProps<Data> extends Omit<UnloadedProps, 'children'> {
  query: UnloadedProps['query'] & { data: Data | undefined };
  /** That of the skeleton. */
  height: string;
  children: (data: Data) => ReactNode;
}

/** The data once it is there, in place of a skeleton of one part. */
export function Loaded<Data>({ query, failed, height, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Unloaded query={query} failed={failed}>
      <Skeleton height={height} />
    </Unloaded>
  );
}
