import * as z from 'zod/mini';

/** The response of `POST /api/admin/changes/:seq/undo`: the number of undone changes, and the new batch's id. */
export const undoAnswer = z.object({ undone: z.int().check(z.gte(1)), batch: z.string() });
export type UndoAnswer = z.infer<typeof undoAnswer>;
