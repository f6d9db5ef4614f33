import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import classes from './text-link.module.css';

/** A link to another page of the portal, in running text. */
export function TextLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...props} className={classes.link} />;
}

/** A button that looks like a link, for actions in running text. */
export function LinkButton(props: Omit<ComponentProps<'button'>, 'className' | 'type'>) {
  return <button {...props} type="button" className={classes.link} />;
}
