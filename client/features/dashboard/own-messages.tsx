import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { command, failureMessage } from '#client/lib/api.ts';
import { focusPart } from '#client/lib/focus-part.ts';
import { momentText } from '#client/lib/format.ts';
import { ownMessagesKey } from '#client/lib/query-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { MessageCard } from '#client/member-ui/message-card.tsx';
import { memberQuery } from '#client/member-ui/queries.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { IconX } from '#client/ui/page-icons.ts';
import { type OwnMessage, ownMessages } from '#domain/group-messages.ts';
import { isStillNeeded } from '#domain/reminder-kinds.ts';

const texts = {
  label: 'Messages',
  dismiss: (moment: string) => `Dismiss the message of ${moment}`,
  failed: (reason: string) => `The message couldn’t be dismissed. ${reason}`,
} as const;

/** The messages to the signed-in member, until they are dismissed or end. If they cannot be loaded, there are none. */
export function OwnMessages() {
  const { data } = useQuery(ownMessagesQuery);
  const { data: member } = useQuery({ ...memberQuery, enabled: false });
  // A reminder goes with its reason.
  const messages = useUnended(data?.messages ?? []).filter(({ id }) => !member || isStillNeeded(id, member));
  const dismissal = useDismissal();
  const section = useRef<HTMLElement>(null);
  return (
    // Always rendered: a screen reader announces only changes inside an existing live region.
    <section
      ref={section}
      className={`${layout.stackM} ${layout.place}`}
      aria-label={texts.label}
      aria-live="polite"
    >
      {dismissal.isError && (
        <Notice tone="error" inLiveRegion>
          {texts.failed(failureMessage(dismissal.error))}
        </Notice>
      )}
      {messages.map(({ id, subject, text, ...message }) => (
        <MessageCard
          key={id}
          subject={subject}
          text={text}
          message={message}
          action={
            <IconButton
              icon={IconX}
              label={texts.dismiss(momentText(message.sentAt))}
              onClick={() => {
                if (section.current) focusPart(section.current);
                dismissal.mutate(id);
              }}
            />
          }
        />
      ))}
    </section>
  );
}

/** The longest time that a timer can wait, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/** Leaves out the messages that have ended, also when that happens while the page is open. */
function useUnended(messages: readonly OwnMessage[]): OwnMessage[] {
  const [now, setNow] = useState(() => Date.now());
  const shown = messages.filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > now);
  const next = Math.min(...shown.map(({ endsAt }) => (endsAt === null ? Infinity : Date.parse(endsAt))));
  useEffect(() => {
    if (next === Infinity) return;
    const wait = Math.max(0, Math.min(next - Date.now(), longestWait));
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [next]);
  return shown;
}

function useDismissal() {
  const client = useQueryClient();
  const { queryKey } = ownMessagesQuery;
  return useMutation({
    mutationFn: (id: string) =>
      command(`/api/me/messages/${encodeURIComponent(id)}`, { method: 'DELETE', body: {} }),
    onSuccess: async (_answer, id) => {
      // A response under way may still have the message.
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (data) => data && { messages: data.messages.filter((message) => message.id !== id) },
      );
    },
  });
}

/** The messages on the signed-in member's dashboard, seeded from its HTML. */
const ownMessagesQuery = readQuery(ownMessagesKey, '/api/me/messages', ownMessages, { staleTime: 10_000 });
