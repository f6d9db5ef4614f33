import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiFailure, failureMessage } from '#client/lib/api.ts';
import { useClub } from '#client/lib/club.ts';
import { focusPart } from '#client/lib/focus-part.ts';
import board from '#client/member-ui/board.module.css';
import { ProgressComb } from '#client/member-ui/progress-comb.tsx';
import { useOwnRecord } from '#client/member-ui/queries.ts';
import { ReviewAnswer } from '#client/member-ui/review-answer.tsx';
import { useBlock, useSeason } from '#client/member-ui/season.tsx';
import { projectName, Receipt, SubmittedProject } from '#client/member-ui/submitted-project.tsx';
import { useSessionUser } from '#client/session/queries.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import state from '#client/ui/empty-state.module.css';
import { HexSpinner } from '#client/ui/hex-spinner.tsx';
import { IconCircleCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { IconCloudUpload, IconPencil } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { IconTile } from '#client/ui/tile.tsx';
import typography from '#client/ui/typography.module.css';
import { submissionStatus } from '#domain/account-status.ts';
import { isMember, type SessionUser } from '#domain/accounts.ts';
import type { PageTexts } from '#domain/club.ts';
import { contactMessages, type Submission } from '#domain/contact-form.ts';
import type { Member } from '#domain/members.ts';
import { submitAction } from '#domain/progress.ts';
import { recoveryMessages } from '#domain/recovery.ts';
import { isLate, seasonTexts } from '#domain/season.ts';
import { MessageForm } from './message-form.tsx';
import {
  contactTexts,
  type Kind,
  pendingTexts,
  sentTexts,
  submittingTexts,
  currentTexts as texts,
} from './texts.ts';
import { useContactForm } from './use-contact-form.ts';

/** The contact form. A message with a GitHub link is a project submission (spec, points 2 and 4). */
export function Component() {
  const user = useSessionUser();
  // Needed only to show the current submission: the form works without it.
  const { member } = useOwnRecord();
  const { search, key } = useLocation();
  if (!user) return null;
  const edited = new URLSearchParams(search).has('edit') && member?.githubLink ? submissionOf(member) : null;

  return (
    <>
      <PageHeading title={contactTexts.title} subtitle={contactTexts.subtitle} back={{ to: '/dashboard' }} />
      {/* The key gives each account its own draft, also after a sign-in in another tab, and each visit a form. */}
      <ContactColumns
        key={`${user.uid} ${key} ${edited !== null}`}
        user={user}
        member={member}
        edited={edited}
      />
    </>
  );
}

function submissionOf({ githubLink, projectDescription }: Member): Submission {
  return { githubLink: githubLink ?? '', projectDescription: projectDescription ?? '' };
}

interface ContactColumnsProps {
  user: SessionUser;
  /** Null if the account has no record; undefined while that is not known. */
  member: Member | null | undefined;
  /** The submission that the form is filled in with; null for an empty form. */
  edited: Submission | null;
}

/** The form, or what replaces it once the message is sent, beside the current submission and the FAQ. */
function ContactColumns({ user, member, edited }: ContactColumnsProps) {
  const contact = useContactForm(user, edited);
  const season = useSeason();
  const { stage } = contact;
  const isClosed = useBlock() === 'closed';
  const form = useRef<HTMLDivElement>(null);
  const editing = edited !== null;
  const location = useLocation();
  const [chosen, setChosen] = useState<Kind | undefined>(location.state?.kind);
  const kind = chosen ?? (member?.developmentTrack || member?.githubLink ? 'project' : 'question');

  useEffect(() => {
    // The link that led here may have been beside an empty form.
    if (editing && form.current) focusPart(form.current);
  }, [editing]);

  return (
    <div className={layout.withAside}>
      {stage.name === 'sent' && (
        <MessageSent
          project={stage.project}
          member={member}
          late={Boolean(member && season && isLate(season, member))}
          lacksLink={kind === 'project' && isMember(user)}
        />
      )}
      {stage.name === 'pending' && (
        <SubmissionPending
          failure={contact.record.error}
          busy={contact.record.isPending}
          onRetry={() => void contact.recordProject(stage.project)}
          onDiscard={contact.startAgain}
        />
      )}
      {stage.name === 'writing' && (
        <div ref={form} className={layout.stackL}>
          {kind === 'project' && member && member.feedback !== null && (
            <Panel>
              <ReviewAnswer member={member} headline />
            </Panel>
          )}
          <MessageForm form={contact.form} kind={kind} onKind={setChosen} user={user} member={member} />
        </div>
      )}
      <div className={layout.stackL}>
        {member?.githubLink && !(editing && stage.name === 'writing') && (
          <CurrentSubmission
            member={member}
            editable={stage.name !== 'pending' && !contact.form.busy}
            closed={isClosed}
          />
        )}
        <CommonQuestions />
      </div>
    </div>
  );
}

function CommonQuestions() {
  return (
    <Panel title={contactTexts.questions}>
      <div className={layout.stackL}>
        {questionsOf(useClub()).map(({ question, answer }) => (
          <div key={question} className={layout.stackXs}>
            <h3 className={typography.heading}>{question}</h3>
            <p className={typography.soft}>{answer}</p>
          </div>
        ))}
      </div>
    </Panel>
  );
}

/** The text about registration that follows the dates takes the place of the club's answers with its status of recruitment. */
function questionsOf({ faq, recruitment: { text }, recruitmentStatus }: PageTexts) {
  if (text === null) return faq;
  const { recruitment: question } = contactTexts;
  const status = recruitmentStatus.toLowerCase();
  const isReplaced = (each: PageTexts['faq'][number]) =>
    each.question === question || each.answer.toLowerCase().includes(status);
  return [{ question, answer: `${text}.` }, ...faq.filter((each) => !isReplaced(each))];
}

interface MessageSentProps {
  project: Submission | null;
  member: Member | null | undefined;
  late: boolean;
  /** Whether a message without a project was meant as one. */
  lacksLink: boolean;
}

function MessageSent({ project, member, late, lacksLink }: MessageSentProps) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    text.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <Panel>
      {project && member && (
        <div className={board.room}>
          <div className={board.beside}>
            <ProgressComb record={{ ...member, githubLink: project.githubLink }} isNew />
          </div>
        </div>
      )}
      <div className={`${layout.stackM} ${project ? layout.above : state.state}`}>
        {!project && <IconTile icon={IconCircleCheck} tone="success" size="l" />}
        <div
          ref={text}
          tabIndex={-1}
          role="status"
          className={`${layout.stackM} ${project ? typography.soft : state.text}`}
        >
          <h2 className={project ? typography.headline : state.title}>
            {project ? submittingTexts.sentTitle : sentTexts.title}
          </h2>
          <p>{contactMessages.sent}</p>
          {!project && lacksLink && <p>{sentTexts.noLink}</p>}
          {project && late && <p>{seasonTexts.sentLate}</p>}
          {project && (
            <Receipt lines={{ project: projectName(project.githubLink), next: submittingTexts.review }} />
          )}
        </div>
        <div className={`${layout.actions} ${project ? '' : state.action}`}>
          <ButtonLink variant="filled" to="/timeline">
            {sentTexts.timeline}
          </ButtonLink>
          <ButtonLink to="/contact" state={{ kind: 'question' }}>
            {sentTexts.again}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}

