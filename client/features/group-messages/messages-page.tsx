import layout from '#client/ui/layout.module.css';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Compose } from './compose.tsx';
import { SentMessages } from './sent-messages.tsx';
import { sentTexts as texts } from './texts.ts';

/** /admin/messages: messages to groups of members. */
export function Component() {
  return (
    <>
      <PageHeading title={texts.pageTitle} subtitle={texts.subtitle} />
      <div className={layout.stackXl}>
        <Compose />
        <SentMessages />
      </div>
    </>
  );
}
