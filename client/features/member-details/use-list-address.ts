import { useLocation } from 'react-router';

/** The list that led to this page, with its search and filters; else the list of all users. */
export function useListAddress(): string {
  const { state }: { state: { list?: unknown } | null } = useLocation();
  return typeof state?.list === 'string' ? state.list : '/admin';
}
