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
import { Dialog, DialogButton } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import typography from '#client/ui/typography.module.css';
import { passkeyForm } from '#domain/passkeys.ts';
import { factorsQuery } from './queries.ts';
import { WithPassword } from './second-factor.tsx';
import { identityTexts, secondFactorTexts, passkeyTexts as texts } from './texts.ts';

const path = '/api/me/passkeys';

/** The passkeys of the person signed in: added and named here, and removed. */
export function PasskeysPanel() {
  const query = useQuery(factorsQuery);
  const [adding, setAdding] = useState(false);
  if (!query.data) return <Unloaded query={query} failed={texts.loadFailed} />;
  const { passkeys } = query.data;
  return (
    <Panel title={texts.title} subtitle={texts.about}>
      {passkeys.length > 0 && (
        <ul className={layout.rows}>
          {passkeys.map(({ id, name, lastUsedAt }) => (
            <WayIn
              key={id}
              name={name}
              path={`${path}/${id}`}
              note={texts.used(lastUsedAt && accountDate(lastUsedAt, 'N/A'))}
              texts={texts}
            />
          ))}
        </ul>
      )}
      {adding ? (
        <AddPasskey onDone={() => setAdding(false)} />
      ) : (
        <div className={layout.actions}>
          <Button onClick={() => setAdding(true)}>{texts.add}</Button>
        </div>
      )}
    </Panel>
  );
}

/** The accounts elsewhere that open this one, such as the university's; nothing without any. */
export function IdentitiesPanel() {
  const { data } = useQuery(factorsQuery);
  if (!data || data.identities.length === 0) return null;
  return (
    <Panel title={identityTexts.title} subtitle={identityTexts.about}>
      <ul className={layout.rows}>
        {data.identities.map(({ id, name, createdAt }) => (
          <WayIn
            key={id}
            name={name}
            path={`/api/me/identities/${id}`}
            note={identityTexts.since(accountDate(createdAt, 'N/A'))}
            texts={identityTexts}
          />
        ))}
      </ul>
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
      <PasswordField label={secondFactorTexts.password} {...form.field('password')} />
    </CheckedForm>
  );
}

interface WayInProps {
  name: string;
  note: string;
  path: string;
  texts: typeof texts | typeof identityTexts;
}

function WayIn({ name, note, path: own, texts: { remove, removing, removal, removeOne } }: WayInProps) {
  const client = useQueryClient();
  return (
    <li className={layout.ends}>
      <div className={`${layout.stackXs} ${layout.grow}`}>
        <span className={typography.heading}>{name}</span>
        <span className={typography.note}>{note}</span>
      </div>
      <DialogButton
        size="sm"
        aria-label={removeOne(name)}
        dialog={(close) => (
          <Dialog question title={removeOne(name)} onClose={close}>
            <WithPassword
              about={removal}
              button={remove}
              busyLabel={removing}
              submit={async (body) => {
                await command(own, { method: 'DELETE', body });
                close();
                await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
              }}
            />
          </Dialog>
        )}
      >
        {remove}
      </DialogButton>
    </li>
  );
}
