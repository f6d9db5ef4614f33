import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reviewersKey } from '#client/lib/admin-keys.ts';
import { command, request } from '#client/lib/api.ts';
import { useFormValues } from '#client/lib/form-values.ts';
import { dayText, momentText } from '#client/lib/format.ts';
import { readQuery } from '#client/lib/read-query.ts';
import { useCheckedForm, useFormOf } from '#client/lib/use-checked-form.ts';
import { useDraftForm } from '#client/lib/use-draft.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useNotifyOnFailure } from '#client/live/use-notify-on-failure.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { EmailField, TextAreaField, TextField } from '#client/ui/field.tsx';
import { HandedLink } from '#client/ui/handed-link.tsx';
import layout from '#client/ui/layout.module.css';
import { Loaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeading, toSettings } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import {
  type HandOver,
  type HandOverLine,
  type HandOverWrite,
  handOver,
  handOverLines,
  handOverWrite,
  lineWrite,
  type WrittenLine,
} from '#domain/hand-over.ts';
import { invitationLink } from '#domain/reviewers.ts';

type Line = HandOver['lines'][HandOverLine];

const texts = {
  title: 'Hand-over',
  subtitle: 'Every club loses its lead each year. Here the next one gets everything that runs the portal.',
  loadFailed: 'The hand-over couldn’t be loaded.',
  name: {
    title: 'The next lead',
    email: 'Their email',
    hint: 'They get a link, for 7 days. A member’s address moves to the administrator’s account; their record and certificate stay.',
    reviewer: 'I become a reviewer',
    reviewerHint:
      'With your address and your password. Otherwise you’re out as soon as they accept: all your sessions and links end.',
    button: 'Send Link',
    busy: 'Sending...',
  },
  named: (email: string, until: string) => `${email} can take over until ${until}.`,
  after: { reviewer: 'Then you become a reviewer.', out: 'Then you’re out.' },
  linkHint: 'If the email doesn’t arrive, hand it over yourself. It works once, and is shown only here.',
  revoke: 'Revoke',
  failed: (reason: string) => `That didn’t work. ${reason}`,
  lines: {
    title: 'Could somebody else run this tomorrow?',
    subtitle:
      'Each line turns green only once you’ve written who else has it, and has to be checked again after a change.',
    checked: (day: string) => `Checked ${day}`,
    unchecked: 'Not checked',
    belongsTo: {
      lead: 'This has your own address. Change it in the settings, or it may stay with you.',
      former: 'This still has the former lead’s address.',
    },
    settings: 'Open the settings',
    check: 'Checked',
    busy: 'Saving...',
  },
  note: {
    title: 'From lead to lead',
    text: 'Note',
    hint: 'The next lead finds it here.',
    button: 'Save Note',
  },
} as const;

interface LineTexts {
  title: string;
  fact: (value: string) => string;
  question: string;
}

const lineTexts: Record<HandOverLine, LineTexts> = {
  contact: {
    title: 'Mailbox of the club, and address for replies',
    fact: (value) =>
      value ? `Messages go to ${value}.` : 'Messages are in the inbox only; nobody is emailed.',
    question: 'Who else reads it?',
  },
  mail: {
    title: 'Mail server',
    fact: (value) => (value ? `Emails go out by ${value}.` : 'None is set, so that no email is sent.'),
    question: 'Who else can sign in there?',
  },
  passphrase: {
    title: 'Passphrase of the backups',
    fact: (value) =>
      value ? 'Without it, no backup can be opened.' : 'None is set: backups are not encrypted.',
    question: 'Who else knows where the backups are?',
  },
  machine: {
    title: 'Machine',
    fact: (value) => `The portal runs on ${value}.`,
    question: 'Who else can sign in to it, and how?',
  },
  domain: {
    title: 'Address',
    fact: (value) => `The portal is at ${value}.`,
    question: 'Who else can renew the domain, and when?',
  },
};

/** A passphrase is typed, because only that shows that somebody has it. */
function questionOf(name: HandOverLine, { value }: Line): string {
  return name === 'passphrase' && value ? 'Type it' : lineTexts[name].question;
}

const address = '/api/admin/hand-over';
/** Below the key of the staff, so that a hand-over refreshes it. */
const queryKey = [...reviewersKey, 'hand-over'];

