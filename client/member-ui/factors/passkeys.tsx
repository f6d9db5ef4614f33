import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiFailure, command, request } from '#client/lib/api.ts';
import { accountDate } from '#client/lib/format.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { problemOf } from '#client/lib/use-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import typography from '#client/ui/typography.module.css';
import type { Factors } from '#domain/factors.ts';
import { passkeyForm } from '#domain/passkeys.ts';
import { factorsQuery } from './queries.ts';
import { WithPassword } from './second-factor.tsx';
import { secondFactorTexts, passkeyTexts as texts } from './texts.ts';

const path = '/api/me/passkeys';

/** The passkeys of the person signed in: added and named here, and removed. */
export function PasskeysPanel() {
  const query = useQuery(factorsQuery);
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Factors['passkeys'][number] | null>(null);
  if (!query.data) return <Unloaded query={query} failed={texts.loadFailed} />;
  const { passkeys } = query.data;
  return (
    <Panel title={texts.title} subtitle={texts.about}>
      {passkeys.length > 0 && (
        <ul className={layout.rows}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={layout.ends}>
              <div className={layout.stackXs}>
                <span className={typography.heading}>{passkey.name}</span>
                <span className={typography.note}>
                  {texts.used(passkey.lastUsedAt && accountDate(passkey.lastUsedAt, 'N/A'))}
                </span>
              </div>
              <Button
                variant="default"
                size="sm"
                aria-label={texts.removeOne(passkey.name)}
                onClick={() => setRemoved(passkey)}
              >
                {texts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {adding ? (
        <AddPasskey onDone={() => setAdding(false)} />
      ) : (
        <div className={layout.row}>
          <Button variant="default" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        </div>
      )}
      {removed && <RemovePasskey passkey={removed} onDone={() => setRemoved(null)} />}
    </Panel>
  );
}

function AddPasskey({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const form = useCheckedForm({
    initialValues: { name: '', password: '' },
    rule: passkeyForm,
    submit: async ({ name, password }) => {
      const options = await request(`${path}/begin`, z.unknown(), { method: 'POST', body: { password } });
      const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
      const { startRegistration } = await import('#client/session/passkey-browser.ts');
      const { id, response } = await startRegistration({ optionsJSON });
      const { clientDataJSON, attestationObject } = response;
      const body = { name, id, clientDataJSON, attestationObject };
      await command(path, { method: 'POST', body });
      await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
      onDone();
    },
    explain: (error) => (error instanceof ApiFailure ? problemOf(error) : { alert: texts.notMade }),
  });
  return (
    <CheckedForm
      form={form}
      className={layout.stackM}
      button={texts.add}
      busyLabel={texts.adding}
      cancel={{ label: texts.cancel, onClick: onDone }}
    >
      <TextField
        label={texts.name}
        description={texts.nameHint}
        required
        autoFocus
        autoComplete="off"
        {...form.field('name')}
      />
      <PasswordField
        label={secondFactorTexts.password}
        required
        autoComplete="current-password"
        {...form.field('password')}
      />
    </CheckedForm>
  );
}

interface RemoveProps {
  passkey: Factors['passkeys'][number];
  onDone: () => void;
}

function RemovePasskey({ passkey: { id, name }, onDone }: RemoveProps) {
  const client = useQueryClient();
  return (
    <Dialog question title={texts.removeOne(name)} onClose={onDone}>
      <WithPassword
        about={texts.removal}
        button={texts.remove}
        busyLabel={texts.removing}
        submit={async (body) => {
          await command(`${path}/${id}`, { method: 'DELETE', body });
          await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
          onDone();
        }}
      />
    </Dialog>
  );
}
