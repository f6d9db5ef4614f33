import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#client/lib/api.ts';
import { refetchAfter } from '#client/lib/live-queries.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { membersRemoved, removalCap } from '#domain/member-account.ts';
import type { MemberListItem } from '#domain/member-list.ts';
import { RemovalQuestion, useOpenTrash } from './removal-question.tsx';
import { RemovedMembers } from './removed-members.tsx';
import { selectionTexts, removeSelectedTexts as texts } from './texts.ts';

const namesShown = 8;

/** The names that several of these members have, and how many do. */
function namesakes(members: readonly MemberListItem[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { fullName } of members) counts.set(fullName, (counts.get(fullName) ?? 0) + 1);
  return [...counts].filter(([name, count]) => name !== '' && count > 1);
}

interface RemoveSelectedProps {
  members: readonly MemberListItem[];
  onRemoved: () => void;
}

export function RemoveSelected({ members, onRemoved }: RemoveSelectedProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="sm" data-tone="error" onClick={() => setOpen(true)}>
        {selectionTexts.remove(members.length)}
      </Button>
      {open && <RemoveQuestion members={members} onRemoved={onRemoved} onClose={() => setOpen(false)} />}
    </>
  );
}

function RemoveQuestion({ members, onRemoved, onClose }: RemoveSelectedProps & { onClose: () => void }) {
  const client = useQueryClient();
  const notify = useNotify();
  const openTrash = useOpenTrash();
  const remove = useMutation({
    mutationFn: (body: { uids: string[]; confirm: number }) =>
      request('/api/admin/members', membersRemoved, { method: 'DELETE', body }),
    onSuccess: ({ removed }) => {
      notify({ tone: 'success', text: texts.done(removed), action: openTrash });
      refetchAfter(client, { topic: 'account', uid: null });
      onRemoved();
    },
  });
  const count = members.length;
  const isTooMany = count > removalCap;

  return (
    <RemovalQuestion
      texts={{ title: texts.question(count), confirm: texts.confirm(count), cancel: texts.cancel }}
      numeric
      isConfirmed={(typed) => !isTooMany && typed.trim() === String(count)}
      removal={remove}
      onConfirm={(typed) => remove.mutate({ uids: members.map(({ uid }) => uid), confirm: Number(typed) })}
      onClose={onClose}
    >
      <RemovedMembers members={members.slice(0, namesShown)} />
      {count > namesShown && (
        <details>
          <summary>{texts.others(count - namesShown)}</summary>
          <RemovedMembers members={members.slice(namesShown)} />
        </details>
      )}
      {namesakes(members).map(([name, sharing]) => (
        <Notice key={name} tone="info">
          {texts.sameName(sharing, name)}
        </Notice>
      ))}
      <p>{isTooMany ? texts.tooMany(removalCap) : texts.about}</p>
    </RemovalQuestion>
  );
}
