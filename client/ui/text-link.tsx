import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { busyProps } from './button.tsx';
import classes from './text-link.module.css';

export function TextLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...props} className={classes.link} />;
}

type LinkButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & { busy?: boolean };

/** A button that looks like a link, for actions in running text. */
export function LinkButton({ busy, ...props }: LinkButtonProps) {
  return (
    <button
      {...props}
      {...busyProps({ busy, onClick: props.onClick })}
      data-screen-only
      type="button"
      className={classes.link}
    />
  );
}
