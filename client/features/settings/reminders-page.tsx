import { PageHeading } from '#client/ui/page-heading.tsx';
import { RemindersSettings } from './reminders-form.tsx';

/** /admin/settings/reminders. */
export function Component() {
  return (
    <>
      <PageHeading
        title="Reminders"
        subtitle="By email and on the dashboard, once for each member, before their own deadline. Members who want no messages get none."
      />
      <RemindersSettings />
    </>
  );
}
