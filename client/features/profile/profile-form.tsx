import { IconCircleCheck, IconPencil } from '@tabler/icons-react';
import { type MouseEvent, useRef, useState } from 'react';
import { ApiFailure, failureMessage } from '#client/lib/api.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { useRestoreFocus } from '#client/lib/use-restore-focus.ts';
import { useTransientMessage } from '#client/lib/use-transient-message.ts';
import { Button } from '#client/ui/button.tsx';
import { HexInitials } from '#client/ui/hex-initials.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { savedMessageMs } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { type Profile, profile } from '#domain/profile.ts';
import { profileMessages } from '#domain/profile-texts.ts';
import { useSaveProfile } from './mutations.ts';
import { ProfileFields, profileValues } from './profile-fields.tsx';
import classes from './profile-form.module.css';

/** The profile: read-only until 'Edit Profile', then with Cancel and 'Save Changes' (spec, points 2 and 4). */
export function ProfileForm({ record }: { record: Member }) {
  const [editing, setEditing] = useState(false);
  // Cancel restores every field but the track (spec, point 4): the picked track stays for the next save.
  const [pickedTrack, setPickedTrack] = useState<string | null>(null);
  const [saved, showSaved] = useTransientMessage(savedMessageMs);
  /** Why the last save failed, in addition to the spec's text. */
  const [reason, setReason] = useState('');
  const bar = useRef<HTMLDivElement>(null);
  const save = useSaveProfile();
  const form = useCheckedForm({
    initialValues: profileValues(record),
    rule: profile,
    toInput: (values) => ({ ...values, yearOfStudy: Number(values.yearOfStudy) }),
    submit: saveChanges,
    failureText: () => profileMessages.saveFailed,
  });

  // Changing the mode replaces the buttons, and the focused one with them.
  useRestoreFocus(`${editing} ${form.busy}`, () => {
    const find = (selector: string) => bar.current?.querySelector<HTMLElement>(selector);
    return find('[type=submit]') ?? find('button');
  });

  async function saveChanges(input: Profile) {
    showSaved(null);
    try {
      await save.mutateAsync(input);
    } catch (error) {
      setReason(failureMessage(error));
      // If a field is at fault, such as an e-mail that is taken, the server's text goes beside it.
      if (!(error instanceof ApiFailure && error.field)) throw error;
      form.pointAt(error.field, error.message);
      return;
    }
    setPickedTrack(null);
    setEditing(false);
    showSaved(profileMessages.saved);
  }

  const stored = profileValues(record);
  const shown = pickedTrack === null ? stored : { ...stored, developmentTrack: pickedTrack };

  function edit(event: MouseEvent<HTMLButtonElement>) {
    form.setValues(shown);
    setEditing(true);
    const first = event.currentTarget.form?.elements.namedItem('fullName');
    if (first instanceof HTMLElement) first.focus();
  }

  function cancel(event: MouseEvent<HTMLButtonElement>) {
    // Ignore the second click of a double click on 'Edit Profile', which was in the same place.
    if (event.detail > 1) return;
    setPickedTrack(form.values.developmentTrack);
    form.clear();
    setEditing(false);
  }

  return (
    <Panel
      title={<span className={classes.person}>{record.fullName}</span>}
      icon={<HexInitials name={record.fullName} size={48} />}
    >
      <form {...form.formProps}>
        <ProfileFields
          values={editing ? form.values : shown}
          storedDepartment={record.department}
          readOnly={!editing}
          field={form.field}
        />
        <div ref={bar} className={classes.bar}>
          {form.alert && (
            <div className={classes.alert}>
              <Notice tone="error">
                <p>{form.alert}</p>
                <p className={classes.reason}>{reason}</p>
              </Notice>
            </div>
          )}
          {/* The keys keep React from turning one button into the other in the middle of a click. */}
          {editing ? (
            <>
              <Button key="cancel" variant="default" disabled={form.busy} onClick={cancel}>
                Cancel
              </Button>
              <SubmitButton key="save" busy={form.busy} busyLabel="Saving...">
                Save Changes
              </SubmitButton>
            </>
          ) : (
            <Button
              key="edit"
              leftSection={<IconPencil size={18} stroke={1.8} aria-hidden="true" />}
              onClick={edit}
            >
              Edit Profile
            </Button>
          )}
          {/* Always rendered: a screen reader announces only changes inside an existing live region. */}
          <p className={classes.saved} role="status">
            {saved && <IconCircleCheck size={20} stroke={1.8} aria-hidden="true" />}
            {saved}
          </p>
        </div>
      </form>
    </Panel>
  );
}
