import { useQuery } from '@tanstack/react-query';
import { settingsKey } from '#client/lib/admin-keys.ts';
import { useClub } from '#client/lib/club.ts';
import { timeZone as pageTimeZone } from '#client/lib/format.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { MessageCard } from '#client/member-ui/message-card.tsx';
import { choiceTexts } from '#client/member-ui/person-inputs.ts';
import { DescriptionList } from '#client/ui/description-list.tsx';
import layout from '#client/ui/layout.module.css';
import { SelectField } from '#client/ui/select-field.tsx';
import typography from '#client/ui/typography.module.css';
import type { Dates } from '#domain/date-settings.ts';
import { deadlineOf, recruitmentNews } from '#domain/dates.ts';
import { moment } from '#domain/days.ts';
import { textFor } from '#domain/group-messages.ts';
import { domainFault } from '#domain/mail-domains.ts';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import { longLabel } from '#domain/member-fields.ts';
import type { RegistrationSettings as Value } from '#domain/registration-settings.ts';
import { reminderKinds } from '#domain/reminder-kinds.ts';
import { type Reminders, remindersPreview } from '#domain/reminders.ts';
import {
  CheckSetting,
  LinesSetting,
  MomentSetting,
  NumberSetting,
  SelectSetting,
  TextSetting,
} from './fields.tsx';
import classes from './settings.module.css';
import { SettingsForm, useSetting } from './settings-form.tsx';
import { registrationTexts, remindersTexts, datesTexts as texts } from './texts.ts';

/** Browsers leave out UTC, and some list Kolkata under its former name alone. */
const names = new Set(['UTC', 'Asia/Kolkata', ...Intl.supportedValuesOf('timeZone')]);

const zones = [
  { value: null, label: texts.ownZone },
  ...[...names].toSorted().map((zone) => ({
    value: zone,
    label: zone,
  })),
];

export function DatesSettings() {
  return (
    <SettingsForm part="dates" preview={(dates) => <DatesPreview dates={dates} />}>
      <Fields />
    </SettingsForm>
  );
}

function Fields() {
  const stored = useSetting<string | null>('timeZone').value;
  const timeZone = stored ?? pageTimeZone();
  // A browser may not know the name that the club has chosen, such as one from before it was renamed.
  const options = zones.some(({ value }) => value === stored)
    ? zones
    : [...zones, { value: stored, label: String(stored) }];
  return (
    <>
      <SelectSetting name="timeZone" description={texts.timesIn(timeZone)} options={options} />
      <div className={layout.columns}>
        <SelectSetting name="open" options={texts.open} />
        <MomentSetting name="opensAt" timeZone={timeZone} />
        <MomentSetting name="closesAt" timeZone={timeZone} />
      </div>
      <div className={layout.columns}>
        <MomentSetting name="deadline" timeZone={timeZone} />
        <SelectSetting name="late" options={texts.late} />
      </div>
      <p className={typography.note}>{texts.perTrack}</p>
      <div className={`${layout.columns} ${classes.pairs}`}>
        {tracks.map((track) => (
          <MomentSetting key={track} name={`deadlines.${track}`} timeZone={timeZone} />
        ))}
      </div>
      <div className={`${layout.columns} ${classes.pairs}`}>
        <MomentSetting name="hearBy" description={texts.hearBy} timeZone={timeZone} />
      </div>
    </>
  );
}

function DatesPreview({ dates }: { dates: Dates }) {
  const { recruitmentStatus } = useClub();
  const zone = dates.timeZone ?? pageTimeZone();
  const said = (time: string | null, text = (at: string) => at) =>
    time ? text(moment(time, zone)) : texts.none;
  return (
    <>
      <p>{recruitmentNews(dates, Date.now(), zone).text ?? recruitmentStatus}</p>
      <DescriptionList
        rows={[
          ...tracks.map((track) => ({
            label: trackLabels[track],
            value: said(deadlineOf(dates, track, null), texts.due),
          })),
          { label: texts.hear, value: said(dates.hearBy) },
        ]}
      />
    </>
  );
}

export function RegistrationSettings() {
  return (
    <SettingsForm part="registration" preview={(value) => <RegistrationPreview value={value} />}>
      <LinesSetting name="domains" description={registrationTexts.domains} />
      <CheckSetting name="confirmedOnly" description={registrationTexts.confirmedOnly} />
      <LinesSetting name="departments" />
      <LinesSetting name="profileDepartments" description={registrationTexts.profileDepartments} />
    </SettingsForm>
  );
}

function RegistrationPreview({ value }: { value: Value }) {
  const fault = domainFault(value, '');
  return (
    <>
      <p className={typography.soft}>
        {fault ? registrationTexts.refused(fault) : registrationTexts.anybody}
      </p>
      <SelectField
        label={longLabel('department')}
        options={[{ value: '', label: choiceTexts.department }, ...value.departments]}
      />
    </>
  );
}

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
          <TextSetting long name={`${kind}.text`} description={remindersTexts.hint} />
        </div>
      ))}
    </SettingsForm>
  );
}

function RemindersPreview({ value }: { value: Reminders }) {
  const { data: reach } = useQuery(reachQuery);
  return reminderKinds.map((kind) => (
    <div key={kind} className={layout.stackM}>
      <MessageCard
        text={textFor(value[kind].text, { fullName: remindersTexts.reader, developmentTrack: null })}
      />
      {reach && (
        <p className={typography.note}>
          {remindersTexts.reach(reach[kind].recipients, reach[kind].reminded)}
        </p>
      )}
    </div>
  ));
}
