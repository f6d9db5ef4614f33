import { MessageCard } from '#client/member-ui/message-card.tsx';
import layout from '#client/ui/layout.module.css';
import { TextLink } from '#client/ui/text-link.tsx';
import { textFor } from '#domain/group-messages.ts';
import { NumberSetting, TextSetting } from './fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { remindersTexts, seasonsTexts as texts } from './texts.ts';

/** How long past seasons are kept, and the email to those whose account is closed. */
export function SeasonsSettings() {
  return (
    <SettingsForm
      part="seasons"
      preview={({ subject, text }) => (
        <div className={layout.stackM}>
          <MessageCard
            text={textFor(`${subject}\n\n${text}`, {
              fullName: remindersTexts.reader,
              developmentTrack: null,
            })}
          />
          <TextLink to="/admin/seasons">{texts.page}</TextLink>
        </div>
      )}
    >
      <NumberSetting name="keepYears" description={texts.keepYears} />
      <TextSetting name="subject" />
      <TextSetting long name="text" description={texts.hint} />
    </SettingsForm>
  );
}
