import { IconArrowBackUp } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/field.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import { type Member, submissionTrackOf } from '#domain/members.ts';
import { deskTexts, feedbackTexts } from '#domain/review.ts';
import type { TaskDefinition } from '#domain/tasks.ts';
import { Feedback } from './feedback.tsx';
import classes from './judgement.module.css';
import { ReviewButton } from './review-button.tsx';
import { SavedTextField } from './saved-text-field.tsx';
import type { useSavedText } from './use-saved-text.ts';

type SavedText = ReturnType<typeof useSavedText>;

interface JudgementProps {
  member: Member;
  met: readonly string[];
  /** Null without a track, and until it is loaded. */
  task: TaskDefinition | null;
  draft: SavedText;
  note: SavedText;
  feedbackField: RefObject<HTMLTextAreaElement | null>;
  noteField: RefObject<HTMLTextAreaElement | null>;
  snippetsButton: RefObject<HTMLButtonElement | null>;
  /** There is feedback that the member has not seen. */
  hasUnsent: boolean;
  onMark: (field: 'submissionReviewed' | 'graded') => void;
  onSend: () => void;
  onRequirement: (title: string) => void;
  onReviewedAndNext: () => void;
  onUndo: () => void;
}

/** The administrator's judgement of a submission: marks, checklist, feedback and note. */
export function Judgement(props: JudgementProps) {
  const { member, met, task, draft, note, hasUnsent } = props;
  const isSubmitted = member.githubLink !== null;
  return (
    <>
      <Panel dense>
        <div className={classes.decision}>
          <div className={classes.main}>
            <ReviewButton
              isSubmitted={isSubmitted}
              hasUnsent={hasUnsent}
              onReviewedAndNext={props.onReviewedAndNext}
            />
          </div>
          <div className={classes.marks}>
            <CheckField
              label={deskTexts.reviewed}
              checked={member.submissionReviewed}
              disabled={!isSubmitted && !member.submissionReviewed}
              onChange={() => props.onMark('submissionReviewed')}
            />
            <CheckField
              label={deskTexts.graded}
              checked={member.graded}
              disabled={!isSubmitted && !member.graded}
              onChange={() => props.onMark('graded')}
            />
            <Button
              variant="subtle"
              size="sm"
              leftSection={<IconArrowBackUp size={17} stroke={1.8} aria-hidden="true" />}
              onClick={props.onUndo}
            >
              {deskTexts.undo}
            </Button>
          </div>
        </div>
      </Panel>
      <Requirements
        task={task}
        hasTrack={submissionTrackOf(member) !== null}
        met={met}
        onToggle={props.onRequirement}
      />
      <Panel dense>
        <div className={classes.texts}>
          <Feedback
            member={member}
            draft={draft}
            field={props.feedbackField}
            snippetsButton={props.snippetsButton}
            hasUnsent={hasUnsent}
            disabled={!isSubmitted}
            onSend={props.onSend}
          />
          <SavedTextField
            ref={props.noteField}
            label={feedbackTexts.note}
            description={feedbackTexts.noteHint}
            value={note}
          />
        </div>
      </Panel>
    </>
  );
}

interface RequirementsProps {
  task: TaskDefinition | null;
  hasTrack: boolean;
  met: readonly string[];
  onToggle: (title: string) => void;
}

function Requirements({ task, hasTrack, met, onToggle }: RequirementsProps) {
  const requirements = task?.requirements ?? [];
  const [explained, setExplained] = useState(false);
  const count = requirements.filter(({ title }) => met.includes(title)).length;
  return (
    <Panel
      dense
      title={deskTexts.requirements}
      aside={task && <span className={classes.count}>{deskTexts.met(count, requirements.length)}</span>}
    >
      {!hasTrack && <p className={classes.hint}>{deskTexts.noRequirements}</p>}
      <div className={classes.requirements}>
        {requirements.map(({ title, description }) => (
          <CheckField
            key={title}
            label={title}
            {...(explained && { description })}
            checked={met.includes(title)}
            onChange={() => onToggle(title)}
          />
        ))}
      </div>
      {task && (
        <p className={classes.explain}>
          <LinkButton aria-expanded={explained} onClick={() => setExplained(!explained)}>
            {explained ? deskTexts.hideDescriptions : deskTexts.showDescriptions}
          </LinkButton>
        </p>
      )}
    </Panel>
  );
}
