import type { ComponentProps } from 'react';
import { IconArrowRight } from '#client/ui/page-icons.ts';
import { ButtonLink } from './button.tsx';

/** A link to the next page of the way through registration. It looks like a button, with an arrow. */
export function NextLink(props: ComponentProps<typeof ButtonLink>) {
  return <ButtonLink {...props} rightSection={<IconArrowRight size={18} stroke={2} aria-hidden="true" />} />;
}
