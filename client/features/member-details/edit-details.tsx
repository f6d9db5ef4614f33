import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { personInputs, yearOptions } from '#client/features/accounts/person-inputs.ts';
import { personTexts } from '#client/features/accounts/registration-texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { CheckField, TextAreaField, TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LongSelect } from '#client/ui/long-select.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import { departments } from '#domain/departments.ts';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import { memberLabels } from '#domain/member-labels.ts';
import type { Member } from '#domain/members.ts';
import { accountQuery } from './queries.ts';
import { editTexts as texts } from './texts.ts';
import { useEditDetails } from './use-edit-details.ts';

interface EditDetailsProps {
  member: Member;
  onClose: () => void;
}

export function EditDetails({ member, onClose }: EditDetailsProps) {
  const { form, base } = useEditDetails(useRef(member).current, onClose);
  const { field, checkField } = form;
  const { data: account } = useQuery(accountQuery(member.uid));
  /** Escape keeps what was typed. */
  function cancel() {
    form.reset();
    onClose();
  }
  const isOffered = departments.includes(base.department);
  const departmentOptions = isOffered ? departments : [base.department, ...departments];
  const trackOptions = tracks.map((track) => ({ value: track, label: trackLabels[track] }));
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className={layout.stackL} {...form.formProps}>
        <p className={typography.soft}>{texts.intro}</p>
        <DraftNote form={form} />
        <TextField
          label={memberLabels.fullName}
          {...personInputs.fullName}
          autoComplete="off"
          {...field('fullName')}
        />
        <TextField
          label={texts.email}
          description={account?.sendsMail ? texts.emailNote : undefined}
          {...personInputs.email}
          autoComplete="off"
          {...field('email')}
        />
        <TextField label={memberLabels.studentId} {...personInputs.studentId} {...field('studentId')} />
        <LongSelect label={memberLabels.department} options={departmentOptions} {...field('department')} />
        <SelectField label={personTexts.yearOfStudy} options={yearOptions} {...field('yearOfStudy')} />
        <TextField
          label={personTexts.contactNumber}
          {...personInputs.contactNumber}
          autoComplete="off"
          {...field('contactNumber')}
        />
        <SelectField
          label={memberLabels.developmentTrack}
          options={[
            ...(base.developmentTrack === null ? [{ value: '', label: texts.noTrack }] : []),
            ...trackOptions,
          ]}
          {...field('developmentTrack')}
        />
        <CheckField label={texts.taskCompleted} {...checkField('taskCompleted')} />
        <TextField
          label={texts.githubLink}
          type="url"
          description={base.githubLink === null && texts.noLinkNote}
          {...field('githubLink')}
        />
        {(base.githubLink !== null || form.values.githubLink !== '') && (
          <TextAreaField label={texts.description} rows={5} {...field('projectDescription')} />
        )}
        <TextField label={texts.reason} description={texts.reasonNote} required {...field('reason')} />
        {form.alert && (
          <Notice tone="error">
            <p>{form.alert}</p>
            <p>{form.detail}</p>
          </Notice>
        )}
        <div className={layout.row}>
          <Button variant="default" busy={form.busy} onClick={cancel}>
            {texts.cancel}
          </Button>
          <SubmitButton busy={form.busy} busyLabel={texts.saving}>
            {texts.save}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
