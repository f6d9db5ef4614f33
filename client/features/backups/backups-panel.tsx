import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { momentText } from '#client/lib/format.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { Button } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/loaded.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import { type Backup, type BackupList, backupDownload } from '#domain/backups.ts';
import { backupsQuery, downloadBackup, useMakeBackup } from './queries.ts';
import { backupsTexts as texts } from './texts.ts';

/** The portal's own backups: how they go, the last ones, and a copy to take away. */
export function BackupsPanel() {
  const query = useQuery(backupsQuery);
  return (
    <Panel title={texts.panel} subtitle={query.data?.daily === false ? texts.off : texts.about}>
      <Loaded query={query} failed={texts.loadFailed} height="16rem">
        {(data) => <Backups {...data} />}
      </Loaded>
    </Panel>
  );
}

function Backups({ backups, fault, verified, copied }: BackupList) {
  const make = useMakeBackup();
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <div className={layout.stackL}>
      {fault !== null && <Notice tone="error">{texts.fault(fault)}</Notice>}
      {verified && verified.fault !== null && (
        <Notice tone="error">{texts.checkFailed(momentText(verified.at), verified.fault)}</Notice>
      )}
      <p className={typography.soft}>
        {verified?.fault === null && `${texts.verified(momentText(verified.at))} `}
        {copied ? texts.copied : texts.here}
      </p>
      <div>
        <Button variant="default" size="sm" busy={make.isPending} onClick={() => make.mutate()}>
          {texts.make}
        </Button>
      </div>
      {backups.length === 0 && <p className={typography.soft}>{texts.none}</p>}
      <ul className={layout.rows}>
        {backups.map((backup) => (
          <li key={backup.id} className={layout.ends}>
            <div className={`${layout.stackXs} ${typography.wrap}`}>
              <span className={typography.name}>{momentText(backup.at)}</span>
              <p className={typography.fact}>{texts.fact(backup)}</p>
              <HowToRestore {...backup} />
            </div>
            <Button variant="default" size="sm" onClick={() => setAsked(backup.id)}>
              {texts.download.open}
            </Button>
          </li>
        ))}
      </ul>
      {asked !== null && <DownloadQuestion id={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

function HowToRestore({ command, encrypted }: Backup) {
  return (
    <details>
      <summary>{texts.restore}</summary>
      <p>{texts.steps}</p>
      <p>
        <code>{command}</code> <CopyButton text={command} label={texts.restore} />
      </p>
      {encrypted && <p>{texts.passphraseIsSet}</p>}
    </details>
  );
}

function DownloadQuestion({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useCheckedForm({
    initialValues: { passphrase: '' },
    rule: backupDownload,
    submit: async ({ passphrase }) => {
      await downloadBackup(id, passphrase);
      onClose();
    },
  });
  return (
    <Dialog question title={texts.download.title} onClose={onClose}>
      <form {...form.formProps} className={layout.stackL}>
        <p className={typography.soft}>{texts.download.text}</p>
        <TextField
          label={texts.download.label}
          description={texts.download.hint}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('passphrase')}
        />
        {form.alert && <Notice tone="error">{form.alert}</Notice>}
        <div className={layout.actions}>
          <SubmitButton busy={form.busy} busyLabel={texts.download.busy}>
            {texts.download.go}
          </SubmitButton>
          <Button variant="default" onClick={onClose}>
            {texts.download.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
