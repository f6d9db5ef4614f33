import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNotifyOnFailure } from '#client/features/live/use-notify-on-failure.ts';
import { request } from '#client/lib/api.ts';
import { refetchAfter, runWrite } from '#client/lib/live-queries.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import type { Outcome } from '#domain/outcomes.ts';
import {
  type CorrectionWrite,
  correctionWrite,
  memberOutcome,
  type PendingCorrection,
} from '#domain/results.ts';
import { outcomeQuery } from './queries.ts';
import { correctionTexts as texts } from './texts.ts';

/** Plans a correction, or undoes it with null. */
async function sendCorrection(client: QueryClient, uid: string, body: CorrectionWrite | null): Promise<void> {
  const address = `/api/admin/results/${encodeURIComponent(uid)}/correction`;
  const method = body ? 'POST' : 'DELETE';
  const write = () => request(address, memberOutcome, { method, body: body ?? {} });
  try {
    client.setQueryData(outcomeQuery(uid).queryKey, await runWrite(client, 'outcomes', write));
  } finally {
    refetchAfter(client, { topic: 'results', uid });
  }
}

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
  const form = useCheckedForm({
    initialValues: { reason: '', note: '' },
    rule: correctionWrite,
    toInput: (values) => ({ ...values, outcome: after, shown: { outcome: before } }),
    submit: async (correction) => {
      await sendCorrection(client, uid, correction);
      onClose();
    },
  });
  return (
    <Dialog question title={<span className={typography.wrap}>{texts.title(name)}</span>} onClose={onClose}>
      <form className={layout.stackL} {...form.formProps}>
        <p className={typography.name}>{texts.change(before, after)}</p>
        <p className={typography.soft}>{texts.about(sendsMail)}</p>
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
        <div className={layout.row}>
          <Button variant="default" busy={form.busy} onClick={onClose}>
            {texts.cancel}
          </Button>
          <SubmitButton busy={form.busy} busyLabel={texts.correcting}>
            {texts.correct}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}

/** Says what a correction changes and when, and undoes it. */
export function PendingCorrectionView(props: { uid: string; name: string; correction: PendingCorrection }) {
  const { uid, name, correction } = props;
  const { before, after, reason, note, dueAt } = correction;
  const client = useQueryClient();
  const notify = useNotify();
  const notifyOnFailure = useNotifyOnFailure();
  const left = useTimeLeft(dueAt);

  async function undo() {
    const undone = sendCorrection(client, uid, null).then(() => true);
    const done = await notifyOnFailure(undone, (why, error) => ({
      text: `${texts.notUndone} ${why}`,
      error,
    }));
    if (done) notify({ tone: 'success', text: texts.undone });
  }

  return (
    <Notice tone="info">
      <div className={`${layout.stackXs} ${typography.wrap}`}>
        <p>
          <strong>{texts.change(before, after)}</strong> · {texts.visible(texts.left(left))}
        </p>
        <p className={typography.note}>{[reason, note].filter((text) => text !== '').join(' · ')}</p>
        <LinkButton aria-label={texts.undoOf(name)} onClick={() => void undo()}>
          {texts.undo}
        </LinkButton>
      </div>
    </Notice>
  );
}

/** The outcome that a correction leads to, and when, within a table. */
export function SoonCorrected({ after, dueAt }: Pick<PendingCorrection, 'after' | 'dueAt'>) {
  return <>{texts.soon(after, texts.left(useTimeLeft(dueAt)))}</>;
}

/** The milliseconds until a time; 0 once it is past. */
function useTimeLeft(at: string): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Date.parse(at) - now);
}
