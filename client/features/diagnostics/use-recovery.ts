import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cacheMember } from '#client/features/members/queries.ts';
import { ApiFailure, failureMessage, request } from '#client/lib/api.ts';
import { recordVersion } from '#domain/changes.ts';
import { usersRead } from '#domain/diagnostics.ts';
import { type Member, member } from '#domain/members.ts';
import { recoveryState, recoveryMessages as texts } from '#domain/recovery.ts';
import { useTool } from './tool.tsx';

const path = '/api/me/recovery';

interface Question {
  loss: string;
  version: number;
}

/** If the session has ended meanwhile, the spec's text for that (point 8). */
function failed(text: (reason: string) => string) {
  return (error: unknown) =>
    error instanceof ApiFailure && error.code === 'SIGN_IN_REQUIRED'
      ? texts.loginFirst
      : text(failureMessage(error));
}

/** The three buttons of the recovery tool, and the question before a record is overwritten. */
export function useRecovery() {
  const client = useQueryClient();
  const { state, run, reset } = useTool();
  const [record, setRecord] = useState<Member | null>(null);
  /** The question before a record is replaced, while it is open: what would be lost, and of which version. */
  const [question, setQuestion] = useState<Question | null>(null);

  function checkOwn() {
    return run(
      texts.checkingOwn,
      async () => {
        setRecord(null);
        const answer = await request(path, recoveryState);
        setRecord(answer.record);
        return answer.record ? texts.found : { phase: 'error', text: texts.notFound };
      },
      failed(texts.checkFailed),
    );
  }

  function checkDatabase() {
    return run(
      texts.checkingDatabase,
      async () => {
        const { count } = await request('/api/diagnostics/users', usersRead);
        return count > 0 ? texts.databaseRead(count) : { phase: 'error', text: texts.noUsersNode };
      },
      failed(texts.databaseFailed),
    );
  }

  /** @param version that of the record to replace, if the user was asked */
  async function create(version?: number) {
    setQuestion(null);
    let next: Question | null = null;
    await run(
      texts.creating,
      async () => {
        const made = await request(path, member, { method: 'PUT', body: { version } });
        setRecord(made);
        await cacheMember(client, made);
        return texts.created;
      },
      (error) => {
        if (error instanceof ApiFailure && error.code === 'RECORD_EXISTS')
          next = { loss: error.message, ...recordVersion.parse(error.current) };
        return failed(texts.createFailed)(error);
      },
    );
    if (next === null) return;
    // Nothing has failed: the user is asked first.
    reset();
    setQuestion(next);
  }

  return { state, record, question, checkOwn, checkDatabase, create, keep: () => setQuestion(null) };
}
