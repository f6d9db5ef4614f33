import { ClubContext, useClub } from '#client/lib/club.ts';
import { Activities, Leaders, Stats } from '#client/member-ui/about-lists.tsx';
import { ClubFooter } from '#client/member-ui/club-footer.tsx';
import { ClubLogo } from '#client/member-ui/club-logo.tsx';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import type { Club } from '#domain/club.ts';
import { LogoSetting, RowsSetting, TextSetting } from './fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { columnLabels as labels, clubTexts as texts } from './texts.ts';

const title = { name: 'title', label: labels.title };
const text = { name: 'text', label: labels.text, long: true };

export function ClubSettings() {
  return (
    <SettingsForm part="club" preview={(club) => <ClubPreview club={club} />}>
      <div className={layout.columns}>
        <TextSetting name="name" description={texts.name} />
        <TextSetting name="shortName" description={texts.shortName} />
        <TextSetting optional name="university" />
        <TextSetting name="recruitmentStatus" description={texts.recruitmentStatus} />
        <TextSetting optional name="president.name" description={texts.president} />
        <TextSetting name="contactSubject" />
        <LogoSetting />
      </div>
      <TextSetting long name="president.text" />
      <RowsSetting
        name="leadership"
        fields={[
          { name: 'role', label: labels.role },
          { name: 'name', label: labels.name, optional: true },
          text,
        ]}
      />
      <TextSetting long name="about.mission" />
      <RowsSetting
        name="about.stats"
        description={texts.stats}
        fields={[
          { name: 'value', label: labels.number },
          { name: 'label', label: labels.label },
        ]}
      />
      <RowsSetting
        name="about.activities"
        fields={[title, { name: 'schedule', label: labels.schedule }, text]}
      />
      <RowsSetting name="about.reasons" fields={[title, text]} />
      <RowsSetting
        name="about.openRoles"
        description={texts.openRoles}
        fields={[{ name: 'team', label: labels.team }, text]}
      />
      <RowsSetting
        name="faq"
        fields={[
          { name: 'question', label: labels.question },
          { name: 'answer', label: labels.answer, long: true },
        ]}
      />
      <RowsSetting fixed name="terms" description={texts.terms} fields={[title, text]} />
    </SettingsForm>
  );
}

function ClubPreview({ club }: { club: Club }) {
  return (
    <ClubContext value={{ ...useClub(), ...club }}>
      <p className={layout.media}>
        <ClubLogo />
        {club.shortName}
      </p>
      <p className={typography.prose}>{club.about.mission}</p>
      <Stats />
      <Activities />
      <Leaders />
      <footer className={`${layout.card} ${layout.boxed} ${typography.note}`}>
        <ClubFooter />
      </footer>
    </ClubContext>
  );
}
