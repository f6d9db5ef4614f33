import { usePageTitle } from '#client/lib/use-page-title.ts';
import { PageHeading } from '#client/ui/page-heading.tsx';

export function Component() {
  usePageTitle('Submit Project / Contact Us');
  return <PageHeading title="Submit Project / Contact Us" />;
}
