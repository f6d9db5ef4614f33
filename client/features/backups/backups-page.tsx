import { useQuery, useQueryClient } from '@tanstack/react-query';
import { backupsKey, trashKey } from '#client/lib/admin-keys.ts';
import { ApiFailure, addAccount, connectionMessages, failureMessage, request } from '#client/lib/api.ts';
import { dayText, momentText } from '#client/lib/format.ts';
import { refetchAfter } from '#client/lib/live-queries.ts';
import { untilChanged } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { Dialog, DialogButton } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { PageHeading, toSettings } from '#client/ui/page-heading.tsx';
import { Panel, Summary } from '#client/ui/panel.tsx';
import { AskingButton } from '#client/ui/question.tsx';
import typography from '#client/ui/typography.module.css';
import { type Backup, type BackupList, backupDownload, backupList } from '#domain/backups.ts';
import { apiError } from '#domain/errors.ts';
import { type Trash, trash, trashAnswer } from '#domain/trash.ts';
import { backupsTexts as texts, trashTexts } from './texts.ts';

const trashQuery = readQuery(trashKey, '/api/admin/trash', trash, { staleTime: untilChanged });

/** Restores a member in the trash, or removes them for good, and says what came of it. */
function useTrashAction() {
  const client = useQueryClient();
  const notify = useNotify();
  const act = useMutation({
    mutationFn: ({ uid, forGood }: { uid: string; name: string; forGood: boolean }) => {
      const address = `/api/admin/trash/${encodeURIComponent(uid)}`;
      return forGood
        ? request(address, trashAnswer, { method: 'DELETE', body: {} })
        : request(`${address}/restore`, trashAnswer, { method: 'POST', body: {} });
    },
    onSuccess: (_answer, { name, forGood }) =>
      notify({ tone: 'success', text: forGood ? trashTexts.removed(name) : trashTexts.restored(name) }),
    onError: (error) => notify({ tone: 'error', text: `${trashTexts.failed} ${failureMessage(error)}` }),
    onSettled: () => refetchAfter(client, { topic: 'account', uid: null }),
  });
  return act.mutate;
}

const backupsQuery = readQuery(backupsKey, '/api/admin/backups', backupList);

function useMakeBackup() {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: () => request('/api/admin/backups', backupList, { method: 'POST', body: {} }),
    onSuccess: (list) => {
      client.setQueryData(backupsKey, list);
      if (list.fault === null) notify({ tone: 'success', text: texts.made });
    },
    onError: (error) => notify({ tone: 'error', text: `${texts.failed} ${failureMessage(error)}` }),
  });
}

/** Fetches an encrypted copy, and hands it to the browser as a download. */
async function downloadBackup(id: string, passphrase: string): Promise<void> {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  addAccount(headers);
  const response = await fetch(`/api/admin/backups/${encodeURIComponent(id)}/download`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ passphrase }) },
  }).catch(() => {
    throw new ApiFailure(0, 'UNREACHABLE', connectionMessages.unreachable);
  });
  if (!response.ok) {
    const { code, message, field } = apiError.parse(await response.json());
    throw new ApiFailure(response.status, code, message, field);
  }
  const copy = await response.blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(copy);
  link.download = `${id.replace(/\.enc$/, '')}.enc`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** /admin/backups: what can be brought back, members and everything (docs/decisions/backups.md). */
export function Component() {
  return (
    <>
      <PageHeading title={texts.title} subtitle={texts.subtitle} back={toSettings} />
      <div className={layout.split}>
        <TrashPanel />
        <BackupsPanel />
      </div>
    </>
  );
}

/** The portal's own backups: how they go, the last ones, and a copy to take away. */
function BackupsPanel() {
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
      <div className={layout.actions}>
        <Button size="sm" busy={make.isPending} onClick={() => make.mutate()}>
          {texts.make}
        </Button>
      </div>
      {backups.length === 0 && <p className={typography.soft}>{texts.none}</p>}
      <ul className={layout.rows}>
        {backups.map((backup) => (
          <li key={backup.id} className={layout.ends}>
            <div className={`${layout.stackXs} ${typography.wrap}`}>
              <time className={typography.name}>{momentText(backup.at)}</time>
              <p className={typography.fact}>{texts.fact(backup)}</p>
              <HowToRestore {...backup} />
            </div>
            <DialogButton size="sm" dialog={(close) => <DownloadQuestion id={backup.id} onClose={close} />}>
              {texts.download.open}
            </DialogButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

function HowToRestore({ command, encrypted }: Backup) {
  return (
    <details>
      <Summary>{texts.restore}</Summary>
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
      <CheckedForm
        form={form}
        button={texts.download.go}
        busyLabel={texts.download.busy}
        cancel={{ label: texts.download.cancel, onClick: onClose }}
      >
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
      </CheckedForm>
    </Dialog>
  );
}

/** The removed members, who can be restored or removed for good. */
function TrashPanel() {
  const query = useQuery(trashQuery);
  return (
    <Panel title={trashTexts.title} subtitle={trashTexts.about}>
      <Loaded query={query} failed={trashTexts.loadFailed} height="6rem">
        {(data) => <Removed {...data} />}
      </Loaded>
    </Panel>
  );
}

function Removed({ members, total }: Trash) {
  const act = useTrashAction();
  if (total === 0) return <p className={typography.soft}>{trashTexts.empty}</p>;
  return (
    <>
      <ul className={layout.rows}>
        {members.map(({ uid, fullName, email, removedAt, until }) => {
          const name = fullName || email;
          return (
            <li key={uid} className={layout.stackM}>
              <div className={`${layout.stackXs} ${typography.wrap}`}>
                <bdi className={typography.name}>{name}</bdi>
                <p className={typography.fact}>
                  {trashTexts.fact(email, momentText(removedAt), dayText(until, ''))}
                </p>
              </div>
              <div className={layout.row}>
                <Button size="sm" onClick={() => act({ uid, name, forGood: false })}>
                  {trashTexts.restore}
                </Button>
                <AskingButton
                  size="sm"
                  data-tone="error"
                  question={{ ...trashTexts.question, title: trashTexts.question.title(name) }}
                  onYes={() => act({ uid, name, forGood: true })}
                >
                  {trashTexts.remove}
                </AskingButton>
              </div>
            </li>
          );
        })}
      </ul>
      {total > members.length && <p className={typography.soft}>{trashTexts.more(total - members.length)}</p>}
    </>
  );
}
