import { useQuery } from '@tanstack/react-query';
import { settingsKey } from '#client/lib/admin-keys.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { MessageCard } from '#client/member-ui/message-card.tsx';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import { textFor } from '#domain/group-messages.ts';
import { reminderKinds } from '#domain/reminder-kinds.ts';
import { type Reminders, remindersPreview } from '#domain/reminders.ts';
import { CheckSetting, NumberSetting, TextSetting } from './fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { remindersTexts as texts } from './texts.ts';

const reachQuery = readQuery(
  [...settingsKey, 'reminders', 'preview'],
  '/api/admin/settings/reminders/preview',
  remindersPreview,
);

export function RemindersSettings() {
  return (
    <SettingsForm part="reminders" preview={(value) => <RemindersPreview value={value} />}>
      {reminderKinds.map((kind) => (
        <div key={kind} className={layout.stackM}>
          <CheckSetting name={`${kind}.on`} />
          <NumberSetting name={`${kind}.days`} />
          <TextSetting long name={`${kind}.text`} description={texts.hint} />
        </div>
      ))}
    </SettingsForm>
  );
}

function RemindersPreview({ value }: { value: Reminders }) {
  const { data: reach } = useQuery(reachQuery);
  return reminderKinds.map((kind) => (
    <div key={kind} className={layout.stackM}>
      <MessageCard text={textFor(value[kind].text, { fullName: texts.reader, developmentTrack: null })} />
      {reach && (
        <p className={typography.note}>{texts.reach(reach[kind].recipients, reach[kind].reminded)}</p>
      )}
    </div>
  ));
}
