// biome-ignore lint/style/noRestrictedImports: this is the wrapper that everything else uses
import { type UseMutationOptions, useMutation as useQueryMutation } from '@tanstack/react-query';
import { useResetOnReconnect } from './reconnect.ts';

/** TanStack's `useMutation`, which also forgets that the portal could not be reached once it can be reached again. */
export function useMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
) {
  const mutation = useQueryMutation(options);
  useResetOnReconnect(mutation);
  return mutation;
}
