import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { timeZone } from '#client/lib/format.ts';
import { createMessageIds } from '#client/lib/random-id.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { type Problem, problemOf } from '#client/lib/use-problem.ts';
import { addDays, momentOf } from '#domain/days.ts';
import {
  type Audience,
  type GroupMessageAudience,
  groupMessageRefusals,
  type NewGroupMessage,
  newGroupMessage,
} from '#domain/group-messages.ts';
import type { MemberFilter } from '#domain/member-list.ts';
import { placeholders, usesPlaceholder } from '#domain/placeholders.ts';
import { useSendMessage } from './mutations.ts';
import { audienceQuery } from './queries.ts';

interface ComposeOptions {
  owner: string;
  filter: MemberFilter;
}

interface Confirmation {
  recipients: number;
  email: boolean;
  answer: (yes: boolean) => void;
}

class NotConfirmed extends Error {}

class GapInText extends Error {}

function explain(error: unknown): Problem {
  if (error instanceof GapInText) return { fields: { text: error.message } };
  return error instanceof NotConfirmed ? {} : problemOf(error);
}

/**
 * The form of a new message. It asks before it sends. Members who were selected in a list are kept with the draft: on the
 * way back it must not go to others.
 */
export function useCompose({ owner, filter }: ComposeOptions) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [sentTo, setSentTo] = useState<number | null>(null);
  const [ids] = useState(createMessageIds);
  const send = useSendMessage();
  const form = useCheckedForm({
    initialValues: { text: '', endsAt: '', email: false, uids: '' },
    rule: newGroupMessage,
    draft: { form: 'group-message', owner },
    toInput: ({ endsAt, uids: _, ...values }) => ({
      ...{ ...values, ...audience, recipients },
      endsAt: endOf(endsAt),
    }),
    explain,
    submit: async (message: NewGroupMessage) => {
      const gap = gapIn(message.text, members.data?.missing);
      if (gap) throw new GapInText(gap);
      await confirmed(message);
      const sent = await send.mutateAsync({ ...message, id: ids.idFor(message) });
      setSentTo(sent.recipients);
      form.reset();
    },
  });

  const { uids } = form.values;
  const audience: Audience = uids === '' ? { filter } : { uids: uids.split(' ') };
  const members = useQuery(audienceQuery(audience));
  const recipients = members.isError ? undefined : members.data?.members;
  useSelectedMembers((selected) => form.change({ uids: selected.join(' ') }));

  async function confirmed({ recipients: count = 0, email }: NewGroupMessage): Promise<void> {
    setSentTo(null);
    const yes = await new Promise<boolean>((answer) => setConfirmation({ recipients: count, email, answer }));
    setConfirmation(null);
    if (!yes) throw new NotConfirmed();
  }

  return { form, audience, members, recipients, confirmation, sending: send.isPending, sentTo };
}

/** Takes the members over, once, whom a list has passed on; none if it was for its filter. */
function useSelectedMembers(onSelected: (uids: readonly string[]) => void): void {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const takeOver = useEffectEvent(() => {
    if (!Array.isArray(state?.uids)) return;
    onSelected(state.uids);
    void navigate({ search }, { replace: true, state: null });
  });
  useEffect(() => takeOver(), []);
}

/** Why a text would have a gap for some of its recipients; null if it has none. */
function gapIn(text: string, missing: GroupMessageAudience['missing'] | undefined): string | null {
  const placeholder = placeholders.find(
    (name) => missing && missing[name] > 0 && usesPlaceholder(text, name),
  );
  return placeholder && missing ? groupMessageRefusals.missingValue(placeholder, missing[placeholder]) : null;
}

/** The end of a day of the club such as 2026-12-01; null if none was chosen. */
function endOf(day: string): string | null {
  if (Number.isNaN(Date.parse(day))) return null;
  return new Date(momentOf(addDays(day, 1), timeZone()) - 1).toISOString();
}
