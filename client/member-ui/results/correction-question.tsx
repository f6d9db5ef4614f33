import { useQueryClient } from '@tanstack/react-query';
import { useDraftForm } from '#client/lib/use-draft.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import type { Outcome } from '#domain/outcomes.ts';
import { correctionWrite } from '#domain/results.ts';
import { correctionTexts } from './decide-texts.ts';
import { sendCorrection } from './pending-correction.tsx';

const texts = {
  title: (name: string) => `Correct the result of ${name}?`,
  about: (byEmail: boolean) =>
    `The member sees the new result${byEmail ? ' and gets an email' : ''} in ten minutes. Until then you can undo the correction.`,
  reason: 'Reason',
  reasonNote: 'Only for the history.',
  note: 'A sentence for the member (optional)',
  noteNote: 'Shown with the result.',
  cancel: 'Keep the result',
  correct: 'Correct the result',
  correcting: 'Saving...',
  failed: 'The result was not corrected.',
} as const;

interface CorrectionQuestionProps {
  uid: string;
  name: string;
  /** Whether the member gets an email about it. */
  sendsMail: boolean;
  before: Outcome | null;
  after: Outcome | null;
  onClose: () => void;
}

/** Asks before a released result is corrected. */
export function CorrectionQuestion({
  uid,
  name,
  sendsMail,
  before,
  after,
  onClose,
}: CorrectionQuestionProps) {
  const client = useQueryClient();
  const owner = useSessionUser()?.uid ?? null;
  const form = useDraftForm({
    initialValues: { reason: '', note: '' },
    draft: { form: `result-correction-${uid}-${after}`, owner },
    rule: correctionWrite,
    toInput: (values) => ({ ...values, outcome: after, shown: { outcome: before } }),
    submit: async (correction) => {
      await sendCorrection(client, uid, correction);
      onClose();
    },
  });
  /** Escape keeps what was typed. */
  function cancel() {
    form.reset();
    onClose();
  }
  return (
    <Dialog question title={<span className={typography.wrap}>{texts.title(name)}</span>} onClose={onClose}>
      <form className={layout.stackL} {...form.formProps}>
        <p className={typography.name}>{correctionTexts.change(before, after)}</p>
        <p className={typography.soft}>{texts.about(sendsMail)}</p>
        <DraftNote form={form} />
        <TextField
          label={texts.reason}
          description={texts.reasonNote}
          autoComplete="off"
          required
          {...form.field('reason')}
        />
        <TextField
          label={texts.note}
          description={texts.noteNote}
          autoComplete="off"
          {...form.field('note')}
        />
        {form.alert && (
          <Notice tone="error">
            {texts.failed} {form.alert}
          </Notice>
        )}
        <div className={layout.actions}>
          <SubmitButton busy={form.busy} busyLabel={texts.correcting}>
            {texts.correct}
          </SubmitButton>
          <Button variant="default" busy={form.busy} onClick={cancel}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
