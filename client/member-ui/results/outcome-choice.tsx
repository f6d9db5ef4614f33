import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDraftForm } from '#client/lib/use-draft.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { TextField } from '#client/ui/field.tsx';
import { IconCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import { type Outcome, outcomeLabel, outcomes } from '#domain/outcomes.ts';
import { correctionWrite } from '#domain/results.ts';
import { correctionTexts, decideTexts } from './decide-texts.ts';
import { PendingCorrectionView, sendCorrection } from './pending-correction.tsx';
import { outcomeQuery, useDecide } from './use-decide.ts';

interface OutcomeChoiceProps {
  uid: string;
  name: string;
  /** Its legend is a heading of the page. */
  heading?: boolean;
  /** Gets the number of each change, once it is known; null for one that cannot be undone. */
  onDecide?: (change: Promise<number | null>) => void;
}

/** Sets a member's outcome. Once the results are released, it asks for a correction instead. */
export function OutcomeChoice({ uid, name, heading = false, onDecide }: OutcomeChoiceProps) {
  const { data } = useQuery(outcomeQuery(uid));
  const decide = useDecide();
  const client = useQueryClient();
  const [asking, setAsking] = useState<{ before: Outcome | null; after: Outcome | null } | null>(null);
  function shown() {
    const known = client.getQueryData(outcomeQuery(uid).queryKey);
    return known && [{ uid, outcome: known.outcome }];
  }
  function choose(outcome: Outcome | null) {
    if (!data?.released) {
      const change = decide({ uids: [uid], outcome, shown });
      onDecide?.(change.then((answer) => answer?.seq ?? null));
    } else if (data.outcome !== outcome) setAsking({ before: data.outcome, after: outcome });
  }
  return (
    <fieldset className={layout.stackS}>
      <legend className={typography.label}>
        {heading ? <h2 className={typography.title}>{decideTexts.legend}</h2> : decideTexts.legend}
      </legend>
      <div className={layout.pairs}>
        {[...outcomes, null].map((outcome) => (
          <Button
            key={outcome}
            size="sm"
            disabled={!data || data.correction !== null}
            {...(data?.outcome === outcome && { icon: IconCheck, ...(!outcome && { variant: 'light' }) })}
            aria-pressed={data?.outcome === outcome}
            onClick={() => choose(outcome)}
          >
            {outcomeLabel(outcome)}
          </Button>
        ))}
      </div>
      {data?.released && !data.correction && <p className={typography.note}>{decideTexts.releasedHint}</p>}
      <div role="status">
        {data?.correction && <PendingCorrectionView uid={uid} name={name} correction={data.correction} />}
      </div>
      {asking && (
        <CorrectionQuestion
          uid={uid}
          name={name}
          sendsMail={data?.sendsMail ?? false}
          {...asking}
          onClose={() => setAsking(null)}
        />
      )}
    </fieldset>
  );
}

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
function CorrectionQuestion({ uid, name, sendsMail, before, after, onClose }: CorrectionQuestionProps) {
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
    <Dialog question title={texts.title(name)} onClose={onClose}>
      <CheckedForm
        form={{ ...form, alert: form.alert && `${texts.failed} ${form.alert}` }}
        button={texts.correct}
        busyLabel={texts.correcting}
        cancel={{ label: texts.cancel, onClick: cancel }}
      >
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
      </CheckedForm>
    </Dialog>
  );
}
