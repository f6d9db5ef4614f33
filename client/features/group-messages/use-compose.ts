import { useRef, useState } from 'react';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { type Problem, problemOf } from '#client/lib/use-problem.ts';
import { type NewGroupMessage, newGroupMessage } from '#domain/group-messages.ts';
import type { MemberFilter } from '#domain/member-list.ts';
import { useSendMessage } from './mutations.ts';

interface ComposeOptions {
  owner: string;
  filter: MemberFilter;
  /** How many members match the filter; undefined while that is not known. */
  recipients: number | undefined;
}

interface Confirmation {
  recipients: number;
  email: boolean;
  answer: (yes: boolean) => void;
}

class NotConfirmed extends Error {}

function explain(error: unknown): Problem {
  return error instanceof NotConfirmed ? {} : problemOf(error);
}

/** The form of a new message. It asks before it sends. */
export function useCompose({ owner, filter, recipients }: ComposeOptions) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [sentTo, setSentTo] = useState<number | null>(null);
  const idFor = useMessageId();
  const send = useSendMessage();
  const form = useCheckedForm({
    initialValues: { text: '', endsAt: '', email: false },
    rule: newGroupMessage,
    draft: { form: 'group-message', owner },
    toInput: ({ endsAt, ...values }) => ({ ...values, filter, endsAt: endOf(endsAt), recipients }),
    explain,
    submit: async (message: NewGroupMessage) => {
      await confirmed(message);
      const sent = await send.mutateAsync({ ...message, id: idFor(message) });
      setSentTo(sent.recipients);
      form.reset();
    },
  });

  async function confirmed({ recipients: count = 0, email }: NewGroupMessage): Promise<void> {
    setSentTo(null);
    const yes = await new Promise<boolean>((answer) => setConfirmation({ recipients: count, email, answer }));
    setConfirmation(null);
    if (!yes) throw new NotConfirmed();
  }

  return { form, confirmation, sending: send.isPending, sentTo };
}

/** The end of a day such as 2026-12-01 where the sender is; null if none was chosen. */
function endOf(day: string): string | null {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

/** The same id for the same message: when its response was lost, the server knows it again. */
function useMessageId(): (message: NewGroupMessage) => string {
  const last = useRef({ content: '', id: '' });
  return (message) => {
    const content = JSON.stringify(message);
    if (content !== last.current.content) {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      last.current = { content, id };
    }
    return last.current.id;
  };
}
