import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ApiFailure, request } from '#client/lib/api.ts';
import { accountDate } from '#client/lib/format.ts';
import { cacheMember } from '#client/member-ui/queries.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { IconUserQuestion } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { Question } from '#client/ui/question.tsx';
import { isMember } from '#domain/accounts.ts';
import { usersRead } from '#domain/diagnostics.ts';
import { type Member, member } from '#domain/members.ts';
import { loginPath } from '#domain/pages.ts';
import { recoveryState, shownFields, recoveryMessages as texts } from '#domain/recovery.ts';
import { yearLabels } from '#domain/study-years.ts';
import { ToolFrame, ToolPanel, type ToolTest, useTool } from './tool.tsx';

const path = '/api/me/recovery';

/** The session may have ended meanwhile. */
const signedOut = texts.loginFirst;

/** /data-recovery: checks the member's own record, and creates it if it is missing (spec, points 2, 3 and 8). */
export function Component() {
  const user = useSessionUser();
  const location = useLocation();
  return (
    <ToolFrame title={texts.title} subtitle={texts.subtitle}>
      {/* Another account, signed in elsewhere, starts from the beginning. */}
      {user && <Recovery key={user.uid} isMember={isMember(user)} email={user.email} />}
      {!user && (
        <EmptyState
          mark={IconUserQuestion}
          title={texts.signedOut}
          action={
            <ButtonLink variant="filled" to={loginPath(location)}>
              {texts.toLogin}
            </ButtonLink>
          }
        />
      )}
    </ToolFrame>
  );
}

/** The three buttons, and the question before a record is overwritten. The administrator can only check the database. */
function Recovery({ isMember, email }: { isMember: boolean; email: string }) {
  const client = useQueryClient();
  const tool = useTool();
  const [record, setRecord] = useState<Member | null>(null);
  /** The question before a record is replaced, while it is open: what would be lost, and of which record. */
  const [question, setQuestion] = useState<{ loss: string; shown: Member } | null>(null);

  const checkOwn: ToolTest = {
    ...texts.checkOwn,
    signedOut,
    isOff: !isMember,
    async run() {
      setRecord(null);
      const answer = await request(path, recoveryState);
      setRecord(answer.record);
      return answer.record ? texts.found : { fault: texts.notFound };
    },
  };

  const checkDatabase: ToolTest = {
    ...texts.checkDatabase,
    signedOut,
    async run() {
      const { count } = await request('/api/diagnostics/users', usersRead);
      return count > 0 ? texts.databaseRead(count) : { fault: texts.noUsersNode };
    },
  };

  /** @param shown the record to replace, if the user was asked */
  const create = (shown?: Member): ToolTest => ({
    ...texts.create,
    signedOut,
    isOff: !isMember,
    async run() {
      setQuestion(null);
      try {
        const made = await request(path, member, { method: 'PUT', body: { shown } });
        setRecord(made);
        await cacheMember(client, made);
        return texts.created;
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'RECORD_EXISTS') throw error;
        // Nothing has failed: the user is asked first.
        setQuestion({ loss: error.message, shown: member.parse(error.current) });
        return null;
      }
    },
  });

  const keep = () => setQuestion(null);
  return (
    <>
      <ToolPanel
        title={texts.toolTitle}
        tool={tool}
        idle={isMember ? texts.start : texts.staff}
        tests={[checkOwn, checkDatabase, create()]}
      >
        {tool.data === texts.created && <ButtonLink to="/profile">{texts.toProfile}</ButtonLink>}
      </ToolPanel>
      <Panel title={texts.accountTitle}>
        <DescriptionList
          rows={
            record
              ? shownFields.map(({ field, label }) => ({ label, value: shownValue(record, field) }))
              : [{ label: texts.signedInAs, value: email || texts.missing }]
          }
        />
      </Panel>
      {question && (
        <Question texts={texts.question} onYes={() => tool.mutate(create(question.shown))} onNo={keep}>
          <Notice tone="info">{question.loss}</Notice>
        </Question>
      )}
    </>
  );
}

function shownValue(record: Member, field: (typeof shownFields)[number]['field']): string {
  if (field === 'createdAt') return accountDate(record.createdAt, texts.missing);
  if (field === 'yearOfStudy') return yearLabels[record.yearOfStudy];
  return record[field] || texts.missing;
}
