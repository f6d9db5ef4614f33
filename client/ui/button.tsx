import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Icon } from '#client/ui/icons.tsx';
import classes from './button.module.css';

interface Appearance {
  /** `filled` is for the main action of a page, `default` for others, `subtle` for minor ones. */
  variant?: 'filled' | 'default' | 'light' | 'subtle';
  size?: 'md' | 'sm';
  /** Before the text. */
  icon?: Icon;
  /** In place of an icon. */
  leftSection?: ReactNode;
  rightSection?: ReactNode;
}

type ButtonProps<Props> = Omit<Props, 'className' | 'style'> & Appearance;

function splitProps<Props extends Appearance & { children?: ReactNode }>(props: Props) {
  const {
    variant = 'default',
    size = 'md',
    icon: Glyph,
    leftSection,
    rightSection,
    children,
    ...rest
  } = props;
  const content = (
    <>
      {Glyph && <Glyph size={size === 'sm' ? 17 : 18} stroke={1.8} aria-hidden="true" />}
      {leftSection}
      <span>{children}</span>
      {rightSection}
    </>
  );
  return {
    rest,
    attributes: { className: classes.button, 'data-variant': variant, 'data-size': size },
    content,
  };
}

interface Busy {
  /** It runs already: it does nothing, and keeps the focus. */
  busy?: boolean | undefined;
}

/** A button that is busy stays focusable: a disabled one would drop the focus, and Tab would start at the top. */
export function busyProps({ busy = false, onClick }: Busy & Pick<ComponentProps<'button'>, 'onClick'>) {
  if (!busy) return { onClick };
  return { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() };
}

export function Button({ busy, ...props }: ButtonProps<ComponentProps<'button'>> & Busy) {
  const { rest, attributes, content } = splitProps(props);
  return (
    <button type="button" {...rest} {...attributes} {...busyProps({ busy, onClick: rest.onClick })}>
      {content}
    </button>
  );
}

/** A link to another page of the portal that looks like a button. */
export function ButtonLink(props: ButtonProps<ComponentProps<typeof Link>>) {
  const { rest, attributes, content } = splitProps(props);
  return (
    <Link {...rest} {...attributes} className={classes.button ?? ''}>
      {content}
    </Link>
  );
}

/** For links out of the portal, and for full page loads. */
export function ButtonAnchor(props: ButtonProps<ComponentProps<'a'>>) {
  const { rest, attributes, content } = splitProps(props);
  return (
    <a {...rest} {...attributes}>
      {content}
    </a>
  );
}
