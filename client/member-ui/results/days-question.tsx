import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { refetchAfter } from '#client/lib/live-queries.ts';
import { MailForecast } from '#client/member-ui/mail-forecast.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import type { AnswerBy } from '#domain/rounds.ts';
import { AnswerByFields, isWrong } from './answer-by.tsx';
import { useResultsWrite } from './results-query.ts';
import { roundTexts, waitingTexts } from './texts.ts';

interface DaysQuestionProps {
  texts: { title: string; text: string; yes: string; no: string; done: string };
  /** The request to the results, which gets `answerBy`. */
  method: 'POST' | 'PUT';
  path: string;
  body: object;
  /** How many members get an email about it. */
  mails: number;
  onClose: () => void;
  onDone?: () => void;
}

/** Asks how long members have to say whether they take their places. */
export function DaysQuestion({ texts, method, path, body, mails, onClose, onDone }: DaysQuestionProps) {
  const client = useQueryClient();
  const notify = useNotify();
  const [answerBy, setAnswerBy] = useState<AnswerBy>(5);
  const save = useResultsWrite(method, path, () => {
    refetchAfter(client, { topic: 'results', uid: null });
    notify({ tone: 'success', text: texts.done });
    onDone?.();
    onClose();
  });
  return (
    <Dialog question title={texts.title} onClose={onClose}>
      <form
        className={layout.stackL}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrong(answerBy) && !save.isPending) save.mutate({ ...body, answerBy });
        }}
      >
        <p className={typography.soft}>{texts.text}</p>
        <AnswerByFields value={answerBy} onChange={setAnswerBy} />
        <MailForecast lane="result" mails={mails} answerBy={answerBy} />
        {save.error && <Notice tone="error">{waitingTexts.failed(failureMessage(save.error))}</Notice>}
        <div className={layout.actions}>
          <SubmitButton busy={save.isPending} busyLabel={roundTexts.busy}>
            {texts.yes}
          </SubmitButton>
          <Button onClick={onClose}>{texts.no}</Button>
        </div>
      </form>
    </Dialog>
  );
}
