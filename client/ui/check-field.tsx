import { Checkbox, type CheckboxProps } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import classes from './check-field.module.css';

export function CheckField(props: Omit<CheckboxProps, 'classNames'>) {
  const { root = '', input = '', label = '', error = '' } = classes;
  return <Checkbox {...props} classNames={{ root, input, label, error }} />;
}
