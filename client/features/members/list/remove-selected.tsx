import { IconUserMinus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { failureMessage, request } from '#client/lib/api.ts';
import { refetchAfter } from '#client/lib/live-queries.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import { membersRemoved, removalCap } from '#domain/member-account.ts';
import type { MemberListItem } from '#domain/member-list.ts';
import { selectionTexts, removeSelectedTexts as texts } from './texts.ts';

/** How many names the question lists. */
const namesShown = 8;

interface RemoveSelectedProps {
  members: readonly MemberListItem[];
  onRemoved: () => void;
}

/** A button that removes the selected members, after a question. */
export function RemoveSelected({ members, onRemoved }: RemoveSelectedProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconUserMinus size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {selectionTexts.remove}
      </Button>
      {open && <RemoveQuestion members={members} onRemoved={onRemoved} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Their number confirms it. */
function RemoveQuestion({ members, onRemoved, onClose }: RemoveSelectedProps & { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const client = useQueryClient();
  const notify = useNotify();
  const remove = useMutation({
    mutationFn: (body: { uids: string[]; confirm: number }) =>
      request('/api/admin/members', membersRemoved, { method: 'DELETE', body }),
    onSuccess: ({ removed }) => {
      notify({ tone: 'success', text: texts.done(removed) });
      refetchAfter(client, { kind: 'member-removed', uid: '' });
      onRemoved();
    },
  });
  const isTooMany = members.length > removalCap;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    remove.mutate({ uids: members.map(({ uid }) => uid), confirm: Number(typed) });
  }

  return (
    <Dialog question title={texts.question(members.length)} onClose={onClose}>
      <form className={layout.stackL} onSubmit={submit}>
        <p className={typography.wrap}>
          {members
            .slice(0, namesShown)
            .map(({ fullName, email }) => fullName || email)
            .join(', ')}
          {members.length > namesShown && ` ${texts.others(members.length - namesShown)}`}
        </p>
        <p>{isTooMany ? texts.tooMany(removalCap) : texts.about}</p>
        <TextField
          label={texts.confirm(members.length)}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
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
            disabled={isTooMany || typed.trim() !== String(members.length)}
          >
            {texts.remove}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
