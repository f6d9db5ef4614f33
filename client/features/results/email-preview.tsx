import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#client/lib/api.ts';
import { membersKey } from '#client/lib/query-keys.ts';
import layout from '#client/ui/layout.module.css';
import { SelectField } from '#client/ui/select-field.tsx';
import { trackLabels } from '#domain/member-choices.ts';
import { memberPage } from '#domain/member-list.ts';
import { submissionTrackOf } from '#domain/members.ts';
import type { Outcome } from '#domain/outcomes.ts';
import { type OutcomeTexts, resultEmail } from '#domain/result-texts.ts';
import classes from './results-page.module.css';
import { resultsTexts as texts } from './texts.ts';

/** Members to choose from; if none has the outcome yet, any member. */
const choices = 20;

function usePossibleMembers(outcome: Outcome) {
  const filter = (query: string) => ({
    queryKey: [...membersKey, 'preview', query] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      request(`/api/admin/members?${query}`, memberPage, { signal }),
  });
  const order = `sort=fullName&dir=asc&limit=${choices}`;
  const own = useQuery(filter(`outcome=${outcome}&${order}`));
  const any = useQuery({ ...filter(order), enabled: own.data?.members.length === 0 });
  return own.data?.members.length ? own.data.members : any.data?.members;
}

/** The email as a real member would get it, from the words that are being typed. */
export function EmailPreview({ outcome, words }: { outcome: Outcome; words: OutcomeTexts }) {
  const members = usePossibleMembers(outcome);
  const [uid, setUid] = useState('');
  if (!members) return null;
  const member = members.find((one) => one.uid === uid) ?? members[0];
  if (!member) return <p className={classes.soft}>{texts.anybody}</p>;
  const track = submissionTrackOf(member) ?? member.developmentTrack;
  const email = resultEmail(words, { name: member.fullName, track: track && trackLabels[track] });
  return (
    <div className={layout.stackL}>
      <SelectField
        label={texts.previewOf}
        options={members.map((one) => ({ value: one.uid, label: one.fullName || one.email }))}
        value={member.uid}
        onChange={(event) => setUid(event.currentTarget.value)}
      />
      <section className={classes.preview} aria-label={texts.preview(outcome)}>
        <div className={classes.soft}>{texts.previewTo(member.fullName, member.email)}</div>
        <p className={classes.subject}>{email.subject}</p>
        <p>{email.greeting}</p>
        {email.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    </div>
  );
}