interface CurrentSubmissionProps {
  member: Member;
  /** Whether the form can be filled in with it. */
  editable: boolean;
  /** Whether no other project is taken any more. */
  closed: boolean;
}

/** The submitted project and its review status, with a note that another submission replaces it. */
function CurrentSubmission({ member, editable, closed }: CurrentSubmissionProps) {
  const { value, tone } = submissionStatus(member);
  const { label, to } = submitAction(member);
  return (
    <Panel title={texts.title} aside={<Badge tone={tone === 'done' ? 'success' : 'accent'}>{value}</Badge>}>
      <SubmittedProject member={member} />
      {!closed && (
        <div className={`${layout.stackM} ${layout.start} ${typography.note} ${layout.above}`}>
          <p>{texts.replaces}</p>
          {editable && (
            <ButtonLink to={to} size="sm" icon={IconPencil}>
              {label}
            </ButtonLink>
          )}
        </div>
      )}
    </Panel>
  );
}

interface SubmissionPendingProps {
  /** Why it was not recorded; null if that happened before the page was loaded, and while it is tried again. */
  failure: Error | null;
  busy: boolean;
  onRetry: () => void;
  onDiscard: () => void;
}

/** Shown when a message was sent but its project was not recorded; retries the recording only. */
function SubmissionPending({ failure, busy, onRetry, onDiscard }: SubmissionPendingProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => content.current?.focus(), []);
  const noRecord = failure instanceof ApiFailure && failure.code === 'MEMBER_NOT_FOUND';

  return (
    <Panel>
      <div className={`${layout.stackM} ${state.state}`}>
        <IconTile icon={IconCloudUpload} tone="warning" size="l" />
        <div ref={content} tabIndex={-1} role="status" className={`${layout.stackM} ${state.text}`}>
          <h2 className={state.title}>{pendingTexts.title}</h2>
          <p>{noRecord ? pendingTexts.noRecord : pendingTexts.text}</p>
        </div>
        {failure && !noRecord && <Notice tone="error">{failureMessage(failure)}</Notice>}
        <div className={`${layout.actions} ${state.action}`}>
          {noRecord && (
            <ButtonLink variant="filled" to="/data-recovery">
              {recoveryMessages.title}
            </ButtonLink>
          )}
          <Button
            variant={noRecord ? 'default' : 'filled'}
            busy={busy}
            leftSection={busy && <HexSpinner size={18} />}
            onClick={onRetry}
          >
            {busy ? pendingTexts.retrying : pendingTexts.retry}
          </Button>
          <Button busy={busy} onClick={onDiscard}>
            {pendingTexts.discard}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
