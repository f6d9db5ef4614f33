import { IconUserQuestion } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { yearLabels } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { loginPath } from '#domain/pages.ts';
import { accountDate } from '#domain/profile.ts';
import { shownFields, recoveryMessages as texts } from '#domain/recovery.ts';
import { ToolFrame, ToolPanel } from './tool.tsx';
import classes from './tools.module.css';
import { useRecovery } from './use-recovery.ts';

/** /data-recovery: checks the member's own record, and creates it if it is missing (spec, points 2, 3 and 8). */
export function Component() {
  const user = useSessionUser();
  return (
    <ToolFrame title={texts.title} subtitle={texts.subtitle}>
      {/* Another account, signed in elsewhere, starts from the beginning. */}
      {user ? <Recovery key={user.uid} isMember={user.role === 'member'} /> : <SignedOut />}
    </ToolFrame>
  );
}

function SignedOut() {
  const location = useLocation();
  return (
    <EmptyState
      mark={IconUserQuestion}
      title={texts.signedOut}
      action={<ButtonLink to={loginPath(location)}>{texts.toLogin}</ButtonLink>}
    />
  );
}

/** The administrator, who has no record, can only check the database. */
function Recovery({ isMember }: { isMember: boolean }) {
  const { tool, record, question, tests, replace, keep } = useRecovery();

  return (
    <>
      <div className={classes.columns}>
        <ToolPanel
          title={texts.toolTitle}
          tool={tool}
          idle={isMember ? texts.start : texts.administrator}
          tests={tests(isMember)}
        >
          {tool.state.phase === 'success' && tool.state.text === texts.created && (
            <ButtonLink to="/profile" variant="default">
              {texts.toProfile}
            </ButtonLink>
          )}
        </ToolPanel>
        <Panel title={texts.accountTitle}>
          <Account record={record} />
        </Panel>
      </div>
      {question !== null && (
        <Dialog question title={texts.overwriteTitle} onClose={keep}>
          <div className={classes.ask}>
            <Notice tone="info">{question.loss}</Notice>
            <p>{texts.takenBack}</p>
            <div className={layout.row}>
              <Button variant="default" onClick={keep}>
                {texts.keep}
              </Button>
              <Button onClick={() => replace(question.version)}>{texts.overwrite}</Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The signed-in account, and its record as it was last read or created. */
function Account({ record }: { record: Member | null }) {
  const user = useSessionUser();
  const text = (value: string) => <span className={typography.wrap}>{value || texts.missing}</span>;
  if (!record)
    return <DescriptionList rows={[{ label: texts.signedInAs, value: text(user?.email ?? '') }]} />;
  return (
    <DescriptionList
      rows={shownFields.map(({ field, label }) => ({ label, value: text(shownValue(record, field)) }))}
    />
  );
}

function shownValue(record: Member, field: (typeof shownFields)[number]['field']): string {
  if (field === 'createdAt') return accountDate(record.createdAt, texts.missing);
  if (field === 'yearOfStudy') return yearLabels[record.yearOfStudy];
  return record[field];
}
