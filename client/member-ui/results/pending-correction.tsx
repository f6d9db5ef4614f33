import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { request } from '#client/lib/api.ts';
import { refetchAfter, runWrite } from '#client/lib/live-queries.ts';
import { useNotifyOnFailure } from '#client/live/use-notify-on-failure.ts';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { type CorrectionWrite, memberOutcome, type PendingCorrection } from '#domain/results.ts';
import { correctionTexts } from './decide-texts.ts';
import { useTimeLeft } from './soon-corrected.tsx';
import { outcomeQuery } from './use-decide.ts';

const texts = {
  visible: (left: string) => `The member sees it ${left}.`,
  undo: 'Undo the correction',
  undoOf: (name: string) => `Undo the correction for ${name}`,
  undone: 'Correction undone. The member has seen nothing of it.',
  notUndone: 'Not undone.',
} as const;

/** Plans a correction, or undoes it with null. */
export async function sendCorrection(
  client: QueryClient,
  uid: string,
  body: CorrectionWrite | null,
): Promise<void> {
  const address = `/api/admin/results/${encodeURIComponent(uid)}/correction`;
  const method = body ? 'POST' : 'DELETE';
  const write = () => request(address, memberOutcome, { method, body: body ?? {} });
  try {
    client.setQueryData(outcomeQuery(uid).queryKey, await runWrite(client, 'outcomes', write));
  } finally {
    refetchAfter(client, { topic: 'results', uid });
  }
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
          <strong>{correctionTexts.change(before, after)}</strong>
        </p>
        <p>{texts.visible(correctionTexts.left(left))}</p>
        <p className={typography.note}>{reason}</p>
        <p className={typography.note}>{note}</p>
        <LinkButton aria-label={texts.undoOf(name)} onClick={() => void undo()}>
          {texts.undo}
        </LinkButton>
      </div>
    </Notice>
  );
}