/** /admin/hand-over: names the next lead, and shows what goes along (docs/decisions/staff.md). */
export function Component() {
  const query = useQuery(readQuery(queryKey, address, handOver));
  return (
    <>
      <PageHeading title={texts.title} subtitle={texts.subtitle} back={toSettings} />
      <Loaded query={query} failed={texts.loadFailed} height="32rem">
        {(data) => (
          <div className={layout.split}>
            <Panel title={texts.lines.title} subtitle={texts.lines.subtitle}>
              <ul className={layout.rows}>
                {handOverLines.map((name) => (
                  <Line key={name} name={name} line={data.lines[name]} />
                ))}
              </ul>
            </Panel>
            <div className={layout.stackL}>
              <NextLead named={data.named} />
              <Note text={data.note} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function NextLead({ named }: Pick<HandOver, 'named'>) {
  const client = useQueryClient();
  const notifyOnFailure = useNotifyOnFailure();
  const refresh = () => client.invalidateQueries({ queryKey });
  const name = useMutation({
    mutationFn: (body: HandOverWrite) => request(address, invitationLink, { method: 'POST', body }),
    onSettled: refresh,
  });
  const form = useCheckedForm({
    initialValues: { email: '', reviewer: false },
    rule: handOverWrite,
    submit: async (body) => {
      await name.mutateAsync(body);
      form.reset();
    },
  });

  async function revoke() {
    name.reset();
    await notifyOnFailure(command(address, { method: 'DELETE', body: {} }), (reason) => ({
      text: texts.failed(reason),
    }));
    await refresh();
  }
  return (
    <Panel title={texts.name.title}>
      <div role="status" className={layout.place}>
        {named && (
          <div className={layout.ends}>
            <p className={typography.wrap}>
              {texts.named(named.email, momentText(named.until))}{' '}
              {named.reviewer ? texts.after.reviewer : texts.after.out}
            </p>
            <Button size="sm" onClick={revoke}>
              {texts.revoke}
            </Button>
          </div>
        )}
      </div>
      <div className={layout.stackL}>
        {named && name.data && <HandedLink url={name.data.url} hint={texts.linkHint} />}
        <CheckedForm form={form} button={texts.name.button} busyLabel={texts.name.busy}>
          <EmailField
            label={texts.name.email}
            description={texts.name.hint}
            required
            autoComplete="off"
            {...form.field('email')}
          />
          <CheckField
            label={texts.name.reviewer}
            description={texts.name.reviewerHint}
            {...form.checkField('reviewer')}
          />
        </CheckedForm>
      </div>
    </Panel>
  );
}

/** Keeps a text. @returns what is kept */
function useSave(name: WrittenLine) {
  const client = useQueryClient();
  return async (body: { text: string }) => {
    const saved = await request(`${address}/${name}`, handOver, { method: 'PUT', body });
    client.setQueryData(queryKey, saved);
    return saved;
  };
}

function Line({ name, line }: { name: HandOverLine; line: HandOver['lines'][HandOverLine] }) {
  const { title, fact } = lineTexts[name];
  const { checkedAt, belongsTo, value } = line;
  const save = useSave(name);
  const initialValues = { text: line.text };
  const held = useFormValues(initialValues);
  const form = useFormOf(held, {
    initialValues,
    rule: lineWrite,
    // A passphrase is not kept.
    submit: async (body) => held.reset({ text: (await save(body)).lines[name].text }),
  });
  const Field = name === 'passphrase' && value ? PasswordField : TextField;
  return (
    <li className={layout.stackS}>
      <div className={layout.ends}>
        <h3 className={typography.heading}>{title}</h3>
        <Badge tone={checkedAt ? 'success' : 'warning'}>
          {checkedAt ? texts.lines.checked(dayText(checkedAt, '')) : texts.lines.unchecked}
        </Badge>
      </div>
      <p className={`${typography.soft} ${typography.wrap}`}>{fact(value)}</p>
      {belongsTo && (
        <Notice tone="info">
          {texts.lines.belongsTo[belongsTo]}{' '}
          <TextLink to="/admin/settings/mail">{texts.lines.settings}</TextLink>
        </Notice>
      )}
      <CheckedForm
        form={form}
        className={layout.actions}
        aria-label={title}
        button={texts.lines.check}
        busyLabel={texts.lines.busy}
        quiet
      >
        <Field
          className={layout.grow ?? ''}
          label={questionOf(name, line)}
          required={false}
          autoComplete="off"
          {...form.field('text')}
        />
      </CheckedForm>
    </li>
  );
}

function Note({ text }: { text: string }) {
  const owner = useAdministrator()?.uid ?? null;
  const save = useSave('note');
  const form = useDraftForm({
    initialValues: { text },
    rule: lineWrite,
    submit: save,
    draft: { form: 'hand-over-note', owner },
  });
  return (
    <Panel title={texts.note.title}>
      <CheckedForm
        form={form}
        className={layout.stackM}
        button={texts.note.button}
        busyLabel={texts.lines.busy}
        quiet
      >
        <TextAreaField
          label={texts.note.text}
          description={texts.note.hint}
          rows={8}
          {...form.field('text')}
        />
      </CheckedForm>
    </Panel>
  );
}
