import { IconUserMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { failureMessage } from '#client/lib/api.ts';
import { momentText } from '#client/lib/format.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import { type BackupsKept, confirmationOf, isConfirmed } from '#domain/member-account.ts';
import type { Member } from '#domain/members.ts';
import { useRemoveMember } from './mutations.ts';
import { accountQuery } from './queries.ts';
import classes from './remove-member.module.css';
import { removeTexts as texts } from './texts.ts';

/** The way to remove a member, apart from everything else. */
export function RemovePanel({ member }: { member: Member }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel title={texts.title} subtitle={texts.about}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconUserMinus size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {texts.open}
      </Button>
      {open && <RemoveDialog member={member} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { data: account } = useQuery(accountQuery(member.uid));
  const [typed, setTyped] = useState('');
  const remove = useRemoveMember(member.uid);
  const navigate = useNavigate();
  const notify = useNotify();
  const name = confirmationOf(member);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    remove.mutate(typed, {
      onSuccess: () => {
        notify({ tone: 'success', text: texts.done(name) });
        void navigate('/admin', { replace: true });
      },
    });
  }

  return (
    <Dialog
      question
      title={<span className={typography.wrap}>{texts.question(name)}</span>}
      onClose={onClose}
    >
      <form className={layout.stackXl} onSubmit={submit}>
        <div>
          <h3 className={classes.heading}>{texts.goes}</h3>
          <ul className={classes.list}>
            {texts.gone.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className={classes.heading}>{texts.stays}</h3>
          <p>{texts.kept}</p>
          {account && <p>{backupsText(account.backups)}</p>}
        </div>
        <TextField
          label={<span className={typography.wrap}>{texts.confirm(name)}</span>}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {remove.error && <Notice tone="error">{failureMessage(remove.error)}</Notice>}
        <div className={layout.row}>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <SubmitButton
            busy={remove.isPending}
            busyLabel={texts.removing}
            disabled={!isConfirmed(typed, name)}
          >
            {texts.remove}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

function backupsText({ lastAt, goneAt }: BackupsKept): string {
  if (lastAt === null) return texts.noBackup;
  return goneAt === null ? texts.endlessBackups(momentText(lastAt)) : texts.backups(momentText(goneAt));
}
