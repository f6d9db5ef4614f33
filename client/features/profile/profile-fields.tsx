import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core';
import { IconHexagon } from '@tabler/icons-react';
import { trackStyles } from '#client/features/members/track-style.ts';
import { profileDepartments, trackLabels, tracks, yearLabels, years } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import classes from './profile-fields.module.css';

/** The values of the seven fields as the form's controls hold them. */
export type ProfileValues = {
  fullName: string;
  email: string;
  studentId: string;
  department: string;
  yearOfStudy: string;
  contactNumber: string;
  developmentTrack: string;
};

/** Form values of a stored record; a track that is not chosen is an empty string. */
export function profileValues(record: Member): ProfileValues {
  return {
    fullName: record.fullName,
    email: record.email,
    studentId: record.studentId,
    department: record.department,
    yearOfStudy: String(record.yearOfStudy),
    contactNumber: record.contactNumber,
    developmentTrack: record.developmentTrack ?? '',
  };
}

const yearOptions = [
  { value: '', label: 'Select your year' },
  ...years.map((year) => ({ value: String(year), label: yearLabels[year] })),
];
const trackOptions = tracks.map((track) => ({ value: track, label: trackLabels[track] }));

/** The departments to choose from. A stored one that the list lacks stays selectable, so that saving loses nothing. */
function departmentOptions(stored: string) {
  const offered: readonly string[] = profileDepartments;
  const departments = !stored || offered.includes(stored) ? offered : [stored, ...offered];
  return [{ value: '', label: 'Select your department' }, ...departments];
}

interface ProfileFieldsProps {
  values: ProfileValues;
  storedDepartment: string;
  readOnly: boolean;
  /** Props of a control while the form is being edited. */
  field: (name: keyof ProfileValues) => { name: string };
}

export function ProfileFields({ values, storedDepartment, readOnly, field }: ProfileFieldsProps) {
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
      <TextInput
        label="Full Name"
        required
        autoComplete="name"
        autoCapitalize="words"
        {...text('fullName')}
      />
      <TextInput
        label="Email Address"
        type="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...text('email')}
      />
      <TextInput
        className={classes.whole ?? ''}
        label="Student ID"
        required
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        {...text('studentId')}
      />
      <NativeSelect
        className={classes.whole ?? ''}
        label="Department"
        required
        data={departmentOptions(storedDepartment)}
        {...choice('department')}
      />
      <NativeSelect label="Year of Study" required data={yearOptions} {...choice('yearOfStudy')} />
      <TextInput
        label="Contact Number"
        type="tel"
        required
        autoComplete="tel-national"
        {...text('contactNumber')}
      />
      <NativeSelect
        className={classes.whole ?? ''}
        label="Development Track"
        required
        data={[{ value: '', label: readOnly ? 'Not selected' : 'Select your track' }, ...trackOptions]}
        leftSection={<TrackIcon size={20} stroke={1.8} color={color} aria-hidden="true" />}
        {...choice('developmentTrack')}
      />
    </div>
  );
}
