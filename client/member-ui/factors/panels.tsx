import { useSessionUser } from '#client/session/queries.ts';
import { SecondFactorPanel } from './second-factor.tsx';

/** The parts of an account that open it, besides its password. */
export function FactorPanels() {
  const role = useSessionUser()?.role ?? 'member';
  return role !== 'member' && <SecondFactorPanel />;
}
