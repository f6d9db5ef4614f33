import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { sessionQuery } from '#client/session/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { IconCircleCheck } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { LeaveQuestion } from '#client/ui/leave-question.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { IconPencil } from '#client/ui/page-icons.ts';
import { Panel } from '#client/ui/panel.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { InitialsTile } from '#client/ui/tile.tsx';
import typography from '#client/ui/typography.module.css';
import type { Member } from '#domain/members.ts';
import { ProfileDetails, ProfileFields } from './profile-fields.tsx';
import classes from './profile-form.module.css';
import { profileTexts } from './texts.ts';
import { useProfileEditor } from './use-profile-editor.ts';

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
    <Panel
      title={<span className={typography.wrap}>{record.fullName}</span>}
      icon={<InitialsTile name={record.fullName} />}
    >
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
