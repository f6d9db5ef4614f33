import layout from '#client/ui/layout.module.css';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { BackupsPanel } from './backups-panel.tsx';
import { backupsTexts as texts } from './texts.ts';
import { TrashPanel } from './trash-panel.tsx';

/** /admin/backups: what can be brought back, members and everything (docs/decisions/backups.md). */
export function Component() {
  return (
    <>
      <PageHeading title={texts.title} subtitle={texts.subtitle} />
      <div className={layout.stackXl}>
        <TrashPanel />
        <BackupsPanel />
      </div>
    </>
  );
}
