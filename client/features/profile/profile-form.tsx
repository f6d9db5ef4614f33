import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type MouseEvent, type ReactNode, useState } from 'react';
import { currentValues, request } from '#client/lib/api.ts';
import { useClub } from '#client/lib/club.ts';
import { hasDraft, useDraftForm } from '#client/lib/use-draft.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useShown } from '#client/lib/use-shown.ts';
import { useTransientMessage } from '#client/lib/use-transient-message.ts';
import { choiceTexts, personInputs, yearOptions } from '#client/member-ui/person-inputs.ts';
import { cacheMember } from '#client/member-ui/queries.ts';
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
import { nationalNumber } from '#domain/contact-number.ts';
import { notSet } from '#domain/departments.ts';
import { savedMessageMs, type Track, trackLabels, tracks } from '#domain/member-choices.ts';
import { longLabel } from '#domain/member-fields.ts';
import { type Member, member } from '#domain/members.ts';
import { type Profile, type ProfileSave, profile, profileFields, profileMessages } from '#domain/profile.ts';
import { yearLabels } from '#domain/study-years.ts';
import classes from './profile-form.module.css';
import { profileTexts } from './texts.ts';

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

/** The values of the profile's fields as the form's controls hold them. */
type ProfileValues = Record<keyof Profile, string>;

/** Form values of a stored record; text that a recovery could not know, and a track that is not chosen, are empty. */
function editedValues(record: Member): ProfileValues {
  return Object.fromEntries(
    profileFields.map((field) => [field, record[field] === notSet ? '' : String(record[field] ?? '')]),
  ) as ProfileValues;
}

/** View mode, edit mode and saving (spec, point 4). Unsaved changes of an earlier visit continue in edit mode. */
function useProfileEditor(record: Member) {
  const { initialValues, shown, setBase, takeOver, explain } = useShown({
    record,
    fields: profileFields,
    valuesOf: editedValues,
    texts: { ...profileTexts, failed: profileMessages.saveFailed },
  });
  const draft = { form: 'profile', owner: record.uid };
  const [editing, setEditing] = useState(() => hasDraft(initialValues, draft));
  // Cancel restores every field but the track (spec, point 4): editing again continues with the picked one.
  const [pickedTrack, setPickedTrack] = useState<string | null>(null);
  const [saved, showSaved] = useTransientMessage(savedMessageMs);
  const save = useSaveProfile();
  const form = useDraftForm({
    initialValues,
    rule: profile,
    toInput: (values) => ({ ...values, yearOfStudy: Number(values.yearOfStudy) }),
    draft,
    tidy: { contactNumber: nationalNumber },
    explain,
    submit: async (input: Profile) => {
      showSaved(null);
      await save.mutateAsync({ ...input, shown }).catch((error: unknown) => takeOver(error, form));
      setPickedTrack(null);
      setEditing(false);
      showSaved(profileMessages.saved);
    },
  });

  function edit() {
    setBase(record);
    form.reset(editedValues(record));
    if (pickedTrack !== null) form.change({ developmentTrack: pickedTrack });
    setEditing(true);
  }

  function cancel() {
    const { developmentTrack } = form.values;
    setPickedTrack(developmentTrack === initialValues.developmentTrack ? null : developmentTrack);
    form.reset(editedValues(record));
    setEditing(false);
  }

  return { form, editing, saved, edit, cancel };
}

/** Saves the seven profile fields. */
function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ProfileSave) => request('/api/me/profile', member, { method: 'PATCH', body }),
    onError: async (error) => {
      const current = currentValues(error, member);
      if (current) await cacheMember(client, current);
    },
    onSuccess: async (saved) => {
      await cacheMember(client, saved);
      // It has the name and the address, and whether to ask that the address is confirmed.
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
