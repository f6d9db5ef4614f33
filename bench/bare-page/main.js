import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

const field = (label, props) => h('p', null, h('label', null, label, ' ', h('input', props)));

// The least that a sign-in page in React can be: no rules, no styles, no router, no data.
createRoot(document.getElementById('root')).render(
  h(
    'main',
    null,
    h('h1', null, 'Welcome Back'),
    field('Email', { type: 'email', autoComplete: 'username' }),
    field('Password', { type: 'password', autoComplete: 'current-password' }),
    h('button', { type: 'submit' }, 'Sign In'),
  ),
);
