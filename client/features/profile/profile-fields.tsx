import { IconHexagon } from '@tabler/icons-react';
import { personInputs, yearOptions } from '#client/features/accounts/person-inputs.ts';
import { personTexts } from '#client/features/accounts/texts.ts';
import { trackChangeNote } from '#client/features/members/texts.ts';
import { trackStyles } from '#client/features/members/track-style.ts';
import { SelectField, type SelectFieldProps, TextField, type TextFieldProps } from '#client/ui/field.tsx';
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
  function text(name: keyof ProfileValues): TextFieldProps {
    // A tooltip with the full text, for fields too narrow to show it.
    return readOnly ? { name, value: values[name], readOnly, title: values[name] } : field(name);
  }
  function choice(name: keyof ProfileValues): Omit<SelectFieldProps, 'options'> {
    return readOnly ? { name, value: values[name], disabled: true } : field(name);
  }
  const track = tracks.find((name) => name === values.developmentTrack);
  const { icon: TrackIcon, color } = track
    ? trackStyles[track]
    : { icon: IconHexagon, color: 'currentcolor' };

  return (
    <div className={classes.fields}>
      <TextField label={personTexts.fullName} {...personInputs.fullName} {...text('fullName')} />
      <TextField label={profileTexts.email} {...personInputs.email} {...text('email')} />
      <TextField
        className={classes.whole ?? ''}
        label={personTexts.studentId}
        {...personInputs.studentId}
        {...text('studentId')}
      />
      <LongSelect
        className={classes.whole ?? ''}
        label={personTexts.department}
        required
        options={departmentOptions(record.department, readOnly)}
        {...choice('department')}
      />
      <SelectField
        label={personTexts.yearOfStudy}
        required
        options={yearOptions}
        {...choice('yearOfStudy')}
      />
      <TextField
        label={personTexts.contactNumber}
        {...personInputs.contactNumber}
        {...text('contactNumber')}
      />
      <SelectField
        className={classes.whole ?? ''}
        label={profileTexts.track}
        required
        description={trackDescription(record, track)}
        options={[
          { value: '', label: readOnly ? profileTexts.noTrack : profileTexts.chooseTrack },
          ...trackOptions,
        ]}
        before={<TrackIcon size={20} stroke={1.8} color={color} aria-hidden="true" />}
        {...choice('developmentTrack')}
      />
    </div>
  );
}
