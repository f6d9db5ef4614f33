import { Fragment, type ReactNode } from 'react';
import { useClub } from '#client/lib/club.ts';
import { choiceTexts, personInputs, yearOptions } from '#client/member-ui/person-inputs.ts';
import { trackChangeNote } from '#client/member-ui/texts.ts';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LongSelect } from '#client/ui/long-select.tsx';
import { IconHexagon } from '#client/ui/page-icons.ts';
import { SelectField } from '#client/ui/select-field.tsx';
import { notSet } from '#domain/departments.ts';
import { type Track, trackLabels, tracks } from '#domain/member-choices.ts';
import { longLabel } from '#domain/member-fields.ts';
import type { Member } from '#domain/members.ts';
import { type Profile, profileFields } from '#domain/profile.ts';
import { yearLabels } from '#domain/study-years.ts';
import { profileTexts } from './texts.ts';
import type { ProfileValues } from './use-profile-editor.ts';

const trackOptions = [
  { value: '', label: profileTexts.chooseTrack },
  ...tracks.map((track) => ({ value: track, label: trackLabels[track] })),
];

/** The departments to choose from. A stored one that the list lacks stays selectable, so that saving loses nothing. */
function departmentOptions(offered: readonly string[], stored: string) {
  const departments = offered.includes(stored) || stored === notSet ? offered : [stored, ...offered];
  return [{ value: '', label: choiceTexts.department }, ...departments];
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

type ByField = { [Name in keyof Profile]?: ReactNode };

export function ProfileDetails({ record }: { record: Member }) {
  const track = record.developmentTrack;
  const shown: ByField = {
    yearOfStudy: yearLabels[record.yearOfStudy],
    developmentTrack: (
      <>
        {track && <TrackGlyph track={track} />} {track ? trackLabels[track] : profileTexts.noTrack}
      </>
    ),
  };
  return (
    <DescriptionList
      rows={profileFields.map((name) => ({ label: longLabel(name), value: shown[name] ?? record[name] }))}
    />
  );
}

interface ProfileFieldsProps {
  record: Member;
  values: ProfileValues;
  field: (name: keyof ProfileValues) => { name: string };
}

export function ProfileFields({ record, values, field }: ProfileFieldsProps) {
  const { departments } = useClub();
  const track = tracks.find((name) => name === values.developmentTrack);
  const whole = layout.whole ?? '';
  const selects: ByField = {
    department: (
      <LongSelect
        className={whole}
        label={longLabel('department')}
        required
        options={departmentOptions(departments.profile, record.department)}
        {...field('department')}
      />
    ),
    yearOfStudy: (
      <SelectField
        label={longLabel('yearOfStudy')}
        required
        options={yearOptions}
        {...field('yearOfStudy')}
      />
    ),
    developmentTrack: (
      <SelectField
        className={whole}
        label={longLabel('developmentTrack')}
        required
        description={trackDescription(record, track)}
        options={trackOptions}
        before={<TrackGlyph track={track} />}
        {...field('developmentTrack')}
      />
    ),
  };
  const text = (name: keyof Profile) => (
    <TextField
      className={name === 'studentId' ? whole : ''}
      label={longLabel(name)}
      data-takes-focus={name === 'fullName' || undefined}
      {...personInputs[name]}
      {...field(name)}
    />
  );
  return (
    <div className={layout.columns}>
      {profileFields.map((name) => (
        <Fragment key={name}>{selects[name] ?? text(name)}</Fragment>
      ))}
    </div>
  );
}
