import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { momentText } from '#client/lib/format.ts';
import { RemovalQuestion, useOpenTrash } from '#client/member-list/removal-question.tsx';
import { RemovedMembers } from '#client/member-list/removed-members.tsx';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { IconUserMinus } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { type BackupsKept, confirmationOf, isConfirmed } from '#domain/member-account.ts';
import type { Member } from '#domain/members.ts';
import { useRemoveMember } from './mutations.ts';
import { accountQuery } from './queries.ts';
import { removeTexts as texts } from './texts.ts';
import { useListAddress } from './use-list-address.ts';

export function RemovePanel({ member }: { member: Member }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel plain title={texts.title} subtitle={texts.about}>
      <Button variant="default" size="sm" icon={IconUserMinus} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {open && <RemoveDialog member={member} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { data: account } = useQuery(accountQuery(member.uid));
  const navigate = useNavigate();
  const list = useListAddress();
  const notify = useNotify();
  const openTrash = useOpenTrash();
  const name = confirmationOf(member);

  const remove = useRemoveMember(member.uid, () => {
    notify({ tone: 'success', text: texts.done(name), action: openTrash });
    void navigate(list, { replace: true });
  });

  return (
    <RemovalQuestion
      texts={{ title: texts.question(name), confirm: texts.confirm(name), cancel: texts.cancel }}
      isConfirmed={(typed) => isConfirmed(typed, name)}
      removal={remove}
      onConfirm={(typed) => remove.mutate(typed)}
      onClose={onClose}
    >
      <RemovedMembers members={[member]} />
      {account && account.sameName > 0 && <Notice tone="info">{texts.sameName(account.sameName)}</Notice>}
      <div className={layout.stackS}>
        <h3 className={typography.heading}>{texts.goes}</h3>
        <ul className={typography.bullets}>
          {texts.gone.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      </div>
      <div className={layout.stackS}>
        <h3 className={typography.heading}>{texts.stays}</h3>
        <p>{texts.kept}</p>
        {account && <p>{backupsText(account.backups)}</p>}
      </div>
    </RemovalQuestion>
  );
}

function backupsText({ lastAt, goneAt }: BackupsKept): string {
  if (lastAt === null) return texts.noBackup;
  return goneAt === null ? texts.endlessBackups(momentText(lastAt)) : texts.backups(momentText(goneAt));
}
