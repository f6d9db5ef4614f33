import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cacheMember } from '#client/features/members/queries.ts';
import { ApiFailure, failureMessage, request } from '#client/lib/api.ts';
import { recordVersion } from '#domain/changes.ts';
import { usersRead } from '#domain/diagnostics.ts';
import { type Member, member } from '#domain/members.ts';
import { recoveryState, recoveryMessages as texts } from '#domain/recovery.ts';
import { type ToolTest, useTool } from './tool.tsx';

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
  const tool = useTool();
  const [record, setRecord] = useState<Member | null>(null);
  /** The question before a record is replaced, while it is open: what would be lost, and of which version. */
  const [question, setQuestion] = useState<Question | null>(null);

  const checkOwn: ToolTest = {
    label: texts.checkOwn,
    progress: texts.checkingOwn,
    failed: failed(texts.checkFailed),
    async run() {
      setRecord(null);
      const answer = await request(path, recoveryState);
      setRecord(answer.record);
      return answer.record ? texts.found : { fault: texts.notFound };
    },
  };

  const checkDatabase: ToolTest = {
    label: texts.checkDatabase,
    progress: texts.checkingDatabase,
    failed: failed(texts.databaseFailed),
    async run() {
      const { count } = await request('/api/diagnostics/users', usersRead);
      return count > 0 ? texts.databaseRead(count) : { fault: texts.noUsersNode };
    },
  };

  /** @param version that of the record to replace, if the user was asked */
  const create = (version?: number): ToolTest => ({
    label: texts.create,
    progress: texts.creating,
    failed: failed(texts.createFailed),
    async run() {
      setQuestion(null);
      try {
        const made = await request(path, member, { method: 'PUT', body: { version } });
        setRecord(made);
        await cacheMember(client, made);
        return texts.created;
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'RECORD_EXISTS') throw error;
        // Nothing has failed: the user is asked first.
        setQuestion({ loss: error.message, ...recordVersion.parse(error.current) });
        return null;
      }
    },
  });

  return {
    tool,
    record,
    question,
    keep: () => setQuestion(null),
    replace: (version: number) => void tool.run(create(version)),
    tests: (isMember: boolean) => [
      { ...checkOwn, isOff: !isMember },
      checkDatabase,
      { ...create(), isOff: !isMember },
    ],
  };
}
