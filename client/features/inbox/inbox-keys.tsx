import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { usePageKeys } from '#client/lib/use-page-keys.ts';
import { memberAddress } from '#client/member-ui/member-address.ts';
import { deskAddress } from '#client/member-ui/reviews/queries.ts';
import { useKeyHelp } from '#client/ui/key-help.tsx';
import { inboxKeys, type ListedSubmission } from '#domain/form-inbox.ts';
import { useMarkMessage } from './mutations.ts';
import { messageQuery } from './queries.ts';

interface InboxKeysProps {
  messages: readonly ListedSubmission[];
  opened: string | null;
  addressOf: (message: string) => string;
}

export function InboxKeys({ messages, opened, addressOf }: InboxKeysProps) {
  const { keysEnabled, openHelp, help } = useKeyHelp(inboxKeys);
  const navigate = useNavigate();
  const mark = useMarkMessage();
  const { data: message } = useQuery({ ...messageQuery(opened ?? ''), enabled: opened !== null });
  const memberUid = message?.memberUid;

  function go(step: number): void {
    const index = messages.findIndex(({ id }) => id === opened);
    const next = messages[index === -1 ? 0 : index + step];
    if (next) void navigate(addressOf(next.id), { replace: opened !== null, preventScrollReset: true });
  }
  const next = () => go(1);
  const previous = () => go(-1);

  const keys = {
    j: next,
    arrowright: next,
    k: previous,
    arrowleft: previous,
    m() {
      if (memberUid) void navigate(memberAddress(memberUid));
    },
    o() {
      if (memberUid && message.kind === 'project') void navigate(deskAddress(memberUid));
    },
    a() {
      if (message?.kind === 'question')
        mark.mutate({ message, mark: { answered: message.answeredAt === null } });
    },
    u() {
      if (message) mark.mutate({ message, mark: { read: message.readAt === null } });
    },
    '?': openHelp,
  };
  usePageKeys({ enabled: keysEnabled, keys });
  return help;
}
