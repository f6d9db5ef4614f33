import { useClub } from '#client/lib/club.ts';
import { useNow } from '#client/lib/use-now.ts';
import { ConfirmEmailNotice } from '#client/member-ui/confirm-email.tsx';
import { personInputs } from '#client/member-ui/person-inputs.ts';
import { DueLine, useBlock, useSeason } from '#client/member-ui/season.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { Choice } from '#client/ui/choice.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { TextAreaField, TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { LinkButton, TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { isMember, type SessionUser } from '#domain/accounts.ts';
import { isPast, moment } from '#domain/days.ts';
import { linkTexts } from '#domain/link-mark.ts';
import { confirmationTexts } from '#domain/mailed-links.ts';
import type { Member } from '#domain/members.ts';
import { cleanLink, projectLink, withScheme } from '#domain/project-link.ts';
import { recoveryMessages } from '#domain/recovery.ts';
import { isLate, seasonTexts } from '#domain/season.ts';
import { hasCredentials } from '#domain/web-address.ts';
import classes from './message-form.module.css';
import { type Kind, kindTexts, submittingTexts, contactTexts as texts } from './texts.ts';
import type { ContactFormState } from './use-contact-form.ts';

interface MessageFormProps {
  form: ContactFormState;
  kind: Kind;
  onKind: (kind: Kind) => void;
  user: SessionUser;
  /** Null if the account has no record; undefined while that is not known. */
  member: Member | null | undefined;
}

/** The contact form (spec, points 3, 5 and 8). The choice above it decides order and help, not what is sent. */
export function MessageForm({ form, kind, onKind, user, member }: MessageFormProps) {
  const { contactSubject, contactLabels } = useClub();
  const labels = { ...texts.labels, ...contactLabels };
  const isProject = form.values.githubLink.trim() !== '';
  const link = (
    <LinkField key="link" label={texts.optional(labels.githubLink)} form={form} kind={kind} member={member} />
  );
  const message = (
    <TextAreaField
      key="message"
      label={labels.message}
      required
      rows={7}
      description={kindTexts[kind].message}
      {...form.field('message')}
    />
  );
  const block = useBlock();
  const seasonNote = <SeasonNote email={user.email} member={member} />;
  return (
    <Panel title={kindTexts[kind].title} current>
      <CheckedForm
        form={form}
        button={isProject && isMember(user) ? texts.submit : texts.send}
        busyLabel={texts.sending}
      >
        <input type="hidden" name="subject" value={contactSubject} />
        <Choice label={texts.kind} name="kind" options={texts.kinds} value={kind} onChange={onKind} />
        {kind === 'project' && seasonNote}
        <DraftNote form={form} />
        {kind === 'project' ? [link, message] : [message, link]}
        <div className={layout.columns}>
          <TextField label={labels.name} {...personInputs.fullName} {...form.field('name')} />
          <TextField label={labels.email} {...personInputs.email} {...form.field('email')} />
        </div>
        {/* Always rendered: a screen reader announces only changes inside an existing live region. */}
        <div className={classes.note} aria-live="polite">
          {isProject && kind === 'question' && seasonNote}
          {isProject && !block && <SubmittingNote isMember={isMember(user)} member={member} />}
        </div>
      </CheckedForm>
    </Panel>
  );
}

interface LinkFieldProps {
  label: string;
  form: ContactFormState;
  kind: Kind;
  member: Member | null | undefined;
}

function LinkField({ label, form, kind, member }: LinkFieldProps) {
  const current = member?.githubLink;
  const help = current ? texts.replacesLink(projectLink(current)?.name ?? current) : kindTexts[kind].link;
  return (
    <TextField
      below={<LinkRemark link={form.values.githubLink} onUse={(githubLink) => form.change({ githubLink })} />}
      label={label}
      type="url"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={texts.linkExample}
      description={help}
      {...form.field('githubLink')}
    />
  );
}

interface LinkRemarkProps {
  link: string;
  onUse: (link: string) => void;
}

/** How a typed link is understood: its repository, or why reviewers may not be able to open it. It refuses nothing. */
function LinkRemark({ link, onUse }: LinkRemarkProps) {
  const { repository, host, mark, meant } = projectLink(cleanLink(withScheme(link))) ?? {};
  return (
    <div className={`${typography.note} ${typography.wrap}`} aria-live="polite">
      {repository && (
        <p>
          <code>{repository}</code> <span className={typography.faint}>{host}</span>
        </p>
      )}
      {hasCredentials(link) && <p>{linkTexts.credentials}</p>}
      {mark && linkTexts.toAuthor[mark] && <p>{linkTexts.toAuthor[mark]}</p>}
      {meant && (
        <p>
          {linkTexts.didYouMean(meant.host)}{' '}
          <LinkButton onClick={() => onUse(meant.href)}>{linkTexts.use(meant.host)}</LinkButton>
        </p>
      )}
    </div>
  );
}

interface SeasonNoteProps {
  email: string;
  member: Member | null | undefined;
}

/** Says before anything is typed until when a project can be submitted, or why it cannot. */
function SeasonNote({ email, member }: SeasonNoteProps) {
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
function SubmittingNote({ isMember, member }: SubmittingNoteProps) {
  if (!isMember) return <Notice tone="info">{submittingTexts.staff}</Notice>;
  return (
    <Notice tone="info">
      <p>{submittingTexts.title}</p>
      <p>{member?.githubLink ? submittingTexts.replaces : submittingTexts.first}</p>
      {member === null && (
        <p>
          {submittingTexts.noRecord} <TextLink to="/data-recovery">{recoveryMessages.title}</TextLink>
        </p>
      )}
      {member && !member.developmentTrack && (
        <p>
          {submittingTexts.noTrack} <TextLink to="/dashboard#track">{submittingTexts.chooseTrack}</TextLink>
        </p>
      )}
      {member?.developmentTrack && !member.taskCompleted && (
        <p>
          {submittingTexts.taskOpen} <TextLink to="/timeline">{submittingTexts.openTimeline}</TextLink>
        </p>
      )}
    </Notice>
  );
}
