import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './button.module.css';

interface Looks {
  /** `filled` is for the one thing to do on a page; `default` for others; `subtle` for what may be overlooked. */
  variant?: 'filled' | 'default' | 'light' | 'subtle';
  size?: 'md' | 'sm';
  leftSection?: ReactNode;
  rightSection?: ReactNode;
}

type Plain<Props> = Omit<Props, 'className' | 'style'> & Looks;

function look<Props extends Looks & { children?: ReactNode }>(props: Props) {
  const { variant = 'filled', size = 'md', leftSection, rightSection, children, ...rest } = props;
  const content = (
    <>
      {leftSection}
      <span>{children}</span>
      {rightSection}
    </>
  );
  return { rest, look: { className: classes.button, 'data-variant': variant, 'data-size': size }, content };
}

/** Does something. */
export function Button(props: Plain<ComponentProps<'button'>>) {
  const { rest, look: looks, content } = look(props);
  return (
    <button type="button" {...rest} {...looks}>
      {content}
    </button>
  );
}

/** Leads to another page of the portal. */
export function ButtonLink(props: Plain<ComponentProps<typeof Link>>) {
  const { rest, look: looks, content } = look(props);
  return (
    <Link {...rest} {...looks} className={classes.button ?? ''}>
      {content}
    </Link>
  );
}

/** Leads out of the portal, or loads a page anew. */
export function ButtonAnchor(props: Plain<ComponentProps<'a'>>) {
  const { rest, look: looks, content } = look(props);
  return (
    <a {...rest} {...looks}>
      {content}
    </a>
  );
}
