import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core';
import { IconHexagon } from '@tabler/icons-react';
import { personInputs, yearOptions } from '#client/features/accounts/person-inputs.ts';
import { personTexts } from '#client/features/accounts/texts.ts';
import { trackChangeNote } from '#client/features/members/texts.ts';
import { trackStyles } from '#client/features/members/track-style.ts';
import { LongSelect } from '#client/ui/long-select.tsx';
import { notSet, profileDepartments, type Track, trackLabels, tracks } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import classes from './profile-fields.module.css';
import { profileTexts } from './texts.ts';
import type { ProfileValues } from './use-profile-editor.ts';

const trackOptions = tracks.map((track) => ({ value: track, label: trackLabels[track] }));

/** The departments to choose from. A stored one that the list lacks stays selectable, so that saving loses nothing. */
function departmentOptions(stored: string, readOnly: boolean) {
  const offered: readonly string[] = profileDepartments;
  const isOffered = offered.includes(stored) || (stored === notSet && !readOnly);
  const departments = isOffered ? offered : [stored, ...offered];
  return [{ value: '', label: personTexts.chooseDepartment }, ...departments];
}

/** Marks a track that is chosen and not saved, and says what it means for work that is done. */
function trackDescription(record: Member, chosen: Track | undefined): string | undefined {
  const stored = record.developmentTrack;
  if (!chosen || chosen === stored) return undefined;
  const notSaved = profileTexts.trackNotSaved(stored && trackLabels[stored]);
  return [notSaved, trackChangeNote(record, chosen)].filter(Boolean).join(' ');
}

interface ProfileFieldsProps {
  record: Member;
  values: ProfileValues;
  readOnly: boolean;
  /** Props of a control while the form is being edited. */
  field: (name: keyof ProfileValues) => { name: string };
}

export function ProfileFields({ record, values, readOnly, field }: ProfileFieldsProps) {
  function text(name: keyof ProfileValues): TextInputProps {
    // A tooltip with the full text, for fields too narrow to show it.
    return readOnly ? { name, value: values[name], readOnly, title: values[name] } : field(name);
  }
  function choice(name: keyof ProfileValues): NativeSelectProps {
    return readOnly ? { name, value: values[name], disabled: true } : field(name);
  }
  const track = tracks.find((name) => name === values.developmentTrack);
  const { icon: TrackIcon, color } = track
    ? trackStyles[track]
    : { icon: IconHexagon, color: 'currentcolor' };

  return (
    <div className={classes.fields}>
      <TextInput label={personTexts.fullName} {...personInputs.fullName} {...text('fullName')} />
      <TextInput label={profileTexts.email} {...personInputs.email} {...text('email')} />
      <TextInput
        className={classes.whole ?? ''}
        label={personTexts.studentId}
        {...personInputs.studentId}
        {...text('studentId')}
      />
      <LongSelect
        className={classes.whole ?? ''}
        label={personTexts.department}
        required
        data={departmentOptions(record.department, readOnly)}
        {...choice('department')}
      />
      <NativeSelect label={personTexts.yearOfStudy} required data={yearOptions} {...choice('yearOfStudy')} />
      <TextInput
        label={personTexts.contactNumber}
        {...personInputs.contactNumber}
        {...text('contactNumber')}
      />
      <NativeSelect
        className={classes.whole ?? ''}
        label={profileTexts.track}
        required
        description={trackDescription(record, track)}
        data={[
          { value: '', label: readOnly ? profileTexts.noTrack : profileTexts.chooseTrack },
          ...trackOptions,
        ]}
        leftSection={<TrackIcon size={20} stroke={1.8} color={color} aria-hidden="true" />}
        {...choice('developmentTrack')}
      />
    </div>
  );
}
