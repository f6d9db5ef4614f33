import { usePageTitle } from '#client/lib/use-page-title.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';

export function Component() {
  usePageTitle('Registration Timeline');
  return <PageHeading title="Registration Timeline" />;
}
