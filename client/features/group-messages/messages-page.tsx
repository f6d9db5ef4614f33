import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '#client/ui/empty-state.tsx';
import layout from '#client/ui/layout.module.css';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { IconSend } from '#client/ui/page-icons.ts';
import { PagedList } from '#client/ui/paged-list.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Compose } from './compose.tsx';
import { groupMessagesQuery } from './queries.ts';
import { SentMessage } from './sent-message.tsx';
import { sentTexts as texts } from './texts.ts';

export function Component() {
  return (
    <>
      <PageHeading title={texts.pageTitle} subtitle={texts.subtitle} />
      <div className={layout.stackL}>
        <Compose />
        <SentMessages />
      </div>
    </>
  );
}

function SentMessages() {
  const list = useInfiniteQuery(groupMessagesQuery);
  return (
    <Panel title={texts.title}>
      <PagedList
        list={list}
        failed={texts.loadFailed}
        more={texts.more}
        skeleton={<Skeleton height="96px" />}
      >
        {(pages) =>
          pages[0]?.messages.length === 0 ? (
            <EmptyState mark={IconSend} title={texts.empty} />
          ) : (
            <ul className={layout.rows} aria-label={texts.list}>
              {pages
                .flatMap(({ messages }) => messages)
                .map((message) => (
                  <li key={message.id}>
                    <SentMessage message={message} />
                  </li>
                ))}
            </ul>
          )
        }
      </PagedList>
    </Panel>
  );
}
