import { useSessionUser } from '#client/session/queries.ts';
import { IdentitiesPanel, PasskeysPanel } from './passkeys.tsx';
import { SecondFactorPanel } from './second-factor.tsx';

/** The ways into the account of the person signed in, besides its password. */
export function FactorPanels() {
  const role = useSessionUser()?.role ?? 'member';
  return (
    <>
      <PasskeysPanel />
      <IdentitiesPanel />
      {role !== 'member' && <SecondFactorPanel />}
    </>
  );
}
