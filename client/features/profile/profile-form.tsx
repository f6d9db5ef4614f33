import { IconCircleCheck, IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useRef } from 'react';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { useRestoreFocus } from '#client/lib/use-restore-focus.ts';
import { Button } from '#client/ui/button.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { HexInitials } from '#client/ui/hex-icon.tsx';
import { LeaveQuestion } from '#client/ui/leave-question.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import type { Member } from '#domain/members.ts';
import { ProfileFields } from './profile-fields.tsx';
import classes from './profile-form.module.css';
import { profileTexts } from './texts.ts';
import { profileValues, useProfileEditor } from './use-profile-editor.ts';

/** The profile: read-only until 'Edit Profile', then with Cancel and 'Save Changes' (spec, points 2 and 4). */
export function ProfileForm({ record }: { record: Member }) {
  const { form, editing, saved, ...editor } = useProfileEditor(record);
  const bar = useRef<HTMLDivElement>(null);
  const client = useQueryClient();

  // Changing the mode replaces the buttons, and the focused one with them.
  useRestoreFocus(`${editing} ${form.busy}`, () => {
    const find = (selector: string) => bar.current?.querySelector<HTMLElement>(selector);
    return find('[type=submit]') ?? find('button');
  });

  function edit(event: MouseEvent<HTMLButtonElement>) {
    editor.edit();
    const first = event.currentTarget.form?.elements.namedItem('fullName');
    if (first instanceof HTMLElement) first.focus();
  }

  function cancel(event: MouseEvent<HTMLButtonElement>) {
    // Ignore the second click of a double click on 'Edit Profile', which was in the same place.
    if (event.detail <= 1) editor.cancel();
  }

  /** Not once another account has signed in elsewhere: its owner must not be kept on this page. */
  function hasUnsavedChanges() {
    return editing && form.dirty && client.getQueryData(sessionQuery.queryKey)?.user?.uid === record.uid;
  }

  return (
    <Panel
      title={<span className={classes.person}>{record.fullName}</span>}
      icon={<HexInitials name={record.fullName} />}
    >
      <LeaveQuestion when={hasUnsavedChanges} />
      <form {...form.formProps}>
        {form.restored && (
          <div className={classes.restored}>
            <DraftNote form={form} text={profileTexts.restored} />
          </div>
        )}
        <ProfileFields
          record={record}
          values={editing ? form.values : profileValues(record)}
          readOnly={!editing}
          field={form.field}
        />
        <div ref={bar} className={classes.bar}>
          {form.alert && (
            <div className={classes.alert}>
              <Notice tone="error">
                <p>{form.alert}</p>
                <p className={classes.reason}>{form.detail}</p>
              </Notice>
            </div>
          )}
          {/* The keys keep React from turning one button into the other in the middle of a click. */}
          {editing ? (
            <>
              <Button key="cancel" variant="default" busy={form.busy} onClick={cancel}>
                {profileTexts.cancel}
              </Button>
              <SubmitButton key="save" busy={form.busy} busyLabel={profileTexts.saving}>
                {profileTexts.save}
              </SubmitButton>
            </>
          ) : (
            <Button
              key="edit"
              leftSection={<IconPencil size={18} stroke={1.8} aria-hidden="true" />}
              onClick={edit}
            >
              {profileTexts.edit}
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
