import { PageHeading } from '#client/ui/page-heading.tsx';
import { SecondFactorPanel } from './second-factor.tsx';
import { secondFactorTexts as texts } from './texts.ts';

/** In place of every page of a reviewer who has to set up a second factor first. */
export function RequiredFactor() {
  return (
    <>
      <PageHeading title={texts.title} subtitle={texts.required} />
      <SecondFactorPanel />
    </>
  );
}
