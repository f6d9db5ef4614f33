import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { timeZone } from '#client/lib/format.ts';
import { createMessageIds } from '#client/lib/random-id.ts';
import { useDraftForm } from '#client/lib/use-draft.ts';
import { type Problem, problemOf } from '#client/lib/use-problem.ts';
import { addDays, momentOf } from '#domain/days.ts';
import { type GroupMessage, gapIn, type NewGroupMessage, newGroupMessage } from '#domain/group-messages.ts';
import { audienceIn, audienceText, selectedText } from './audience-filter.ts';
import { useSendMessage } from './mutations.ts';
import { audienceQuery } from './queries.ts';

export interface Confirmation {
  recipients: number;
  email: boolean;
  at: string | null;
  answer: (yes: boolean) => void;
}

class NotConfirmed extends Error {}

class GapInText extends Error {
  readonly field: string;
  constructor(field: string, gap: string) {
    super(gap);
    this.field = field;
  }
}

function explain(error: unknown): Problem {
  if (error instanceof GapInText) return { fields: { [error.field]: error.message } };
  return error instanceof NotConfirmed ? {} : problemOf(error);
}

/** The form of a new message. It asks before it sends. The recipients are kept with the draft: it must not go to others. */
export function useCompose(owner: string) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [sent, setSent] = useState<GroupMessage | null>(null);
  const [ids] = useState(createMessageIds);
  const send = useSendMessage();
  const form = useDraftForm({
    initialValues: { audience: '', subject: '', text: '', at: '', endsAt: '', email: false },
    rule: newGroupMessage,
    draft: { form: 'group-message', owner },
    toInput: ({ at, endsAt, audience: _, ...values }) => ({
      ...{ ...values, ...audience, recipients },
      endsAt: endOf(endsAt),
      at: at || null,
    }),
    explain,
    submit: async (message: NewGroupMessage) => {
      refuseGaps(message);
      await confirmed(message);
      setSent(await send.mutateAsync({ ...message, id: ids.idFor(message) }));
      form.reset();
    },
  });

  const audience = audienceIn(form.values.audience);
  const members = useQuery(audienceQuery(audience));
  const recipients = members.isError ? undefined : members.data?.members;
  useArrival((arrived) => form.change({ audience: arrived }));

  function refuseGaps(texts: Pick<NewGroupMessage, 'subject' | 'text'>): void {
    if (!members.data) return;
    for (const field of ['subject', 'text'] as const) {
      const gap = gapIn(texts[field], members.data.missing);
      if (gap) throw new GapInText(field, gap);
    }
  }

  async function confirmed({ recipients: count = 0, email, at = null }: NewGroupMessage): Promise<void> {
    setSent(null);
    const yes = await new Promise<boolean>((answer) =>
      setConfirmation({ recipients: count, email, at, answer }),
    );
    setConfirmation(null);
    if (!yes) throw new NotConfirmed();
  }

  return { form, audience, members, recipients, confirmation, sending: send.isPending, sent };
}

/** Takes over, once, the members or the filter that a list has passed on, or the address names. */
function useArrival(onArrive: (audience: string) => void): void {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const takeOver = useEffectEvent(() => {
    const uids = Array.isArray(state?.uids) ? state.uids : null;
    if (!uids && search === '') return;
    onArrive(uids && uids.length > 0 ? selectedText(uids) : audienceText(search));
    void navigate({ search: '' }, { replace: true, state: null });
  });
  useEffect(() => takeOver(), []);
}

/** The end of a day of the club such as 2026-12-01; null if none was chosen. */
function endOf(day: string): string | null {
  if (Number.isNaN(Date.parse(day))) return null;
  return new Date(momentOf(addDays(day, 1), timeZone()) - 1).toISOString();
}
