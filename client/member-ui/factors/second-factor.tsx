import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { command, request } from '#client/lib/api.ts';
import { accountDate } from '#client/lib/format.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { sessionQuery } from '#client/session/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import typography from '#client/ui/typography.module.css';
import {
  type NewSecondFactor,
  newSecondFactor,
  passwordAgain,
  recoveryCodes,
  secondFactorCode,
} from '#domain/factors.ts';
import classes from './factors.module.css';
import { factorsQuery } from './queries.ts';
import { secondFactorTexts as texts } from './texts.ts';

const path = '/api/me/second-factor';

/** The steps of setting up, which a reload begins again. */
type Step = { secret: NewSecondFactor } | { codes: string[] } | null;

/** The second factor of the person signed in: set up here, and removed. */
export function SecondFactorPanel() {
  const client = useQueryClient();
  const query = useQuery(factorsQuery);
  const [step, setStep] = useState<Step>(null);

  async function finish() {
    await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
    setStep(null);
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }

  function content() {
    if (step && 'codes' in step) return <RecoveryCodes codes={step.codes} onDone={finish} />;
    if (step) return <Confirm {...step.secret} onCodes={(codes) => setStep({ codes })} />;
    if (!query.data) return <Unloaded query={query} failed={texts.loadFailed} />;
    if (query.data.secondFactor) return <Remove onRemoved={finish} />;
    return <Begin onSecret={(secret) => setStep({ secret })} />;
  }

  function about() {
    if (step || !query.data) return null;
    const { secondFactor: since, recoveryCodes: left } = query.data;
    return since ? texts.on(accountDate(since, 'N/A'), left) : texts.off;
  }

  return (
    <Panel title={texts.title} subtitle={about()}>
      {content()}
    </Panel>
  );
}

function Begin({ onSecret }: { onSecret: (secret: NewSecondFactor) => void }) {
  return (
    <WithPassword
      button={texts.begin}
      busyLabel={texts.beginning}
      submit={async (body) =>
        onSecret(await request(`${path}/begin`, newSecondFactor, { method: 'POST', body }))
      }
    />
  );
}

function Remove({ onRemoved }: { onRemoved: () => Promise<void> }) {
  return (
    <WithPassword
      button={texts.remove}
      busyLabel={texts.removing}
      submit={async (body) => {
        await command(path, { method: 'DELETE', body });
        await onRemoved();
      }}
    />
  );
}

interface WithPasswordProps {
  about?: string;
  button: string;
  busyLabel: string;
  submit: (body: { password: string }) => Promise<void>;
}

/** A change of the ways into the account asks for the password again. */
export function WithPassword({ about, button, busyLabel, submit }: WithPasswordProps) {
  const form = useCheckedForm({ initialValues: { password: '' }, rule: passwordAgain, submit });
  return (
    <CheckedForm form={form} className={layout.stackM} button={button} busyLabel={busyLabel} quiet>
      {about && <p className={typography.soft}>{about}</p>}
      <PasswordField label={texts.password} {...form.field('password')} />
    </CheckedForm>
  );
}

function Confirm({ secret, qr, onCodes }: NewSecondFactor & { onCodes: (codes: string[]) => void }) {
  const form = useCheckedForm({
    initialValues: { code: '' },
    rule: secondFactorCode,
    submit: async (body) => onCodes((await request(path, recoveryCodes, { method: 'POST', body })).codes),
  });
  return (
    <CheckedForm form={form} className={layout.stackM} button={texts.confirm} busyLabel={texts.confirming}>
      <p className={typography.soft}>{texts.scan}</p>
      <svg
        className={classes.code}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label={texts.picture}
      >
        <path d={qr.path} />
      </svg>
      <p className={typography.wrap}>
        <span className={typography.soft}>{texts.key}</span> <code>{secret}</code>{' '}
        <CopyButton text={secret} label={texts.copyKey} />
      </p>
      <TextField
        label={texts.code}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.field('code')}
      />
    </CheckedForm>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => Promise<void> }) {
  return (
    <div className={layout.stackM}>
      <Notice tone="success">{texts.ready}</Notice>
      <p>{texts.keep}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={layout.actions}>
        <CopyButton text={codes.join('\n')} label={texts.copyCodes} />
        <Button variant="filled" onClick={() => void onDone()}>
          {texts.done}
        </Button>
      </div>
    </div>
  );
}
