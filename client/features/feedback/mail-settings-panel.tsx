import { useQuery } from '@tanstack/react-query';
import { failureMessage } from '#client/lib/api.ts';
import { CheckField } from '#client/ui/field.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { answerTexts } from '#domain/answers.ts';
import { mailSettingsQuery, useMailSettings } from './queries.ts';

/** In the profile: which mails the member wants. */
export function MailSettingsPanel() {
  const { data } = useQuery(mailSettingsQuery);
  const save = useMailSettings();
  return (
    <Panel title={answerTexts.settingsTitle}>
      <CheckField
        label={answerTexts.reviewMails}
        checked={data?.reviewMails ?? true}
        disabled={!data || save.isPending}
        onChange={(event) => save.mutate({ reviewMails: event.currentTarget.checked })}
      />
      <CheckField
        label={answerTexts.groupMessages}
        description={answerTexts.reviewMailsHint}
        checked={data?.groupMessages ?? true}
        disabled={!data || save.isPending}
        onChange={(event) => save.mutate({ groupMessages: event.currentTarget.checked })}
      />
      {save.isError && <Notice tone="error">{answerTexts.settingsFailed(failureMessage(save.error))}</Notice>}
    </Panel>
  );
}
