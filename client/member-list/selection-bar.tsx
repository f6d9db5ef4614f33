import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { request } from '#client/lib/api.ts';
import { copyText } from '#client/lib/clipboard.ts';
import { refetchAfter } from '#client/lib/live-queries.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import type { Selection } from '#client/lib/use-selection.ts';
import type { ListView } from '#client/member-ui/filters/list-view.ts';
import { DaysQuestion } from '#client/member-ui/results/days-question.tsx';
import { ReleaseQuestion } from '#client/member-ui/results/release-question.tsx';
import { waitingTexts } from '#client/member-ui/results/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { DialogButton } from '#client/ui/dialog.tsx';
import { Dropdown } from '#client/ui/dropdown.tsx';
import { TextField } from '#client/ui/field.tsx';
import { HiddenSelection } from '#client/ui/hidden-selection.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { type Notification, useNotify } from '#client/ui/notifications.tsx';
import { IconChevronDown, IconDots, IconSend, IconX } from '#client/ui/page-icons.ts';
import { Summary } from '#client/ui/panel.tsx';
import toolbar from '#client/ui/toolbar.module.css';
import { membersRemoved, removalCap } from '#domain/member-account.ts';
import type { MemberFilter, MemberListItem } from '#domain/member-list.ts';
import { type Outcome, outcomes } from '#domain/outcomes.ts';
import type { ReviewFlags } from '#domain/review.ts';
import { type ListRow, selectionCap } from './pinned-rows.ts';
import { RemovalQuestion, useOpenTrash } from './removal-question.tsx';
import { RemovedMembers } from './removed-members.tsx';
import classes from './selection-bar.module.css';
import { listTexts, removeSelectedTexts, selectionTexts as texts } from './texts.ts';
import type { MemberList } from './use-member-list.ts';

const otherReviews: readonly { label: string; flags: ReviewFlags }[] = [
  { label: texts.graded, flags: { graded: true } },
  { label: texts.reviewedAndGraded, flags: { submissionReviewed: true, graded: true } },
  { label: texts.notReviewed, flags: { submissionReviewed: false } },
  { label: texts.notGraded, flags: { graded: false } },
];

interface SelectionBarProps {
  list: MemberList;
  view: ListView;
  selection: Selection<ListRow>;
  onReview: (flags: ReviewFlags) => Promise<void>;
  onDecide: (outcome: Outcome | null) => Promise<unknown>;
}

export function SelectionBar({ list, view, selection, onReview, onDecide }: SelectionBarProps) {
  const { total, rows } = list;
  const members = selection.selected.map(({ member }) => member);
  const selected = members.length;
  const notify = useNotify();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const reachable = Math.min(total, selectionCap);
  const uids = members.map(({ uid }) => uid);
  const action = (label: string, work: () => Promise<unknown>) => (
    <Button key={label} size="sm" busy={busy} onClick={() => void run(work)}>
      {label}
    </Button>
  );

  /** Selects this many from the top of the list, in its order. */
  const selectFirst = (count: number) => run(() => list.loadUpTo(count).then(selection.selectAllOf));

  async function run(work: () => Promise<unknown>) {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div data-screen-only className={`${toolbar.bar} ${classes.bar}`} role="group" aria-label={texts.label}>
      <p className={classes.count} role="status">
        {selected === 0 ? texts.none : texts.count(selected)}
      </p>
      <HiddenSelection selection={selection} nouns={texts.nouns} />
      {selected < reachable && (selected >= Math.min(rows.length, selectionCap) || selected === 0) && (
        <Button variant="subtle" size="sm" busy={busy} onClick={() => void selectFirst(selectionCap)}>
          {total > selectionCap ? texts.firstOnes(selectionCap) : texts.all(total)}
        </Button>
      )}
      {selected === 0 && total > 0 && (
        <DialogButton
          variant="subtle"
          size="sm"
          dialog={(close) => <ReleaseQuestion audience={{ filter: filterOf(view) }} onClose={close} />}
        >
          {texts.releaseAll(total)}
        </DialogButton>
      )}
      <FirstOnes hidden={selected > 0} busy={busy} onSelect={(count) => void selectFirst(count)} />
      {selected > 0 && (
        <>
          {action(texts.reviewed, () => onReview({ submissionReviewed: true }))}
          <Dropdown up label={texts.decideTitle} icon={IconChevronDown}>
            <div className={layout.stackXs}>
              {[...outcomes, null].map((outcome) =>
                action(texts.decide[outcome ?? 'none'], () => onDecide(outcome)),
              )}
            </div>
          </Dropdown>
          {/* No link: opened in another tab, it would lose them. */}
          <Button
            size="sm"
            icon={IconSend}
            onClick={() => void navigate('/admin/messages', { state: { uids } })}
          >
            {listTexts.write}
          </Button>
          <Dropdown up label={texts.more} icon={IconDots}>
            <div className={layout.stackXs}>
              {otherReviews.map(({ label, flags }) => action(label, () => onReview(flags)))}
              <DialogButton
                size="sm"
                dialog={(close) => (
                  <ReleaseQuestion audience={{ uids }} onClose={close} onDone={selection.clear} />
                )}
              >
                {texts.release}
              </DialogButton>
              <ExtendTime members={members} onDone={selection.clear} />
              <Button size="sm" onClick={async () => notify(await copyEmails(members))}>
                {texts.copyEmails}
              </Button>
              <DialogButton
                size="sm"
                data-tone="error"
                dialog={(close) => (
                  <RemoveQuestion members={members} onRemoved={selection.clear} onClose={close} />
                )}
              >
                {texts.remove(members.length)}
              </DialogButton>
            </div>
          </Dropdown>
          <Button variant="subtle" size="sm" icon={IconX} onClick={selection.clear}>
            {texts.clear}
          </Button>
        </>
      )}
    </div>
  );
}

