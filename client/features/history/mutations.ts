import { useCallback } from 'react';
import { useNotifyOnFailure } from '#client/features/live/use-notify-on-failure.ts';
import { ApiFailure, request } from '#client/lib/api.ts';
import {
  type RecordVersion,
  recordVersion,
  type UndoAnswer,
  type UndoRequest,
  undoAnswer,
} from '#domain/changes.ts';
import { changeTexts } from './texts.ts';

/** The question before a member's own act is undone, and the state of the record that it is about. */
export interface UndoQuestion extends RecordVersion {
  text: string;
}

export function undoChange(seq: number, body: UndoRequest = {}): Promise<UndoAnswer> {
  return request(`/api/admin/changes/${seq}/undo`, undoAnswer, { method: 'POST', body });
}

/**
 * Undoes a change; a failure is a notification.
 * @param version that of the record, once the question was answered
 * @returns for what a member did: the question to ask first, which names what would be lost
 */
export function useUndo(): (seq: number, version?: number) => Promise<UndoQuestion | null> {
  const notifyOnFailure = useNotifyOnFailure();
  return useCallback(
    async (seq, version) => {
      let question: UndoQuestion | null = null;
      const undone = undoChange(seq, { version }).catch((error: unknown) => {
        if (!(error instanceof ApiFailure) || error.code !== 'CONFIRMATION_NEEDED') throw error;
        question = { text: error.message, ...recordVersion.parse(error.current) };
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
