import { usePageTitle } from '#client/lib/use-page-title.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';

export function Component() {
  usePageTitle('My Task');
  return <PageHeading title="My Task" />;
}
