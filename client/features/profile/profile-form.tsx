import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { useClub } from '#client/lib/club.ts';
import { choiceTexts, personInputs, yearOptions } from '#client/member-ui/person-inputs.ts';
import { trackChangeNote } from '#client/member-ui/texts.ts';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { sessionQuery } from '#client/session/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { TextField } from '#client/ui/field.tsx';
import { IconCircleCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { LeaveQuestion } from '#client/ui/leave-question.tsx';
import { LongSelect } from '#client/ui/long-select.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { IconHexagon, IconPencil } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import { notSet } from '#domain/departments.ts';
import { type Track, trackLabels, tracks } from '#domain/member-choices.ts';
import { longLabel } from '#domain/member-fields.ts';
import type { Member } from '#domain/members.ts';
import { type Profile, profileFields } from '#domain/profile.ts';
import { yearLabels } from '#domain/study-years.ts';
import classes from './profile-form.module.css';
import { profileTexts } from './texts.ts';
import { type ProfileValues, useProfileEditor } from './use-profile-editor.ts';

/** The profile: its values until 'Edit Profile', then with Cancel and 'Save Changes' (spec, points 2 and 4). */
export function ProfileForm({ record }: { record: Member }) {
  const { form, editing, saved, ...editor } = useProfileEditor(record);
  const client = useQueryClient();

  /** The second click of a double click on 'Edit Profile', which was in the same place. */
  function ignoreSecondClick(event: MouseEvent<HTMLButtonElement>) {
    if (event.detail > 1) event.preventDefault();
  }

  /** Not once another account has signed in elsewhere: its owner must not be kept on this page. */
  function hasUnsavedChanges() {
    return editing && form.dirty && client.getQueryData(sessionQuery.queryKey)?.user?.uid === record.uid;
  }

  return (
    <Panel>
      <LeaveQuestion when={hasUnsavedChanges} />
      <div>
        {editing ? (
          <form {...form.formProps} className={layout.stackL}>
            <DraftNote form={form} text={profileTexts.restored} />
            <ProfileFields record={record} values={form.values} field={form.field} />
            <div className={`${layout.row} ${classes.editing}`}>
              {form.alert && (
                <div className={layout.whole}>
                  <Notice tone="error">
                    <p>{form.alert}</p>
                    <p>{form.detail}</p>
                  </Notice>
                </div>
              )}
              <SubmitButton busy={form.busy} busyLabel={profileTexts.saving} onClick={ignoreSecondClick}>
                {profileTexts.save}
              </SubmitButton>
              <Button busy={form.busy} onClick={editor.cancel}>
                {profileTexts.cancel}
              </Button>
            </div>
          </form>
        ) : (
          <>
            <ProfileDetails record={record} />
            <div className={`${layout.actions} ${layout.above}`}>
              <Button variant="filled" data-takes-focus icon={IconPencil} onClick={editor.edit}>
                {profileTexts.edit}
              </Button>
            </div>
          </>
        )}
      </div>
      {/* Always rendered: a screen reader announces only changes inside an existing live region. */}
      <p className={`${layout.media} ${typography.toned} ${classes.saved}`} data-tone="success" role="status">
        {saved && <IconCircleCheck size={20} stroke={1.8} aria-hidden="true" />}
        {saved}
      </p>
    </Panel>
  );
}

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

function ProfileDetails({ record }: { record: Member }) {
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

function ProfileFields({ record, values, field }: ProfileFieldsProps) {
  const { departments } = useClub();
  const track = tracks.find((name) => name === values.developmentTrack);
  const selects: ByField = {
    department: (
      <LongSelect
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
        className={layout.whole ?? ''}
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
