import { Textarea, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useMemo, useState } from 'react';
import { clubContent } from '#client/features/club/content.ts';
import { failureMessage } from '#client/lib/api.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { useRestoreFocus } from '#client/lib/use-restore-focus.ts';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import type { SessionUser } from '#domain/accounts.ts';
import {
  type ContactField,
  type ContactForm,
  contactForm,
  contactMessages,
  type Submission,
} from '#domain/contact-form.ts';
import { projectLink } from '#domain/project-link.ts';
import { check } from '#domain/validation.ts';
import { type ContactValues, forgetDraft, rememberDraft, restoreDraft } from './draft.ts';
import classes from './message-form.module.css';
import { ContactFailure, useRecordSubmission, useSendContactMessage } from './mutations.ts';
import { dropPending, keepPending } from './pending-submission.ts';

interface MessageFormProps {
  user: SessionUser;
  /** The link of the current submission, which another one would replace. */
  submittedLink: string | null;
  /** Called once the message is sent and its project, if any, is on the record. */
  onSent: () => void;
  /** Called when the message was sent but its project could not be recorded. */
  onUnrecorded: (project: Submission, reason: string) => void;
}

const subject = clubContent.contactSubject;

/** The problems of a message: one text per invalid field, and one that concerns no single field. */
interface Problem {
  fields: Partial<Record<ContactField, string>>;
  detail: string | null;
}
const noProblem: Problem = { fields: {}, detail: null };

const fieldNames = Object.keys(contactForm.shape).filter(isContactField);

function isContactField(name: string): name is ContactField {
  return name in contactForm.shape;
}

/** The contact form (spec, points 3, 5 and 8). Input survives a reload, a failure and a lost connection. */
export function MessageForm({ user, submittedLink, onSent, onUnrecorded }: MessageFormProps) {
  const prefilled = useMemo<ContactValues>(
    () => ({ name: user.displayName, email: user.email, githubLink: '', message: '' }),
    [user],
  );
  const send = useSendContactMessage();
  const record = useRecordSubmission();
  const [problem, setProblem] = useState(noProblem);
  const [initialValues] = useState(() => restoreDraft(user.uid, prefilled));
  const form = useCheckedForm({
    initialValues,
    rule: contactForm,
    submit: sendMessage,
    failureText: () => contactMessages.failed,
  });
  const { values } = form;
  const submitted = submittedLink && (projectLink(submittedLink)?.name ?? submittedLink);
  // A disabled button loses the focus: return it so that a failed attempt can be repeated from there.
  useRestoreFocus(form.busy, () => form.formProps.ref.current?.querySelector('[type=submit]'));
  useEffect(() => rememberDraft(user.uid, prefilled, values), [user.uid, prefilled, values]);

  /** Shows every failure above the form and beside its field, and focuses the first invalid field. */
  function refuse(found: Problem) {
    form.refuse(contactMessages.failed);
    setProblem(found);
    const first = fieldNames.find((name) => found.fields[name]);
    if (first) form.pointAt(first, found.fields[first] ?? '');
  }

  async function sendMessage(checked: ContactForm) {
    try {
      await send.mutateAsync({ ...checked, subject });
    } catch (error) {
      if (!(error instanceof ContactFailure)) throw error;
      refuse(error);
      return;
    }
    forgetDraft(user.uid);
    if (checked.githubLink) {
      await recordProject({ githubLink: checked.githubLink, projectDescription: checked.message });
    } else onSent();
  }

  async function recordProject(project: Submission) {
    // Stored before the attempt: if the page closes during it, the message is not sent a second time.
    keepPending(user.uid, project);
    try {
      await record.mutateAsync(project);
    } catch (error) {
      onUnrecorded(project, failureMessage(error));
      return;
    }
    dropPending(user.uid);
    onSent();
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void form.attempt(async () => {
      setProblem(noProblem);
      const checked = check(contactForm, values);
      if (checked.ok) await sendMessage(checked.value);
      else refuse({ fields: { [checked.failure.field]: checked.failure.message }, detail: null });
    });
  }

  function field(name: ContactField) {
    const common = form.field(name);
    const error = problem.fields[name] ?? common.error;
    return { ...common, error, ...(error && { 'aria-invalid': true }) };
  }

  return (
    <form {...form.formProps} onSubmit={onSubmit} className={classes.form}>
      <input type="hidden" name="subject" value={subject} />
      <div className={classes.pair}>
        <TextInput label="Name" required autoComplete="name" autoCapitalize="words" {...field('name')} />
        <TextInput
          label="Email"
          type="email"
          required
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
      </div>
      <TextInput
        label="GitHub Link (optional)"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://github.com/you/your-project"
        description={
          submitted
            ? `Replaces ${submitted}, and the review starts over.`
            : 'The repository of your project. Leave it empty if you only have a question.'
        }
        {...field('githubLink')}
      />
      <Textarea
        label="Message"
        required
        rows={7}
        description="What does your project do, and how is it run? Or whatever you want to ask us."
        classNames={{ input: classes.message ?? '' }}
        {...field('message')}
      />
      {/* Beside the button that was pressed: on a phone the top of the form is out of view. */}
      {form.alert && (
        <Notice tone="error">
          <p>{form.alert}</p>
          {problem.detail && <p className={classes.detail}>{problem.detail}</p>}
        </Notice>
      )}
      <SubmitButton busy={form.busy} busyLabel="Sending...">
        Send Message
      </SubmitButton>
    </form>
  );
}
