import { queryOptions, useQuery } from '@tanstack/react-query';
import { resultsKey } from '#client/lib/admin-keys.ts';
import { request } from '#client/lib/api.ts';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import { trackLabels } from '#domain/member-choices.ts';
import { memberPage } from '#domain/member-list.ts';
import { submissionTrackOf } from '#domain/members.ts';
import type { Outcome } from '#domain/outcomes.ts';
import { type OutcomeTexts, resultEmail } from '#domain/result-texts.ts';
import classes from './results-page.module.css';
import { resultsTexts as texts } from './texts.ts';

/** A real member: all emails of one outcome differ in name and track only. */
const exampleQuery = queryOptions({
  queryKey: [...resultsKey, 'example'] as const,
  queryFn: ({ signal }) =>
    request('/api/admin/members?sort=outcome&dir=desc&limit=1', memberPage, { signal }),
});

/** The email as a member would get it, from the words that are being typed. */
export function EmailPreview({ outcome, words }: { outcome: Outcome; words: OutcomeTexts }) {
  const { data } = useQuery(exampleQuery);
  if (!data) return null;
  const [member] = data.members;
  if (!member) return <p className={typography.soft}>{texts.anybody}</p>;
  const track = submissionTrackOf(member) ?? member.developmentTrack;
  const email = resultEmail(words, { name: member.fullName, track: track && trackLabels[track] });
  return (
    <section
      className={`${layout.card} ${layout.stackM} ${typography.wrap} ${classes.preview}`}
      aria-label={texts.preview(outcome)}
    >
      <p className={typography.soft}>{texts.previewTo(member.fullName, member.email)}</p>
      <p className={typography.name}>{email.subject}</p>
      <p>{email.greeting}</p>
      {email.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}
