import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '#client/lib/use-now.ts';
import { memberAddress } from '#client/member-ui/member-address.ts';
import { AgoTime } from '#client/ui/ago-time.tsx';
import { Badge } from '#client/ui/badge.tsx';
import type { Icon } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { IconChecklist, IconDatabase, IconMail, IconUser, IconUsers } from '#client/ui/page-icons.ts';
import { PagedList } from '#client/ui/paged-list.tsx';
import { Question } from '#client/ui/question.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { LinkButton, TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { describeKind, type LoggedChange, nameWithoutRecord } from '#domain/changes.ts';
import type { Topic } from '#domain/live-events.ts';
import { changeDetails, withoutRestOfBatches } from './change-details.ts';
import { type UndoQuestion, useUndo } from './mutations.ts';
import { changesQuery } from './queries.ts';
import { changeTexts as texts } from './texts.ts';

/** Other topics have the icon of stored data. */
const icons: Partial<Record<Topic, Icon>> = {
  record: IconChecklist,
  account: IconUser,
  results: IconMail,
  staff: IconUsers,
};

interface ChangeListProps {
  /** Lists only this member's changes; all if omitted. */
  uid?: string;
  /** Changes between these places in the log are marked as new; null marks none. */
  news: { seq: number; until: number } | null;
}

/** Recent changes: the member, the change, its time, and undo where it is possible. */
export function ChangeList({ uid, news }: ChangeListProps) {
  const list = useInfiniteQuery(changesQuery(uid));
  const now = useNow(30_000);
  return (
    <PagedList list={list} failed={texts.loadFailed} more={texts.more} skeleton={<Skeleton height="240px" />}>
      {(pages) =>
        pages[0]?.changes.length === 0 ? (
          <p className={typography.faint}>{texts.none}</p>
        ) : (
          <ol className={layout.rows} data-dense={uid !== undefined || undefined}>
            {withoutRestOfBatches(pages.flatMap(({ changes }) => changes)).map((change) => (
              <Entry
                key={change.batch ?? change.seq}
                change={change}
                now={now}
                nameless={uid !== undefined}
                isNew={news !== null && change.seq > news.seq && change.seq <= news.until}
              />
            ))}
          </ol>
        )
      }
    </PagedList>
  );
}

interface EntryProps {
  change: LoggedChange;
  now: number;
  isNew: boolean;
  /** Leaves out the name, in a list of one member's changes. */
  nameless: boolean;
}

function Entry({ change, now, isNew, nameless }: EntryProps) {
  const { kind, uid, fullName, actor, at } = change;
  const { label, topic } = describeKind(kind);
  const details = changeDetails(change);
  const name = fullName || texts.nameless;
  const others = change.batchSize - 1;
  const Icon = icons[topic] ?? IconDatabase;
  const isThere = fullName !== nameWithoutRecord(kind);
  return (
    <li className={`${layout.media} ${nameless ? typography.note : ''}`}>
      {!nameless && <Icon size={17} stroke={1.8} aria-hidden="true" />}
      <p className={`${layout.line} ${layout.grow} ${typography.wrap}`}>
        <AgoTime at={at} now={now} />
        {!nameless &&
          (isThere ? (
            <TextLink to={memberAddress(uid)}>{name}</TextLink>
          ) : (
            <span className={typography.name}>{name}</span>
          ))}
        {!nameless && others > 0 && <span>{texts.others(others)}</span>}
        {!nameless && isNew && <Badge tone="accent">{texts.isNew}</Badge>}
        <span className={typography.soft}>
          {label}
          {details && <>: {details}</>}
        </span>
        {(actor === 'administrator' || change.undoneBy !== null) && (
          <span className={typography.faint}>
            {actor === 'administrator' && texts.by(change.by)}
            {change.undoneBy !== null && texts.undone}
          </span>
        )}
      </p>
      {change.undoable && change.undoneBy === null && <UndoButton change={change} name={name} />}
    </li>
  );
}

function UndoButton({ change, name }: { change: LoggedChange; name: string }) {
  const undo = useUndo();
  const [busy, setBusy] = useState(false);
  const [question, setQuestion] = useState<UndoQuestion | null>(null);

  async function press(shown?: UndoQuestion['shown']) {
    setBusy(true);
    setQuestion(await undo(change.seq, shown));
    setBusy(false);
  }

  function confirm() {
    setQuestion(null);
    void press(question?.shown);
  }

  return (
    <>
      <LinkButton
        busy={busy}
        aria-label={texts.undoOf(name, describeKind(change.kind).label)}
        onClick={() => void press()}
      >
        {busy ? texts.undoing : texts.undo}
      </LinkButton>
      {question && (
        <Question
          texts={{ ...texts.question, text: question.text }}
          onYes={confirm}
          onNo={() => setQuestion(null)}
        />
      )}
    </>
  );
}
