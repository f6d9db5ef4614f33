import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { memberAddress } from '#client/features/members/member-address.ts';
import { deskAddress } from '#client/features/reviews/queries.ts';
import { usePageKeys } from '#client/lib/use-page-keys.ts';
import { KeyHelp, useKeysEnabled } from '#client/ui/key-help.tsx';
import { inboxKeys, type ListedSubmission } from '#domain/form-inbox.ts';
import { useMarkMessage } from './mutations.ts';
import { messageQuery } from './queries.ts';

type Action = (typeof inboxKeys)[number]['action'];

const actionOf: Record<string, Action> = {
  j: 'next',
  arrowright: 'next',
  k: 'previous',
  arrowleft: 'previous',
  m: 'member',
  o: 'open',
  a: 'answered',
  u: 'unread',
  '?': 'help',
};

interface InboxKeysProps {
  messages: readonly ListedSubmission[];
  opened: string | null;
  addressOf: (message: string) => string;
}

export function InboxKeys(props: InboxKeysProps) {
  const [enabled, enable] = useKeysEnabled();
  const [helpOpen, setHelpOpen] = useState(false);
  const actions = useActions(props, () => setHelpOpen(true));
  function press(key: string): boolean {
    const action = actionOf[key];
    if (action) actions[action]();
    return action !== undefined;
  }
  usePageKeys({ enabled, press });
  if (!helpOpen) return null;
  return <KeyHelp list={inboxKeys} enabled={enabled} onEnable={enable} onClose={() => setHelpOpen(false)} />;
}

function useActions(
  { messages, opened, addressOf }: InboxKeysProps,
  onHelp: () => void,
): Record<Action, () => void> {
  const navigate = useNavigate();
  const mark = useMarkMessage();
  const { data: message } = useQuery({ ...messageQuery(opened ?? ''), enabled: opened !== null });

  function go(step: number): void {
    const index = messages.findIndex(({ id }) => id === opened);
    const next = messages[index === -1 ? 0 : index + step];
    if (next) void navigate(addressOf(next.id), { replace: opened !== null, preventScrollReset: true });
  }

  const memberUid = message?.memberUid;
  return {
    next: () => go(1),
    previous: () => go(-1),
    member: () => {
      if (memberUid) void navigate(memberAddress(memberUid));
    },
    open: () => {
      if (memberUid && message.kind === 'project') void navigate(deskAddress(memberUid));
    },
    answered: () => {
      if (message?.kind === 'question')
        mark.mutate({ message, mark: { answered: message.answeredAt === null } });
    },
    unread: () => {
      if (message) mark.mutate({ message, mark: { read: message.readAt === null } });
    },
    help: onHelp,
  };
}
