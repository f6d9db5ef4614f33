import type { ReactNode } from 'react';
import { Unloaded, type UnloadedProps } from './load-failure.tsx';
import { Skeleton } from './skeleton.tsx';

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
