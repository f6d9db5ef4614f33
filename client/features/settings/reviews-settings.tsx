import layout from '#client/ui/layout.module.css';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { opinionNumbers, weights } from '#domain/review-settings.ts';
import { CheckSetting, RowsSetting, SelectSetting } from './fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { columnLabels, reviewsTexts as texts } from './texts.ts';

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** How submissions are reviewed by several people. */
export function ReviewsSettings() {
  return (
    <SettingsForm
      part="reviews"
      preview={() => (
        <div className={layout.stackM}>
          <p className={typography.soft}>{texts.unseen}</p>
          <TextLink to="/admin/reviewers">{texts.people}</TextLink>
        </div>
      )}
    >
      <RowsSetting
        name="criteria"
        description={texts.criteria}
        fields={[
          { name: 'name', label: columnLabels.name },
          { name: 'weight', label: columnLabels.weight, options: choices(weights) },
        ]}
      />
      <SelectSetting name="opinions" description={texts.opinions} options={choices(opinionNumbers)} />
      <CheckSetting name="blind" description={texts.blind} />
      <SelectSetting name="feedbackBy" options={texts.feedbackBy} />
    </SettingsForm>
  );
}
