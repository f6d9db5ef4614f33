import { Checkbox, type CheckboxProps } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import classes from './check-field.module.css';

export function CheckField({ label: text, ...props }: Omit<CheckboxProps, 'classNames'>) {
  const { root = '', input = '', label = '', error = '' } = classes;
  // In one element: a space between two children of Mantine's label would be lost to its accessible name.
  return <Checkbox {...props} label={<span>{text}</span>} classNames={{ root, input, label, error }} />;
}
