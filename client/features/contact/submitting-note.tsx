import { useNow } from '#client/lib/use-now.ts';
import { ConfirmEmailNotice } from '#client/member-ui/confirm-email.tsx';
import { DueLine, useBlock, useSeason } from '#client/member-ui/season.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { isPast, moment } from '#domain/days.ts';
import { confirmationTexts } from '#domain/mailed-links.ts';
import type { Member } from '#domain/members.ts';
import { recoveryMessages } from '#domain/recovery.ts';
import { isLate, seasonTexts } from '#domain/season.ts';
import { submittingTexts as texts } from './texts.ts';

interface SeasonNoteProps {
  email: string;
  member: Member | null | undefined;
}

/** Says before anything is typed until when a project can be submitted, or why it cannot. */
export function SeasonNote({ email, member }: SeasonNoteProps) {
  const season = useSeason();
  const block = useBlock();
  const now = useNow();
  if (block === 'unconfirmed') return <ConfirmEmailNotice text={confirmationTexts.first(email)} />;
  if (!season?.deadline || !isPast(season.deadline, now)) return <DueLine member={member ?? null} />;
  const when = moment(season.deadline, season.timeZone);
  if (block) return <Notice tone="info">{seasonTexts.closed(when)}</Notice>;
  const hasInTime = member?.submittedAt && !isLate(season, member);
  return (
    <Notice tone="info">
      {seasonTexts.late(when)} {hasInTime && seasonTexts.inTime}
    </Notice>
  );
}

interface SubmittingNoteProps {
  isMember: boolean;
  /** Null if the account has no record; undefined while that is not known. */
  member: Member | null | undefined;
}

/** Says before a link is sent that it is a submission, and what is missing for it. */
export function SubmittingNote({ isMember, member }: SubmittingNoteProps) {
  if (!isMember) return <Notice tone="info">{texts.staff}</Notice>;
  return (
    <Notice tone="info">
      <p>{texts.title}</p>
      <p>{member?.githubLink ? texts.replaces : texts.first}</p>
      {member === null && (
        <p>
          {texts.noRecord} <TextLink to="/data-recovery">{recoveryMessages.title}</TextLink>
        </p>
      )}
      {member && !member.developmentTrack && (
        <p>
          {texts.noTrack} <TextLink to="/dashboard#track">{texts.chooseTrack}</TextLink>
        </p>
      )}
      {member?.developmentTrack && !member.taskCompleted && (
        <p>
          {texts.taskOpen} <TextLink to="/timeline">{texts.openTimeline}</TextLink>
        </p>
      )}
    </Notice>
  );
}
