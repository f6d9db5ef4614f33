import { personInputs, yearOptions } from '#client/features/accounts/person-inputs.ts';
import { personTexts } from '#client/features/accounts/registration-texts.ts';
import { trackChangeNote } from '#client/features/members/texts.ts';
import { trackStyles } from '#client/features/members/track-style.ts';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LongSelect } from '#client/ui/long-select.tsx';
import { IconHexagon } from '#client/ui/page-icons.ts';
import { SelectField } from '#client/ui/select-field.tsx';
import { notSet, profileDepartments } from '#domain/departments.ts';
import { type Track, trackLabels, tracks, yearLabels } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import classes from './profile-fields.module.css';
import { profileTexts } from './texts.ts';
import type { ProfileValues } from './use-profile-editor.ts';

const trackOptions = [
  { value: '', label: profileTexts.chooseTrack },
  ...tracks.map((track) => ({ value: track, label: trackLabels[track] })),
];

/** The departments to choose from. A stored one that the list lacks stays selectable, so that saving loses nothing. */
function departmentOptions(stored: string) {
  const offered: readonly string[] = profileDepartments;
  const departments = offered.includes(stored) || stored === notSet ? offered : [stored, ...offered];
  return [{ value: '', label: personTexts.chooseDepartment }, ...departments];
}

/** Marks a track that is chosen and not saved, and says what it means for work that is done. */
function trackDescription(record: Member, chosen: Track | undefined): string | undefined {
  const stored = record.developmentTrack;
  if (!chosen || chosen === stored) return undefined;
  const notSaved = profileTexts.trackNotSaved(stored && trackLabels[stored]);
  return [notSaved, trackChangeNote(record, chosen)].filter(Boolean).join(' ');
}

function TrackGlyph({ track }: { track: Track | null | undefined }) {
  const { icon: Icon, color } = track ? trackStyles[track] : { icon: IconHexagon, color: 'currentcolor' };
  return <Icon size={20} stroke={1.8} color={color} aria-hidden="true" />;
}

export function ProfileFacts({ record }: { record: Member }) {
  const track = record.developmentTrack;
  return (
    <DescriptionList
      rows={[
        { label: personTexts.fullName, value: record.fullName },
        { label: profileTexts.email, value: record.email },
        { label: personTexts.studentId, value: record.studentId },
        { label: personTexts.department, value: record.department },
        { label: personTexts.yearOfStudy, value: yearLabels[record.yearOfStudy] },
        { label: personTexts.contactNumber, value: record.contactNumber },
        {
          label: profileTexts.track,
          value: (
            <>
              {track && <TrackGlyph track={track} />} {track ? trackLabels[track] : profileTexts.noTrack}
            </>
          ),
        },
      ]}
    />
  );
}

interface ProfileFieldsProps {
  record: Member;
  values: ProfileValues;
  field: (name: keyof ProfileValues) => { name: string };
}

export function ProfileFields({ record, values, field }: ProfileFieldsProps) {
  const track = tracks.find((name) => name === values.developmentTrack);
  return (
    <div className={`${layout.columns} ${classes.fields}`}>
      <TextField
        label={personTexts.fullName}
        data-takes-focus
        {...personInputs.fullName}
        {...field('fullName')}
      />
      <TextField label={profileTexts.email} {...personInputs.email} {...field('email')} />
      <TextField
        className={layout.whole ?? ''}
        label={personTexts.studentId}
        {...personInputs.studentId}
        {...field('studentId')}
      />
      <LongSelect
        className={layout.whole ?? ''}
        label={personTexts.department}
        required
        options={departmentOptions(record.department)}
        {...field('department')}
      />
      <SelectField label={personTexts.yearOfStudy} required options={yearOptions} {...field('yearOfStudy')} />
      <TextField
        label={personTexts.contactNumber}
        {...personInputs.contactNumber}
        {...field('contactNumber')}
      />
      <SelectField
        className={layout.whole ?? ''}
        label={profileTexts.track}
        required
        description={trackDescription(record, track)}
        options={trackOptions}
        before={<TrackGlyph track={track} />}
        {...field('developmentTrack')}
      />
    </div>
  );
}
