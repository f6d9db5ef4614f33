import { useLocation } from 'react-router';

export function useListAddress(): string {
  const { state }: { state: { list?: unknown } | null } = useLocation();
  return typeof state?.list === 'string' ? state.list : '/admin';
}
