import '@mantine/core/styles.css';
import { Button, Container, MantineProvider, PasswordInput, TextInput, Title } from '@mantine/core';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

// The least that a sign-in page in React and Mantine can be: no rules, no router, no data.
createRoot(document.getElementById('root')).render(
  h(
    MantineProvider,
    null,
    h(
      Container,
      { component: 'main', size: 'xs', py: 'xl' },
      h(Title, null, 'Welcome Back'),
      h(TextInput, { label: 'Email', type: 'email', autoComplete: 'username' }),
      h(PasswordInput, { label: 'Password', autoComplete: 'current-password' }),
      h(Button, { mt: 'md', fullWidth: true }, 'Sign In'),
    ),
  ),
);
