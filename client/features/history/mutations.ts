import { useCallback } from 'react';
import { useNotifyOnFailure } from '#client/features/live/use-notify-on-failure.ts';
import { ApiFailure, request } from '#client/lib/api.ts';
import { type UndoAnswer, undoAnswer } from '#domain/changes.ts';
import { changeTexts } from './texts.ts';

interface Confirmation {
  confirmed?: true;
}

export function undoChange(seq: number, body: Confirmation = {}): Promise<UndoAnswer> {
  return request(`/api/admin/changes/${seq}/undo`, undoAnswer, { method: 'POST', body });
}

/**
 * Undoes a change; a failure is a notification.
 * @returns for what a member did, unless it is confirmed: the question to ask first, which names what would be lost
 */
export function useUndo(): (seq: number, confirmation?: Confirmation) => Promise<string | null> {
  const notifyOnFailure = useNotifyOnFailure();
  return useCallback(
    async (seq, confirmation) => {
      let question: string | null = null;
      const undone = undoChange(seq, confirmation).catch((error: unknown) => {
        if (!(error instanceof ApiFailure) || error.code !== 'CONFIRMATION_NEEDED') throw error;
        question = error.message;
      });
      await notifyOnFailure(undone, (reason, error) => ({
        text: `${changeTexts.notUndone} ${reason}`,
        error,
      }));
      return question;
    },
    [notifyOnFailure],
  );
}