/** Gives selected members longer to say whether they take their places, if some have not. */
function ExtendTime({ members, onDone }: { members: readonly ListRow['member'][]; onDone: () => void }) {
  const unanswered = members.filter(({ place }) => place === 'open' || place === 'lapsed').length;
  if (unanswered === 0) return null;
  return (
    <DialogButton
      size="sm"
      dialog={(close) => (
        <DaysQuestion
          texts={{ ...waitingTexts.extendQuestion(members.length), done: waitingTexts.extended }}
          method="PUT"
          path="places"
          body={{ uids: members.map(({ uid }) => uid) }}
          mails={unanswered}
          onClose={close}
          onDone={onDone}
        />
      )}
    >
      {waitingTexts.extend}
    </DialogButton>
  );
}

function filterOf({ sort: _sort, dir: _dir, ...filter }: ListView): MemberFilter {
  return filter;
}

interface FirstOnesProps {
  hidden: boolean;
  busy: boolean;
  onSelect: (count: number) => void;
}

/** Selects a number of members from the top of the list: the best 20 of an order by requirements met. */
function FirstOnes({ hidden, busy, onSelect }: FirstOnesProps) {
  const [count, setCount] = useState('20');
  return (
    <form
      hidden={hidden}
      className={layout.line}
      onSubmit={(event) => {
        event.preventDefault();
        onSelect(Number(count));
      }}
    >
      <Button type="submit" variant="subtle" size="sm" busy={busy}>
        {texts.first}
      </Button>
      <TextField
        className={classes.number ?? ''}
        type="number"
        aria-label={texts.firstCount}
        min={1}
        max={selectionCap}
        required
        value={count}
        onChange={(event) => setCount(event.currentTarget.value)}
      />
    </form>
  );
}

/** Copies the addresses as Outlook wants them; other mail programs take semicolons too. @returns the notification to show */
async function copyEmails(members: readonly MemberListItem[]): Promise<Notification> {
  const emails = members.map(({ email }) => email).filter((email) => email !== '');
  return (await copyText(emails.join('; ')))
    ? { tone: 'success', text: texts.copied(emails.length) }
    : { tone: 'error', text: texts.copyFailed };
}

const namesShown = 8;

/** The names that several of these members have, and how many do. */
function namesakes(members: readonly MemberListItem[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { fullName } of members) counts.set(fullName, (counts.get(fullName) ?? 0) + 1);
  return [...counts].filter(([name, count]) => name !== '' && count > 1);
}

interface RemoveQuestionProps {
  members: readonly MemberListItem[];
  onRemoved: () => void;
  onClose: () => void;
}

function RemoveQuestion({ members, onRemoved, onClose }: RemoveQuestionProps) {
  const client = useQueryClient();
  const notify = useNotify();
  const openTrash = useOpenTrash();
  const remove = useMutation({
    mutationFn: (body: { uids: string[]; confirm: number }) =>
      request('/api/admin/members', membersRemoved, { method: 'DELETE', body }),
    onSuccess: ({ removed }) => {
      notify({ tone: 'success', text: removeSelectedTexts.done(removed), action: openTrash });
      refetchAfter(client, { topic: 'account', uid: null });
      onRemoved();
    },
  });
  const count = members.length;
  const isTooMany = count > removalCap;

  return (
    <RemovalQuestion
      texts={{
        title: removeSelectedTexts.question(count),
        confirm: removeSelectedTexts.confirm(count),
        cancel: removeSelectedTexts.cancel,
      }}
      numeric
      isConfirmed={(typed) => !isTooMany && typed.trim() === String(count)}
      removal={remove}
      onConfirm={(typed) => remove.mutate({ uids: members.map(({ uid }) => uid), confirm: Number(typed) })}
      onClose={onClose}
    >
      <RemovedMembers members={members.slice(0, namesShown)} />
      {count > namesShown && (
        <details>
          <Summary>{removeSelectedTexts.others(count - namesShown)}</Summary>
          <RemovedMembers members={members.slice(namesShown)} />
        </details>
      )}
      {namesakes(members).map(([name, sharing]) => (
        <Notice key={name} tone="info">
          {removeSelectedTexts.sameName(sharing, name)}
        </Notice>
      ))}
      <p>{isTooMany ? removeSelectedTexts.tooMany(removalCap) : removeSelectedTexts.about}</p>
    </RemovalQuestion>
  );
}
