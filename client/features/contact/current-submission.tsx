import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { SubmittedProject } from '#client/features/members/submitted-project.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { submissionStatus } from '#domain/account-status.ts';
import type { Member } from '#domain/members.ts';
import classes from './current-submission.module.css';
import { currentTexts as texts } from './texts.ts';

interface CurrentSubmissionProps {
  member: Member;
  /** Fills the form with the submission; undefined while there is no form. */
  onEdit: (() => void) | undefined;
  /** The form has text that filling it would replace. */
  replacesText: boolean;
}

/** The submitted project and its review status, with a note that another submission replaces it. */
export function CurrentSubmission({ member, onEdit, replacesText }: CurrentSubmissionProps) {
  const { value, tone } = submissionStatus(member);
  const [asking, setAsking] = useState(false);
  return (
    <Panel title={texts.title} aside={<Badge tone={tone === 'done' ? 'success' : 'accent'}>{value}</Badge>}>
      <SubmittedProject member={member} />
      <div className={classes.replaces}>
        <p>{texts.replaces}</p>
        {onEdit && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPencil size={16} stroke={1.8} aria-hidden="true" />}
            onClick={replacesText ? () => setAsking(true) : onEdit}
          >
            {texts.edit}
          </Button>
        )}
      </div>
      {asking && onEdit && (
        <Dialog question title={texts.overwriteTitle} onClose={() => setAsking(false)}>
          <p className={classes.question}>{texts.overwrite}</p>
          <div className={classes.answers}>
            <Button onClick={() => setAsking(false)}>{texts.keep}</Button>
            <Button
              variant="default"
              onClick={() => {
                setAsking(false);
                onEdit();
              }}
            >
              {texts.replace}
            </Button>
          </div>
        </Dialog>
      )}
    </Panel>
  );
}
