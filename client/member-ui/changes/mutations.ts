import { useCallback } from 'react';
import { ApiFailure, request } from '#client/lib/api.ts';
import { useNotifyOnFailure } from '#client/live/use-notify-on-failure.ts';
import { member, type ShownRecord } from '#domain/members.ts';
import { type UndoAnswer, undoAnswer } from '#domain/undo-answer.ts';
import { changeTexts } from './texts.ts';

/** The question before a member's own act is undone, and the record that it is about. */
export interface UndoQuestion extends ShownRecord {
  text: string;
}

export function undoChange(seq: number, body: ShownRecord = {}): Promise<UndoAnswer> {
  return request(`/api/admin/changes/${seq}/undo`, undoAnswer, { method: 'POST', body });
}

/**
 * Undoes a change; a failure is a notification.
 * @param shown the record that the question was about, once it was answered
 * @returns for what a member did: the question to ask first, which names what would be lost
 */
export function useUndo(): (seq: number, shown?: ShownRecord['shown']) => Promise<UndoQuestion | null> {
  const notifyOnFailure = useNotifyOnFailure();
  return useCallback(
    async (seq, shown) => {
      let question: UndoQuestion | null = null;
      const undone = undoChange(seq, { shown }).catch((error: unknown) => {
        if (!(error instanceof ApiFailure) || error.code !== 'CONFIRMATION_NEEDED') throw error;
        question = { text: error.message, shown: member.parse(error.current) };
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
