import { type CSSVariablesResolver, createTheme, Input, type MantineColorsTuple } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { createElement } from 'react';
import input from './input.module.css';

const iris: MantineColorsTuple = [
  '#f0f0fe',
  '#dee0fd',
  '#bfc2fa',
  '#9ca0f5',
  '#7d80ef',
  '#5f5ee6',
  '#5150dc',
  '#4341c0',
  '#38369e',
  '#2d2c7c',
];

const selector = createElement(IconSelector, { size: 18, stroke: 1.7, 'aria-hidden': true });

const fontFamily = "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** Mantine in the portal's design language (docs/design.md). The colours are in tokens.css. */
export const theme = createTheme({
  colors: { iris },
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 5 },
  fontFamily,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, monospace",
  headings: { fontFamily, fontWeight: '650' },
  defaultRadius: 'md',
  radius: { sm: '8px', md: '10px', lg: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Input: Input.extend({ defaultProps: { size: 'md' }, classNames: { input: input.input } }),
    // Mantine's own chevron is an image without a name for screen readers. By its name, which loads no select.
    NativeSelect: { defaultProps: { rightSection: selector } },
    InputWrapper: Input.Wrapper.extend({
      defaultProps: {
        size: 'md',
        withAsterisk: false,
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      },
      classNames: {
        root: input.root,
        label: input.label,
        description: input.description,
        error: input.error,
      },
    }),
  },
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-faint)',
    '--mantine-color-placeholder': 'var(--ink-faint)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--error)',
    '--mantine-color-default-border': 'var(--line)',
  },
  light: {},
  dark: {},
});
